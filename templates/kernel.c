/* $walk */
$head$parameters)
{
    $pointers

    for (;;) {
        $row
        $loop
        if (--rows == 0) {
            break;
        }
        $advance
    }
    $fence
}
