/* Lists as in the pages: "one, two".
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_LISTS_H
#define BROADLOOM_TESTS_LISTS_H

#include <string.h>

static inline int is_listed(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; ++at) {
        if ((at == list || at[-1] == ' ') && (at[length] == '\0' || strncmp(at + length, ", ", 2) == 0)) {
            return 1;
        }
    }
    return 0;
}

/** Add the word if the list does not have it, and has room for it. */
static inline void add_once(char *list, size_t room, const char *word)
{
    const size_t used = strlen(list), comma = used == 0 ? 0 : 2, length = strlen(word);

    if (!is_listed(list, word) && used + comma + length < room) {
        memcpy(list + used, ", ", comma);
        memcpy(list + used + comma, word, length + 1);
    }
}

#endif
