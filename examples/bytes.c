/* Bytes of files: see bytes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096 };

/* Reads to the end of the file, into memory that grows as data arrives. */
static bool read_all(FILE *file, uint8_t **bytes, size_t *size)
{
    size_t room = FIRST_ROOM, used = 0;
    uint8_t *memory = (uint8_t *)malloc(room);

    while (memory != NULL) {
        used += fread(memory + used, 1, room - used, file);
        if (used < room) {
            break;
        }
        room *= 2;
        uint8_t *larger = (uint8_t *)realloc(memory, room);
        if (larger == NULL) {
            free(memory);
        }
        memory = larger;
    }
    if (memory == NULL || ferror(file)) {
        free(memory);
        return false;
    }
    *bytes = memory;
    *size = used;
    return true;
}

bool bytes_read_file(const char *path, uint8_t **bytes, size_t *size, const char **reason)
{
    FILE *file = fopen(path, "rb");
    bool read;

    if (file == NULL) {
        *reason = strerror(errno);
        return false;
    }
    errno = 0;
    read = read_all(file, bytes, size);
    if (!read) {
        *reason = errno != 0 ? strerror(errno) : "it cannot be read";
    }
    fclose(file);
    return read;
}

void bytes_copy_little_endian(void *to, const void *from, size_t count, size_t size)
{
    const uint16_t one = 1;
    const uint8_t *bytes = (const uint8_t *)from;
    uint8_t *copied = (uint8_t *)to;
    uint8_t first;

    memcpy(&first, &one, 1);
    for (size_t i = 0; first == 0 && i < count * size; ++i) {
        copied[i] = bytes[i - i % size + (size - 1 - i % size)];
    }
    if (first == 1 && count > 0) {
        memcpy(copied, bytes, count * size);
    }
}

void bytes_make_printable(char *text)
{
    for (; *text != '\0'; ++text) {
        if ((unsigned char)*text < ' ' || *text == 127) {
            *text = '?';
        }
    }
}
