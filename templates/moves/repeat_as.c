$before

$attribute static size_t bl_repeat_${width}_$isa(size_t group, size_t copies, size_t count, const $element *from, $element *to)
{
    $by_shuffles
    return bl_repeat_${narrow}_$isa($times * group, copies, count, (const $narrow_element *)from, ($narrow_element *)to);
}
