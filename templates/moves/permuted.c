if (group <= $room && count * group >= $room) { /* there are whole vectors to read */
    $typedef
    const $counts numbers = {$numbers};
    const size_t period = group * copies;
    const size_t block = $room / group * group;
    const size_t blocks = (count * group - $room) / block + 1;
    const bl_divisor_$isa by_group = bl_divisor_of_$isa(group);

    if (period < $lanes && blocks * ($lanes - period) > 4 * period) { /* numbering lanes takes as long as four stores */
        const bl_divisor_$isa by_period = bl_divisor_of_$isa(period);

        /* the last vector of a block's copies comes first, because it may be too long */
        for (uint32_t k = (uint32_t)((block * copies - 1) / $lanes + 1); k-- > 0;) {
            const uint32_t first = k * $lanes;
            const $element *own = from;
            $element *copy = to + first;
            const $counts in_period = numbers + ($count)(first % (uint32_t)period);
            $counts number = (in_period * by_period.factor >> by_period.shift) + ($count)(first / (uint32_t)period);
            $vector index;

            if (group > 1) { /* the element at j is value j / period * group + j % group of the block */
                const $counts in_group = numbers + ($count)(first % (uint32_t)group);

                number = (number - (in_group * by_group.factor >> by_group.shift)) * ($count)group + in_group;
            }
            index = $index;
            BL_UNROLL_TWICE
            for (size_t i = 0; i < blocks; ++i) {
                const $register values = $load;
                const $register picked = $permute;

                BL_COPY(copy, &picked, sizeof picked);
                own += block;
                copy += block * copies;
            }
        }
        done = blocks * block / group;
    } else if (group > 1) { /* a group in all lanes, stored repeatedly */
        const size_t whole = $lanes / group * group;
        const $counts groups = numbers * by_group.factor >> by_group.shift;
        const $counts number = numbers - groups * ($count)group;
        const $vector index = $index;

        for (; (count - done) * group >= $room; ++done) {
            const $element *own = from + done * group;
            $element *copy = to + done * period;
            const $register values = $load;
            const $register picked = $permute;

            for (size_t stored = 0; stored < period; stored += whole) {
                BL_COPY(copy + stored, &picked, sizeof picked);
            }
        }
    }
}
