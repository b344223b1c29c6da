/* and for calls with values */
$variants

const bl_table bl_values_$name = $record;
