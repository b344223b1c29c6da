/* the same for contiguous arrays only, so that a linker can omit all other kernels */
$variants

static const bl_table ${name}_contiguous = $record;
