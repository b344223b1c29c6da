$fields

const bl_table bl_table_$name = $record;
$contiguous

$prototype
{
    $body
}
