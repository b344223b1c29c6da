$unrolled
for (size_t i = 0; i < cols;$step) {
    $body
}
