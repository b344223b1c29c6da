$functions

/* Takes one element of each row in turn, which gives dense rows of the target. Returns 0 if there are too many rows or
 * they are too short. */
$attribute BL_INLINE int bl_weave_${width}_$isa(size_t rows, size_t cols, const $element *from, ptrdiff_t from_row, $element *to)
{
    switch (cols < $lanes ? 0 : rows) {
    $calls
    default:
        return 0;
    }
}
