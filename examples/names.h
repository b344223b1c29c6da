/* Finding things by their names, for the example programs that load graphs: a hash table of numbers. It needs a hosted C
 * library, and does not belong to Broadloom.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>

/** A table. The names, which may have any bytes, belong to the caller and must not move. A table of zero bytes is empty. */
typedef struct name_table {
    size_t room; /* slots: a power of two, or 0 */
    size_t count;
    struct name_slot *slots;
} name_table;

/** Adds a name that is not in the table yet. False if there is too little memory. */
bool names_add(name_table *table, const void *name, size_t size, size_t number);

/** The number that was added with the name, or `otherwise` if the table lacks the name. */
size_t names_find(const name_table *table, const void *name, size_t size, size_t otherwise);

/** Frees the table's contents; it is empty afterwards. */
void names_free(name_table *table);

#endif
