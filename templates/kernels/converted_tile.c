/* $operand is contiguous, and converted a tile at a time; step: 1 if the other operand is contiguous, 0 if held */
static void ${name}_tile(bl_kernel_$call *kernel, size_t step, $parameters)
{
    $pointers
    $type tile[$tile];

    for (;; $advance) {
        for (size_t done = 0; done < cols;) {
            const size_t count = cols - done <= $tile ? cols - done : $half;

            for (size_t i = 0; i < count; ++i) {
                tile[i] = $value;
            }
            kernel(count, $passed, po + done, 1, row);
            done += count;
        }
        if (--rows == 0) {
            break;
        }
    }
}
