$arrays

static const bl_variant ${kernel}_variants[] = {
$variants
};
