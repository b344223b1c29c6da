$unrolled
for (size_t i = 0; i < cols; i += $lanes * scale) {
    $body
}
