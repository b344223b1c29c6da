/* A vector interleaved with itself, once for each bit of `copies`, which is a constant power of 2 up to 8. */
$attribute BL_INLINE size_t bl_interleave_${width}_$isa(size_t copies, size_t count, const $element *from, $element *to)
{
    size_t done = 0;

    for (; done + $lanes <= count; done += $lanes) {
        $vector spread[8];

        BL_COPY(&spread[0], from + done, sizeof spread[0]);
        BL_UNROLL
        for (size_t n = 1; n < copies; n *= 2) {
            BL_UNROLL
            for (size_t k = n; k-- > 0;) {
                $twice_high
                $twice_low
            }
        }
        BL_UNROLL
        for (size_t k = 0; k < copies; ++k) {
            BL_COPY(to + done * copies + k * $lanes, &spread[k], sizeof spread[k]);
        }
    }
    return done;
}
