/* $walk */
$attribute void $name($parameters)
{
    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        size_t c = 0;
        for (; cols - c >= $lanes; c += $lanes) {
            $body
            $stores
        }
        if (c < cols) {
            const uint64_t tail = (UINT64_C(1) << (cols - c)) - 1;
            $tail_body
            $tail_stores
        }
    }
}
