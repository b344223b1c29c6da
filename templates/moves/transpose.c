$types

/* Interleaving the first half of a square's rows with the second half, once for each bit of a row's number, moves
 * lane i of row j to lane j of row i. A register may have rows of two squares, one below the other. */
$attribute BL_INLINE void bl_transpose_squares_${width}_$isa(const $element *from, ptrdiff_t from_row, $element *to, ptrdiff_t to_row)
{
    $squares rows[$side];
    $squares woven[$side];

    BL_UNROLL
    for (ptrdiff_t i = 0; i < $side; ++i) {
        $load_row
    }
    BL_UNROLL
    for (size_t bit = 1; bit < $side; bit *= 2) {
        BL_UNROLL
        for (size_t i = 0; i < $half; ++i) {
            $low
            $high
        }
        BL_UNROLL
        for (size_t i = 0; i < $side; ++i) {
            rows[i] = woven[i];
        }
    }
    BL_UNROLL
    for (ptrdiff_t i = 0; i < $side; ++i) {
        BL_COPY(to + i * to_row, &rows[i], sizeof rows[i]);
    }
}

$attribute static int bl_transpose_${width}_$isa(size_t rows, size_t cols, const $element *from, ptrdiff_t from_row, $element *to, ptrdiff_t to_row)
{
    if (rows < $tall || cols < $side) {
        return to_row == (ptrdiff_t)rows && bl_weave_${width}_$isa(rows, cols, from, from_row, to);
    }
    for (size_t i = 0; i < rows; i += $tall) {
        const ptrdiff_t row = (ptrdiff_t)(i + $tall <= rows ? i : rows - $tall); /* the last squares overlap those before */

        for (size_t j = 0; j < cols; j += $side) {
            const ptrdiff_t col = (ptrdiff_t)(j + $side <= cols ? j : cols - $side);

            bl_transpose_squares_${width}_$isa(from + row * from_row + col, from_row, to + col * to_row + row, to_row);
        }
    }
    return 1;
}
