    {"$word", "$place", $lanes, $arity, {$dtypes}, {$kernels}},
