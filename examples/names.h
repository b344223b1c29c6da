/* Finding things by their names, for the example programs that load graphs: a hash table of numbers. Hosted, and no part
 * of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>

/** A table. The names, any bytes, stay the caller's, and must stay where they are. All zero bytes are an empty one. */
typedef struct name_table {
    size_t room; /* slots: a power of two, or 0 */
    size_t count;
    struct name_slot *slots;
} name_table;

/** Puts a name in that is not there yet. False where memory is short. */
bool names_add(name_table *table, const void *name, size_t size, size_t number);

/** The number that came with the name, or `otherwise` where it is not there. */
size_t names_find(const name_table *table, const void *name, size_t size, size_t otherwise);

/** Frees what the table holds; it is empty afterwards. */
void names_free(name_table *table);

#endif
