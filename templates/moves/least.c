$attribute BL_INLINE size_t bl_least_${width}_$isa(size_t count, const $element *from, uint64_t *least)
{
    $element least_of[$lanes];
    size_t done = 0;

    for (size_t k = 0; k < $lanes; ++k) {
        least_of[k] = ($element)-1;
    }
    for (; done + $four <= count; done += $four) {
        BL_UNROLL
        for (size_t own = 0; own < $four; own += $lanes) {
            for (size_t k = 0; k < $lanes; ++k) {
                const $element next = ($element)(from[done + own + k] + 1u);

                least_of[k] = next < least_of[k] ? next : least_of[k];
            }
        }
    }
    for (; done + $lanes <= count; done += $lanes) {
        for (size_t k = 0; k < $lanes; ++k) {
            const $element next = ($element)(from[done + k] + 1u);

            least_of[k] = next < least_of[k] ? next : least_of[k];
        }
    }
    for (size_t k = 0; k < $lanes; ++k) {
        *least = least_of[k] < *least ? least_of[k] : *least;
    }
    return done;
}
