/* ---- Elements of $bits bits ---- */

typedef $element $vector __attribute__((vector_size($vector_bytes)));
typedef $element $square __attribute__((vector_size($square_bytes)));

$interleave

$attribute BL_INLINE size_t bl_repeat_${width}_$isa(size_t copies, size_t count, const $element *from, $element *to)
{
    const size_t bytes = copies * sizeof *from;
    size_t done = 0;

    $by_shuffles
    if (bytes >= $vector_bytes / 2) { /* a value in all lanes, stored as often as it takes */
        for (; done < count; ++done) {
            unsigned char *own = (unsigned char *)(to + done * copies);
            $element value;
            $vector all = {0};

            memcpy(&value, from + done, sizeof value);
            all += value;
            for (size_t stored = 0; stored < bytes; stored += sizeof all) {
                memcpy(own + stored, &all, sizeof all);
            }
        }
    }
    return done;
}

$steps

$attribute BL_INLINE size_t bl_gather_${width}_$isa(size_t count, const $element *from, ptrdiff_t step, $element *to)
{
    size_t done = 0;
    $vector low;
    $vector high;

    if (step == -1) {
        for (; done + $lanes <= count; done += $lanes) {
            memcpy(&low, from - (ptrdiff_t)(done + $last), sizeof low);
            $backward
            memcpy(to + done, &low, sizeof low);
        }
    } else if (step == 2) { /* the element after the last one may not be there */
        for (; done + $lanes < count; done += $lanes) {
            memcpy(&low, from + 2 * done, sizeof low);
            memcpy(&high, from + 2 * done + $lanes, sizeof high);
            $even
            memcpy(to + done, &low, sizeof low);
        }
    } else if (step == -2) {
        for (; done + $lanes < count; done += $lanes) {
            memcpy(&low, from - 2 * (ptrdiff_t)(done + $last) - 1, sizeof low);
            memcpy(&high, from - 2 * (ptrdiff_t)(done + $last) - 1 + $lanes, sizeof high);
            $odd_backward
            memcpy(to + done, &low, sizeof low);
        }
    }
    $by_steps
    return done;
}

/* Interleaving the first half of a square's rows with the second half, once for each bit of a row's number, moves lane i
 * of row j to lane j of row i. */
$attribute BL_INLINE void bl_transpose_square_${width}_$isa(const $element *from, ptrdiff_t from_row, $element *to, ptrdiff_t to_row)
{
    $square rows[$side];
    $square woven[$side];

    BL_UNROLL
    for (ptrdiff_t i = 0; i < $side; ++i) {
        memcpy(&rows[i], from + i * from_row, sizeof rows[i]);
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
        memcpy(to + i * to_row, &rows[i], sizeof rows[i]);
    }
}

$attribute static int bl_transpose_${width}_$isa(size_t rows, size_t cols, const $element *from, ptrdiff_t from_row, $element *to, ptrdiff_t to_row)
{
    if (rows < $side || cols < $side) {
        return 0;
    }
    for (size_t i = 0; i < rows; i += $side) {
        const ptrdiff_t row = (ptrdiff_t)(i + $side <= rows ? i : rows - $side); /* the last square overlaps the one before */

        for (size_t j = 0; j < cols; j += $side) {
            const ptrdiff_t col = (ptrdiff_t)(j + $side <= cols ? j : cols - $side);

            bl_transpose_square_${width}_$isa(from + row * from_row + col, from_row, to + col * to_row + row, to_row);
        }
    }
    return 1;
}
