/* $says */
$head$parameters)
{
    $body
}
