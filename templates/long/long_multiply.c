/* product = a * b; it may be the same array as a or b. It is below the exact product by at most `words` units of its
 * last place: only the first of the columns after the last place is added. */
static void bl_long_multiply(uint32_t *product, const uint32_t *a, const uint32_t *b, int words)
{
    uint64_t carry = 0;
    int first = 0;

    while (first < words && a[first] == 0) {
        ++first;
    }
    for (int column = words; column >= 0; --column) {
        const int last = column < words ? column : words - 1;
        uint64_t low = carry, high = 0;

        for (int i = column - last > first ? column - last : first; i <= last; ++i) {
            const uint64_t part = (uint64_t)a[i] * b[column - i];
            low += (uint32_t)part;
            high += part >> 32;
        }
        if (column < words) {
            product[column] = (uint32_t)low;
        }
        carry = high + (low >> 32);
    }
}
