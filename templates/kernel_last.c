/* $walk */
$attribute void $name($parameters)
{
    const size_t last = cols - $lanes;

    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        /* the last vector is computed before anything is written, and stored last */
        $tail_body

        for (size_t c = 0; c < last; c += $lanes) {
            $body
            $stores
        }
        $tail_stores
    }
}
