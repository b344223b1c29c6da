$attribute static size_t bl_scatter_$isa(size_t width, size_t count, const void *from, void *to, ptrdiff_t step)
{
    switch (width) {
    $scatters
    }
}
