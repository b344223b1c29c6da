$arrays

/* isa, contract, step, instructions, patterns, streams */
static const bl_variant ${owner}_variants[] = {
$variants
};
