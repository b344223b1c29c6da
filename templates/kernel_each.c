/* $walk */
$attribute void $name($parameters)
{
    for (size_t r = 0; r < rows; ++r) {
        $pointers
        $held

        for (size_t i = 0; i < cols; ++i) {
            $body
            $stores
        }
    }
}
