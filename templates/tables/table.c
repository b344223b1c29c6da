$fields

const bl_table bl_table_$name = {
    "$op", ${kernel}_variants, $field_name, $arity, $call, $commutes, $exchanged, $divisor, ${kernel}_count, $field_count, $align, $size, $held_cost, $width, {$dtypes}, {$shifts}};

$prototype
{
    $body
}
