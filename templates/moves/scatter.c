$steps

$attribute BL_INLINE int bl_scatter_${width}_$isa(size_t count, const $element *from, $element *to, ptrdiff_t step)
{
    $by_steps
    return 0;
}
