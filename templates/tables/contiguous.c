/* the same for contiguous arrays alone, so that a linker may leave out all other kernels */
$variants

static const bl_table ${name}_contiguous = $record;
