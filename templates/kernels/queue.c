/* doubtful elements, and the places of their results */
typedef struct {
    size_t count;
    $more
    $type values[$twice];
    $type *places[$twice];
} ${name}_queue;

/* settles a step of them; a shorter last step repeats an element, which raises no other exception */
static BL_NEVER_INLINE $attribute void bl_settle_$name(${name}_queue *queue)
{
    const size_t count = queue->count < $lanes ? queue->count : $lanes;
    const $type *$pointer = queue->values;
    $type po[$lanes];

    for (size_t i = count; i < $lanes; ++i) {
        queue->values[i] = queue->values[0];
    }
    $body
    for (size_t i = 0; i < count; ++i) {
        *queue->places[i] = po[i];
    }
    queue->count -= count;
    for (size_t i = 0; i < queue->count; ++i) {
        queue->values[i] = queue->values[count + i];
        queue->places[i] = queue->places[count + i];
    }
}

$put_aside
