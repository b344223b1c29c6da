$before

$attribute static size_t bl_repeat_${width}_$isa(size_t group, size_t copies, size_t count, const $element *from, $element *to)
{
    size_t done = 0;

    $by_shuffles
    if ($splats) { /* a value in all lanes, stored repeatedly */
        for (; done < count; ++done) {
            $element *own = to + done * copies;
            $element value;
            $vector all = {0};

            BL_COPY(&value, from + done, sizeof value);
            all += value;
            for (size_t stored = 0; stored < copies; stored += $lanes) {
                BL_COPY(own + stored, &all, sizeof all);
            }
        }
    }
    return done;
}
