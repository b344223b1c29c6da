uint32_t left = $bits;
if (__builtin_popcount(left) >= $half) { /* these in one step; other lanes repeat one, which raises no new exception */
    const size_t first = (size_t)__builtin_ctz(left);
    const $type *$pointer = value;
    $type settled[$lanes];
    $type *po = left == $all ? places : settled;

    for (size_t i = 0; left != $all && i < $lanes; ++i) {
        value[i] = (left >> i & 1) != 0 ? value[i] : value[first];
    }
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
