uint32_t left = $bits;
if (__builtin_popcount(left) >= $half) { /* these at once; the others lose nothing by it */
    const $type *$pointer = value;
    $type settled[$lanes];
    $type *po = left == $all ? places : settled;

    $body
    for (; po != places && left != 0; left &= left - 1) {
        const size_t i = (size_t)__builtin_ctz(left);

        places[i] = po[i];
    }
    return;
}
for (; left != 0; left &= left - 1) {
    const size_t i = (size_t)__builtin_ctz(left);

    queue->values[queue->count] = value[i];
    queue->places[queue->count++] = places + i;
}
