$steps

$attribute BL_INLINE size_t bl_gather_${width}_$isa(size_t count, const $element *from, ptrdiff_t step, $element *to)
{
    size_t done = 0;
    $vector low;
    $vector high;

    if (step == -1) {
        for (; done + $lanes <= count; done += $lanes) {
            BL_COPY(&low, from - (ptrdiff_t)(done + $last), sizeof low);
            $backward
            BL_COPY(to + done, &low, sizeof low);
        }
    } else if (step == 2) { /* the element after the last one may not be there */
        for (; done + $lanes < count; done += $lanes) {
            BL_COPY(&low, from + 2 * done, sizeof low);
            BL_COPY(&high, from + 2 * done + $lanes, sizeof high);
            $even
            BL_COPY(to + done, &low, sizeof low);
        }
    } else if (step == -2) {
        for (; done + $lanes < count; done += $lanes) {
            BL_COPY(&low, from - 2 * (ptrdiff_t)(done + $last) - 1, sizeof low);
            BL_COPY(&high, from - 2 * (ptrdiff_t)(done + $last) - 1 + $lanes, sizeof high);
            $odd_backward
            BL_COPY(to + done, &low, sizeof low);
        }
    }
    $by_steps
    return done;
}
