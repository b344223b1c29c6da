bl_kernel_1 *shorter = NULL;

for (; rows > 1 && row[$place] != 0; --rows) { /* each row by its own $operand */
    $kernel(cols, $operands, po, 1, row);
    $advance;
}
$cases
if (shorter != NULL) {
    shorter(cols, $others, po, rows, row);
    return;
}
