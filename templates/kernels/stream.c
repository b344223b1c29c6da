/* $pattern, bypassing the caches */
$attribute void ${name}_stream(size_t cols, void *out, const void *const *inputs$more)
{
    $pointers

    for (size_t i = 0; i < cols; i += $lanes) {
        $body
    }
}
