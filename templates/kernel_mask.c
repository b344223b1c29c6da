/* $walk */
$attribute void $name($parameters)
{
    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        size_t i = 0;
        $unrolled
        for (; cols - i >= $lanes; i += $lanes) {
            $body
            $stores
        }
        if (i < cols) {
            const uint64_t tail = (UINT64_C(1) << (cols - i)) - 1;
            $tail_body
            $tail_stores
        }
    }
}
