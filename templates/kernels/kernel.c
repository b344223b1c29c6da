/* $walk */
$head$parameters)
{
    $pointers

    for (;; $advance) {
        $row
        $loop
        if (--rows == 0) {
            break;
        }
    }
    $settled
}
