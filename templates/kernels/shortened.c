const size_t alike = rows == 1 || row[$place] == 0 ? rows : 1; /* rows with this $operand */
bl_kernel_1 *shorter = NULL;

$cases
if (shorter != NULL) {
    shorter(cols, $others, po, alike, row);
    rows -= alike;
    if (rows == 0) {
        break;
    }
    continue;
}

