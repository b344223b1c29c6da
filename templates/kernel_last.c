/* $walk */
$attribute void $name($parameters)
{
    const size_t last = cols - $lanes;

    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        /* the last vector is computed before anything is written, and stored last */
        $tail_body

        $unrolled
        for (size_t i = 0; i < last; i += $lanes) {
            $body
            $stores
        }
        $tail_stores
    }
}
