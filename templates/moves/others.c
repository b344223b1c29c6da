$attribute static size_t bl_gather_$isa(size_t width, size_t count, const void *from, ptrdiff_t step, void *to)
{
    switch (width) {
    $gathers
    }
}

$scatters

$attribute static int bl_transpose_$isa(size_t width, size_t rows, size_t cols, const void *from, ptrdiff_t from_row, void *to, ptrdiff_t to_row)
{
    switch (width) {
    $transposes
    }
}
