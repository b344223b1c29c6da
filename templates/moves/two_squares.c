$square upper;
$square lower;

memcpy(&upper, from + i * from_row, sizeof upper);
memcpy(&lower, from + (i + $side) * from_row, sizeof lower);
$both
