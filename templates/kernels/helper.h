/* $says */
$attribute $type $name($parameters)
{
    $body
    $result
}
