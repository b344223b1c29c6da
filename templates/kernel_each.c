/* $walk */
$attribute void $name($parameters)
{
    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        for (size_t c = 0; c < cols; ++c) {
            $body
            $stores
        }
    }
}
