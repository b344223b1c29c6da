/* $operand has one value per row */
static void ${name}_value(bl_kernel_$call *kernel, $parameters)
{
    $pointers

    for (;; $advance) {
        const int is_last = rows == 1 || row[$place] == 0; /* one value for all remaining rows */
        const $type value = $value;

        kernel(cols, $passed, po, is_last ? rows : 1, row);
        if (is_last) {
            break;
        }
        --rows;
    }
}
