$steps

/* The last vector is stored first: it overlaps the one before, and a load of that right after the stores would wait for
 * two of them. */
$attribute BL_INLINE int bl_gather_${width}_$isa(size_t count, const $element *from, ptrdiff_t step, $element *to)
{
    const ptrdiff_t last = (ptrdiff_t)count - $lanes;
    $vector low;
    $vector high;

    if (last <= 0) {
        return 0;
    }
    if (step == -1) {
        BL_COPY(&low, from - (last + $last), sizeof low);
        $backward
        BL_COPY(to + last, &low, sizeof low);
        for (ptrdiff_t i = 0; i < last; i += $lanes) {
            BL_COPY(&low, from - (i + $last), sizeof low);
            $backward
            BL_COPY(to + i, &low, sizeof low);
        }
        return 1;
    }
    if (step == 2) {
        BL_COPY(&low, from + 2 * last - 1, sizeof low);
        BL_COPY(&high, from + 2 * last - 1 + $lanes, sizeof high);
        $odd
        BL_COPY(to + last, &low, sizeof low);
        for (ptrdiff_t i = 0; i < last; i += $lanes) {
            BL_COPY(&low, from + 2 * i, sizeof low);
            BL_COPY(&high, from + 2 * i + $lanes, sizeof high);
            $even
            BL_COPY(to + i, &low, sizeof low);
        }
        return 1;
    }
    if (step == -2) {
        BL_COPY(&low, from - 2 * (last + $last), sizeof low);
        BL_COPY(&high, from - 2 * (last + $last) + $lanes, sizeof high);
        $even_backward
        BL_COPY(to + last, &low, sizeof low);
        for (ptrdiff_t i = 0; i < last; i += $lanes) {
            BL_COPY(&low, from - 2 * (i + $last) - 1, sizeof low);
            BL_COPY(&high, from - 2 * (i + $last) - 1 + $lanes, sizeof high);
            $odd_backward
            BL_COPY(to + i, &low, sizeof low);
        }
        return 1;
    }
    $by_steps
    return 0;
}
