static const bl_kernel ${name}_patterns[] = {$slots};
static const bl_variant ${name}_variant = {BL_ISA_$isa, $lanes, ${name}_patterns, NULL};
static const bl_table $name = {"$word", $arity, 0, 0, 1, {$inputs}, $output, 0, &${name}_variant};
