static void bl_long_add(uint32_t *a, const uint32_t *b, int words)
{
    uint64_t carry = 0;

    for (int i = words; i-- > 0; carry >>= 32) {
        carry += (uint64_t)a[i] + b[i];
        a[i] = (uint32_t)carry;
    }
}
