static void bl_long_negate(uint32_t *a, int words)
{
    uint64_t carry = 1;

    for (int i = words; i-- > 0; carry >>= 32) {
        carry += ~a[i] & UINT32_MAX;
        a[i] = (uint32_t)carry;
    }
}
