extern const bl_table bl_table_$name;
const bl_table bl_table_$name = $record;
