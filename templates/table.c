$fields

const bl_table bl_table_$name = {
    "$op", ${kernel}_variants, $field_name, $arity, $call, $commutes, $exchanged, $divisor, sizeof ${kernel}_variants / sizeof ${kernel}_variants[0], $field_count, $align, $size, $held_cost, {$dtypes}, {$shifts}};

$prototype
{
    $body
}
