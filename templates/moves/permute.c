if (copies <= $most) { /* lane i of vector k is value (k * $lanes + i) / copies; 1024 / copies + 1 divides exactly so far */
    $counting
    const $counts numbers = {$numbers};
    const $count inverse = ($count)(1024 / copies + 1);
    const size_t vectors = count / $lanes;

    for (size_t k = 0; k < copies; ++k) {
        const $count first = ($count)(k * $lanes / copies); /* value in it, which stood in the vector before … */
        const $count before = ($count)(k * $lanes % copies);
        const $vector index = $index;
        $element *own = to + k * $lanes;

        for (size_t i = 0; i < vectors; ++i) {
            const $register values = $load;
            const $register picked = $permute;

            memcpy(own, &picked, sizeof picked);
            own += copies * $lanes;
        }
    }
    return vectors * $lanes;
}
