/* puts a step's doubtful elements aside */
static BL_NEVER_INLINE $attribute void bl_put_aside_$name(${name}_queue *queue, $register values, $mask certain, $type *places)
{
    $type value[$lanes];
    $flags

    $stores
    $loop
    if (queue->count >= $lanes) {
        bl_settle_$name(queue);
    }
}
