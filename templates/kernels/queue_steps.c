/* puts a step's doubtful elements aside; if they are many, settles that step and some after it; returns the last step's
 * index */
static BL_NEVER_INLINE $attribute size_t bl_put_aside_$name(
    ${name}_queue *queue, $register values, $mask certain, const $type *$pointer, $type *po, size_t i, size_t end)
{
    $type value[$lanes];
    uint32_t left = $bits;

    if (__builtin_popcount(left) >= $half && i < end) {
        if (queue->next != po + i) {
            queue->steps = 1;
        } else if (queue->steps < $most) {
            queue->steps *= 2;
        }
        $first
        for (size_t step = 1; step < queue->steps && i + $lanes < end; ++step) {
            i += $lanes;
            $body
        }
        queue->next = po + i + $lanes;
        return i;
    }
    $stores
    for (; left != 0; left &= left - 1) {
        const size_t lane = (size_t)__builtin_ctz(left);

        queue->values[queue->count] = value[lane];
        queue->places[queue->count++] = po + i + lane;
    }
    if (queue->count >= $lanes) {
        bl_settle_$name(queue);
    }
    return i;
}
