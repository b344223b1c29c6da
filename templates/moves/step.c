$attribute BL_INLINE int bl_step${step}_${width}_$isa(size_t count, const $element *from, $element *to)
{
    const $element *own;
    $vector all;
    $vector next;

    if (count < $least) {
        return 0;
    }
    own = from + $step * (count - $lanes);
    $last_loads
    BL_COPY(to + count - $lanes, &all, sizeof all);
    for (size_t done = 0; done + $lanes < count; done += $lanes) {
        own = from + $step * done;
        $loads
        BL_COPY(to + done, &all, sizeof all);
    }
    return 1;
}
