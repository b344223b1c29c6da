/* $title: $names */
BL_RECORD(
    $since, {$T, $U, $V}, /* least, most */ $least, $most,
    /* rule, rules, most_rank */ $rule, $rules, $most_rank, BL_COUNT($ways),
    /* attributes */ $attributes,
    /* required, initial */ $required, $initial, $ways),
