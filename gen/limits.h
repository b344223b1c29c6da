/* Where errors come from, and limits. SPDX-License-Identifier: Apache-2.0 */

#ifndef LIMITS_H
#define LIMITS_H

#include <lua.h>
#include <stddef.h>

#define SPARE_MEMORY ((size_t)1 << 27) /* bytes beside it, for what ends a run that takes too much */
#define MOST_MEMORY ((size_t)1 << 31)  /* bytes; all operators on all instruction sets take a third */

extern char about[1024]; /* the file or the entry that is being worked on */

/* about(where): errors that name no place of their own, and limits, are about that */
int host_about(lua_State *L);

/* A message handler: an error of a file that is not ours has the file and line. */
int with_place(lua_State *L);

extern int is_refused; /* more memory was asked for at once than there may be */

/* A lua_Alloc. Where more than MOST_MEMORY is in use an error is raised; more than SPARE_MEMORY above that is refused at once. */
void *allocate(void *unused, void *old, size_t old_size, size_t size);

/* From here on Lua is stopped where it takes too long. */
void limit_time(lua_State *L);
void end_limits(lua_State *L);

#endif
