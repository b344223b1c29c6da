/* Finding things by their names: see names.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

typedef struct name_slot {
    const void *name; /* NULL: empty */
    size_t size;
    size_t number;
} name_slot;

/* FNV-1a, whose high bits are the better mixed. */
static uint64_t hash_of(const void *name, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ ((const unsigned char *)name)[i]) * UINT64_C(0x100000001b3);
    }
    return hash ^ hash >> 32;
}

/* The slot that contains the name, or the empty slot for it. At most half of the slots are used. */
static name_slot *slot_of(const name_table *table, const void *name, size_t size)
{
    size_t at = (size_t)hash_of(name, size) & (table->room - 1);

    while (table->slots[at].name != NULL &&
           (table->slots[at].size != size || memcmp(table->slots[at].name, name, size) != 0)) {
        at = (at + 1) & (table->room - 1);
    }
    return &table->slots[at];
}

static bool grow(name_table *table)
{
    name_table larger = {table->room > 0 ? 2 * table->room : FIRST_ROOM, table->count, NULL};

    larger.slots = (name_slot *)calloc(larger.room, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < table->room; ++i) {
        if (table->slots[i].name != NULL) {
            *slot_of(&larger, table->slots[i].name, table->slots[i].size) = table->slots[i];
        }
    }
    free(table->slots);
    *table = larger;
    return true;
}

bool names_add(name_table *table, const void *name, size_t size, size_t number)
{
    name_slot *slot;

    if (table->count >= table->room / 2 && !grow(table)) {
        return false;
    }
    slot = slot_of(table, name, size);
    slot->name = name;
    slot->size = size;
    slot->number = number;
    ++table->count;
    return true;
}

size_t names_find(const name_table *table, const void *name, size_t size, size_t otherwise)
{
    const name_slot *slot = table->count > 0 ? slot_of(table, name, size) : NULL;

    return slot != NULL && slot->name != NULL ? slot->number : otherwise;
}

void names_free(name_table *table)
{
    free(table->slots);
    memset(table, 0, sizeof *table);
}
