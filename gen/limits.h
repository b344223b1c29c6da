/* Where errors come from, and limits. SPDX-License-Identifier: Apache-2.0 */

#ifndef LIMITS_H
#define LIMITS_H

#include <lua.h>
#include <stddef.h>

#define SPARE_MEMORY ((size_t)1 << 27) /* bytes above it, for the code that ends a run */
#define MOST_MEMORY ((size_t)1 << 31)  /* bytes; all operators on all instruction sets take a third */

extern char about[1024]; /* the file or entry that is being processed */

/* about(where): the place in messages about limits, and about errors without a place */
int host_about(lua_State *L);

/* A message handler: adds the file and line to an error of a private file. */
int with_place(lua_State *L);

extern int is_refused; /* a single request exceeded the limit of memory */

/* A lua_Alloc. It raises an error if more than MOST_MEMORY is in use, and refuses more than SPARE_MEMORY above that at once. */
void *allocate(void *unused, void *old, size_t old_size, size_t size);

/* From this call on, Lua is stopped if it takes too long. */
void limit_time(lua_State *L);
void end_limits(lua_State *L);

#endif
