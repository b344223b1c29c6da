$attribute BL_INLINE int bl_scatter${step}_${width}_$isa(size_t count, const $element *from, $element *to)
{
    if (count < $lanes) {
        return 0;
    }
    for (size_t i = 0; i < count; i += $lanes) {
        const size_t at = i + $lanes <= count ? i : count - $lanes; /* the last vectors overlap those before */
        $element *own = to + $step * at;
        $vector all;

        BL_COPY(&all, from + at, sizeof all);
        $order
        $stores
    }
    return 1;
}
