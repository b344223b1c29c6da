$attribute static $gives bl_${name}_$isa(size_t width, $takes)
{
    switch (width) {
    $cases
    }
}
