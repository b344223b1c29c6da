/* the same for contiguous arrays only, so that a linker can leave out all other kernels */
$variants

static const bl_table ${name}_contiguous = $record;
