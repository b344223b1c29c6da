$attribute BL_INLINE void bl_weave${planes}_${width}_$isa(size_t cols, const $element *from, ptrdiff_t from_row, $element *to)
{
    for (size_t i = 0; i < cols; i += $lanes) {
        const ptrdiff_t at = (ptrdiff_t)(i + $lanes <= cols ? i : cols - $lanes); /* the last vectors overlap those before */
        $vector woven[$used];

        BL_UNROLL
        for (ptrdiff_t plane = 0; plane < $planes; ++plane) {
            BL_COPY(&woven[plane], from + plane * from_row + at, sizeof woven[plane]);
        }
        $statements
    }
}
