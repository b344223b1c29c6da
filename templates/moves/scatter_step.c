$attribute BL_INLINE size_t bl_scatter${step}_${width}_$isa(size_t count, const $element *from, $element *to)
{
    size_t done = 0;

    for (; done + $lanes <= count; done += $lanes) {
        $element *own = to + $step * done;
        $vector all;

        BL_COPY(&all, from + done, sizeof all);
        $order
        $stores
    }
    return done;
}
