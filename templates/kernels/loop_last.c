$last

$unrolled
for (size_t i = 0; i < last; i += $lanes) {
    $body
}
$last_stores
