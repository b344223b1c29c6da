/* broadloom: the places of errors in Lua files, and limits to the memory and time that a file may use.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "limits.h"

#include <lauxlib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Limits, far above the needs of the whole catalogue. */
#define MOST_OWN_SECONDS 10 /* processor time of a private file, without that of the operating system */
#define MOST_SECONDS 1800   /* processor time of the whole run */

/* ---- The place of an error ---- */

char about[1024]; /* the file or entry that is being processed */

/* about(where): the place in messages about limits, and about errors without a place */
int host_about(lua_State *L)
{
    snprintf(about, sizeof about, "%s", luaL_checkstring(L, 1));
    return 0;
}

/* Whether a private file called the code that is being executed; *at is the line in it. Allocates nothing. */
static int find_outside(lua_State *L, lua_Debug *at)
{
    for (int level = 0; lua_getstack(L, level, at); ++level) {
        lua_getinfo(L, "Sl", at);
        if (at->source[0] == '@' && strncmp(at->source, "@gen/", 5) != 0 && at->currentline > 0)
            return 1;
    }
    return 0;
}

/* Whether a message begins with a place in a module of the generator. */
static int is_of_module(const char *message)
{
    static const char *const folders[] = {"gen/machine/", "gen/frontends/", "gen/tests/"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        if (strncmp(message, folders[i], strlen(folders[i])) == 0)
            return 1;
    }
    return 0;
}

/* A message handler: adds the file and line to an error of a private file. */
int with_place(lua_State *L)
{
    lua_Debug at;
    const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "an error without a message";
    if (find_outside(L, &at)) {
        if (strncmp(message, at.short_src, strlen(at.short_src)) != 0)
            message = lua_pushfstring(L, "%s:%d: %s", at.short_src, at.currentline, message);
    } else if (about[0] != '\0' && is_of_module(message)) {
        message = lua_pushfstring(L, "%s: this cannot be generated: %s", about, message);
    }
    lua_pushstring(L, message);
    return 1;
}

/* ---- Memory: Lua's many small blocks come from lists by size, and return to them ---- */

#define SMALL 512 /* bytes: longer blocks are malloc's */
#define CHUNK 65536

struct block {
    struct block *next;
};

static struct block *free_blocks[SMALL / 16 + 1]; /* of 16 bytes, 32 bytes, ... */

static void give_back(void *given, size_t size)
{
    struct block *block = given;
    struct block **list = &free_blocks[(size + 15) / 16];
    block->next = *list;
    *list = block;
}

static void *take_small(size_t size)
{
    struct block **list = &free_blocks[(size + 15) / 16];
    if (*list == NULL) { /* chunks are never freed, because the process is short */
        const size_t length = (size + 15) / 16 * 16;
        char *chunk = malloc(CHUNK);
        for (size_t at = 0; chunk != NULL && at + length <= CHUNK; at += length)
            give_back(chunk + at, length);
    }
    struct block *block = *list;
    if (block != NULL)
        *list = block->next;
    return block;
}

static size_t used; /* bytes */

static void *allocate_any(void *old, size_t old_size, size_t size)
{
    const int was_small = old != NULL && old_size <= SMALL, is_small = size <= SMALL;
    if (was_small && is_small && size > 0 && (old_size + 15) / 16 == (size + 15) / 16)
        return old;
    if (!was_small && !is_small)
        return realloc(old, size);

    void *block = NULL;
    if (size > 0) {
        block = is_small ? take_small(size) : malloc(size);
        if (block == NULL)
            return NULL;
        if (old != NULL)
            memcpy(block, old, old_size < size ? old_size : size);
    }
    if (was_small)
        give_back(old, old_size);
    else
        free(old);
    return block;
}

static lua_State *lua; /* NULL before time is limited */
int is_refused;

static void answer(lua_State *L, lua_Debug *unused);

/* If too much memory is in use, the next instruction raises the error, because its place is known. */
void *allocate(void *unused, void *old, size_t old_size, size_t size)
{
    (void)unused;
    const size_t had = old != NULL ? old_size : 0;
    if (size > had && size - had > MOST_MEMORY + SPARE_MEMORY - used) {
        is_refused = 1;
        return NULL;
    }
    void *block = allocate_any(old, old_size, size);
    if (block != NULL || size == 0)
        used = used - had + size;
    if (used > MOST_MEMORY && lua != NULL)
        lua_sethook(lua, answer, LUA_MASKCOUNT, 1);
    return block;
}

/* ---- Limits: before the next instruction, a hook tests which file's code Lua runs. For time, once per second of processor time ---- */

static volatile sig_atomic_t seconds, answered, own_seconds;

static void answer(lua_State *L, lua_Debug *unused)
{
    (void)unused;
    lua_Debug at;
    lua_sethook(L, NULL, 0, 0);
    const int is_own = find_outside(L, &at), is_later = seconds != answered;
    answered = seconds;
    if (used > MOST_MEMORY)
        lua_gc(L, LUA_GCCOLLECT, 0);
    const int is_late = is_own && is_later && ++own_seconds > MOST_OWN_SECONDS;
    if (used <= MOST_MEMORY && !is_late && seconds <= MOST_SECONDS)
        return;
    const char *place = is_own ? lua_pushfstring(L, "%s:%d", at.short_src, at.currentline) : about;
    const int is_large = used > MOST_MEMORY, most_seconds = is_late ? MOST_OWN_SECONDS : MOST_SECONDS;
    lua_pushfstring(L, "%s: this takes more than %d %s", place, is_large ? (int)(MOST_MEMORY >> 20) : most_seconds,
                    is_large ? "MiB of memory" : "seconds");
    lua_error(L);
}

static void on_second(int number)
{
    (void)number;
    seconds++;
    lua_sethook(lua, answer, LUA_MASKCOUNT, 1);
    if (seconds - answered > MOST_OWN_SECONDS) { /* in one call of a function of Lua's own libraries */
        static const char before[] = "broadloom: ", after[] = ": a call here does not end\n";
        const int written = write(2, before, sizeof before - 1) >= 0 && write(2, about, strlen(about)) >= 0 &&
                            write(2, after, sizeof after - 1) >= 0;
        _exit(written ? 1 : 2);
    }
}

void limit_time(lua_State *L)
{
    struct sigaction action = {.sa_handler = on_second, .sa_flags = SA_RESTART};
    const struct itimerval second = {{1, 0}, {1, 0}};
    sigaction(SIGVTALRM, &action, NULL);
    lua = L;
    setitimer(ITIMER_VIRTUAL, &second, NULL);
}

void end_limits(lua_State *L)
{
    signal(SIGVTALRM, SIG_IGN);
    lua_sethook(L, NULL, 0, 0);
}
