/* $says */
$attribute $type $name($parameters)
{
    $body
    return $result;
}
