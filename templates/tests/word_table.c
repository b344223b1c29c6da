static const bl_kernel ${name}_patterns[] = {$slots};
static const bl_variant ${name}_variant = {BL_ISA_$isa, $lanes, 1, 1, ${name}_patterns, NULL};
static const bl_table $name = {"$word", &${name}_variant, NULL, $arity, BL_CALL_$arity, 0, 0, 0, 1, 0, 1, 0, 0, $width, {$dtypes}, {$shifts}};
