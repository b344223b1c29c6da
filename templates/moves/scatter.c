$steps

$attribute BL_INLINE size_t bl_scatter_${width}_$isa(size_t count, const $element *from, $element *to, ptrdiff_t step)
{
    $by_steps
    return 0;
}
