$arrays

static const bl_variant ${kernel}_variants[] = {
$variants
};

enum { ${kernel}_count = sizeof ${kernel}_variants / sizeof ${kernel}_variants[0] };
