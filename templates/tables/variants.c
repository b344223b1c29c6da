$arrays

static const bl_variant ${owner}_variants[] = {
$variants
};

enum { ${owner}_count = sizeof ${owner}_variants / sizeof ${owner}_variants[0] };
