$attribute static void bl_stream_$isa(void *to, const void *from, size_t bytes)
{
    const uint8_t *source = (const uint8_t *)from;
    uint8_t *target = (uint8_t *)to;

    for (size_t i = 0; i < bytes; i += $vector_bytes) {
        const $register line = $load;
        $store;
    }
}

$attribute static void bl_settle_$isa(void)
{
    $fence;
}
