{
    "$op", ${owner}_variants, $field_name, $arity, $call, $commutes, $exchanged, $divisor, ${owner}_count, $field_count, $align, $size, $held_cost, $width, {$dtypes}, {$shifts}}
