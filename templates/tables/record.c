BL_RECORD(
    "$op", ${owner}_variants, /* parameters */ $field_name, /* arity */ $arity, $call,
    /* commutes, exchanged, divisor */ $commutes, $exchanged, $divisor, BL_COUNT(${owner}_variants),
    $parameters, /* held_cost, width */ $held_cost, $width,
    /* dtypes, shifts$more */ {$dtypes}, {$shifts}$packed)
