
/* the same past the caches: out and its rows lie on cache lines, cols is a multiple of 64 */
$attribute void ${name}_stream($parameters)
{
    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        $unrolled
        for (size_t i = 0; i < cols; i += $lanes) {
            $body
            $stores
        }
    }
    $fence; /* before all that is stored later */
}
