$square upper;
$square lower;

BL_COPY(&upper, from + i * from_row, sizeof upper);
BL_COPY(&lower, from + (i + $side) * from_row, sizeof lower);
$both
