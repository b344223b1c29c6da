for (size_t i = 0; i < $lanes; ++i) {
    queue->values[queue->count] = value[i];
    queue->places[queue->count] = places + i;
    queue->count += is_certain[i] == 0;
}
