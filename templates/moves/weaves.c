$functions

/* Of few rows an element each in turn, which makes dense rows of the target. Returns 0 where they are too many or
 * too short. */
$attribute BL_INLINE int bl_weave_${width}_$isa(size_t rows, size_t cols, const $element *from, ptrdiff_t from_row, $element *to)
{
    switch (cols < $lanes ? 0 : rows) {
    $calls
    default:
        return 0;
    }
}
