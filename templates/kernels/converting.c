static void $name($parameters)
{
    $by($kernel, cols, $operands, out, rows, row);
}
