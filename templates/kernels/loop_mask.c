$unrolled
for (size_t i = 0; i < whole; i += $lanes) {
    $body
}
if (tail != 0) {
    $tail
}
