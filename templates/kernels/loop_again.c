$unrolled
for (size_t i = 0;; i = last - i < $lanes ? last : i + $lanes) {
    $body
    if (i == last) {
        break;
    }
}
