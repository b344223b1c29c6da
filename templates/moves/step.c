$attribute BL_INLINE size_t bl_step${step}_${width}_$isa(size_t count, const $element *from, $element *to)
{
    size_t done = 0;

    for (; done + $lanes < count; done += $lanes) {
        const $element *own = from + $step * done;
        $vector all;
        $vector next;

        BL_COPY(&all, own, sizeof all);
        $blends
        $order
        BL_COPY(to + done, &all, sizeof all);
    }
    return done;
}
