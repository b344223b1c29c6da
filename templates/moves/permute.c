if (copies <= $most) { /* lane i of vector k is value (k * $lanes + i) / copies; 1024 / copies + 1 divides exactly so far */
    const $vector numbers = {$numbers};
    const $element inverse = ($element)(1024 / copies + 1);
    const size_t vectors = count / $lanes;

    for (size_t k = 0; k < copies; ++k) {
        const $element first = ($element)(k * $lanes / copies); /* value in it, which stood in the vector before … */
        const $element before = ($element)(k * $lanes % copies);
        const $vector index = ((numbers + before) * inverse >> 10) + first;
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
