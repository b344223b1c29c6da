/* broadloom: the generator's host. It embeds Lua with the base, table, string and math libraries only. It also gives gen/'s Lua modules
 * a few functions, which read files below the root, list a folder, write files that changed, and return the
 * place of a caller for error messages. It limits their time and memory. Everything else is Lua.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 200    /* in a folder that is listed; their names fit on Lua's stack */
#define MOST_LETTERS 256  /* of a folder's name, with the 0 at its end */
#define PART "woven.part" /* the file that is being written in the output folder: an interrupted run leaves this and complete files */

static const char *root = ".";

/* Pushes the whole file as a Lua string, or returns 0 with errno set. Closes the file, which may be NULL. */
static int push_file(lua_State *L, FILE *file)
{
    if (file == NULL)
        return 0;

    luaL_Buffer text;
    luaL_buffinit(L, &text);
    size_t got;
    do {
        char *room = luaL_prepbuffer(&text);
        got = fread(room, 1, LUAL_BUFFERSIZE, file);
        luaL_addsize(&text, got);
    } while (got > 0);
    const int failed = ferror(file);
    fclose(file);
    luaL_pushresult(&text);
    if (failed)
        lua_pop(L, 1);
    return !failed;
}

/* Pushes the file's contents, or raises an error. */
static void push_text(lua_State *L, const char *path)
{
    if (!push_file(L, fopen(path, "rb"))) {
        lua_pushfstring(L, "%s: cannot be read: %s", path, strerror(errno));
        lua_error(L);
    }
}

/* read(path) -> text: a file below the root */
static int host_read(lua_State *L)
{
    push_text(L, lua_pushfstring(L, "%s/%s", root, luaL_checkstring(L, 1)));
    return 1;
}

struct lines {
    const char *text;
    size_t size;
    int line; /* the last line that was read */
};

/* A lua_Reader: returns the next line. */
static const char *next_line(lua_State *L, void *from, size_t *size)
{
    (void)L;
    struct lines *lines = from;
    const char *line = lines->text, *end = memchr(line, '\n', lines->size);
    *size = end != NULL ? (size_t)(end - line) + 1 : lines->size;
    lines->text += *size;
    lines->size -= *size;
    lines->line++;
    return line;
}

/* load(path, env, outside) -> function: compiles a Lua file, with env as its globals. The file is below the root, or anywhere if outside is
 * true */
static int host_load(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    push_text(L, lua_toboolean(L, 3) ? path : lua_pushfstring(L, "%s/%s", root, path));
    struct lines lines = {NULL, 0, 0};
    lines.text = lua_tolstring(L, -1, &lines.size);
    const int status = lua_load(L, next_line, &lines, lua_pushfstring(L, "@%s", path), "t");
    if (status != LUA_OK) {
        if (status != LUA_ERRSYNTAX && status != LUA_ERRMEM) /* Lua's limits */
            lua_pushfstring(L, "%s:%d: this is nested too deeply: %s", path, lines.line, lua_tostring(L, -1));
        return lua_error(L);
    }
    lua_pushvalue(L, 2);
    lua_setupvalue(L, -2, 1);
    return 1;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* list(folder) -> { name, … }: the files of a folder below the root whose names do not begin with a dot, sorted */
static int host_list(lua_State *L)
{
    const char *path = lua_pushfstring(L, "%s/%s", root, luaL_checkstring(L, 1));
    luaL_checkstack(L, MOST_FILES + 4, "names");
    DIR *folder = opendir(path);
    if (folder == NULL)
        return luaL_error(L, "%s: cannot be listed: %s", path, strerror(errno));

    const char *names[MOST_FILES];
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.' && count < MOST_FILES)
            names[count] = lua_pushstring(L, entry->d_name);
        count += entry->d_name[0] != '.';
    }
    closedir(folder);
    if (count > MOST_FILES)
        return luaL_error(L, "%s: more than %d files", path, MOST_FILES);
    qsort(names, count, sizeof names[0], by_name);

    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; ++i) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- The output folder: its path may contain links, but paths below it are not followed through links ---- */

/* Creates the folders in the path before its last slash. */
static void make_folders(lua_State *L, const char *path)
{
    char *folder = lua_newuserdatauv(L, strlen(path) + 1, 0);
    strcpy(folder, path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            luaL_error(L, "%s: cannot be created: %s", folder, strerror(errno));
        *slash = '/';
    }
    lua_pop(L, 1);
}

/* Closes a file without changing errno. */
static void close_quietly(int file)
{
    const int reason = errno;
    close(file);
    errno = reason;
}

/* Opens the folder of the file `name`, a path below `folder`; -1 with errno set if there is none. *last is the name in it. With `make`,
 * missing folders below `folder` are created. */
static int open_holder(const char *folder, const char *name, int make, const char **last)
{
    int holder = open(folder, O_RDONLY | O_DIRECTORY);
    for (const char *slash; holder >= 0 && (slash = strchr(name, '/')) != NULL; name = slash + 1) {
        char part[MOST_LETTERS];
        const size_t size = (size_t)(slash - name);
        int inner = -1;
        errno = ENAMETOOLONG;
        if (size < sizeof part) {
            memcpy(part, name, size);
            part[size] = '\0';
            if (!make || mkdirat(holder, part, 0777) == 0 || errno == EEXIST)
                inner = openat(holder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        }
        close_quietly(holder);
        holder = inner;
    }
    *last = name;
    return holder;
}

/* Pushes the file's present contents; if there is no such file, pushes nothing and returns 0. */
static int push_old(lua_State *L, const char *folder, const char *name)
{
    const char *last;
    const int holder = open_holder(folder, name, 0, &last);
    const int file = holder < 0 ? -1 : openat(holder, last, O_RDONLY | O_NOFOLLOW);
    if (holder >= 0)
        close(holder);
    return file >= 0 && push_file(L, fdopen(file, "rb"));
}

/* Writes the text to a file in the output folder, and renames that: 0 with errno set if this fails. */
static int replace_file(const char *folder, const char *name, const char *text, size_t size)
{
    const char *last;
    const int holder = open_holder(folder, name, 1, &last);
    if (holder < 0)
        return 0;
    const int top = open(folder, O_RDONLY | O_DIRECTORY);
    unlinkat(top, PART, 0); /* from an interrupted run */
    const int part = openat(top, PART, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    FILE *file = part < 0 ? NULL : fdopen(part, "wb");
    int done = file != NULL && fwrite(text, 1, size, file) == size;
    done = file != NULL && fclose(file) == 0 && done && renameat(top, PART, holder, last) == 0;
    close_quietly(holder);
    close_quietly(top);
    return done;
}

/* write(folder, name, text) -> changed: writes a file below the output folder, unless it already contains the text; creates folders */
static int host_write(lua_State *L)
{
    const char *folder = luaL_checkstring(L, 1), *name = luaL_checkstring(L, 2);
    size_t size, old_size;
    const char *text = luaL_checklstring(L, 3, &size);
    const char *old = push_old(L, folder, name) ? lua_tolstring(L, -1, &old_size) : NULL;
    const int changed = old == NULL || old_size != size || memcmp(old, text, size) != 0;

    if (changed) {
        make_folders(L, lua_pushfstring(L, "%s/", folder));
        if (!replace_file(folder, name, text, size))
            return luaL_error(L, "%s/%s: cannot be written (and no link is followed): %s", folder, name, strerror(errno));
    }
    lua_pushboolean(L, changed);
    return 1;
}

/* old(folder, name) -> text or nil: the present contents of a file below the output folder */
static int host_old(lua_State *L)
{
    if (!push_old(L, luaL_checkstring(L, 1), luaL_checkstring(L, 2)))
        lua_pushnil(L);
    return 1;
}

/* remove(folder, name): removes a file below the output folder that is no longer generated */
static int host_remove(lua_State *L)
{
    const char *folder = luaL_checkstring(L, 1), *name = luaL_checkstring(L, 2), *last;
    const int holder = open_holder(folder, name, 0, &last);
    const int done = holder >= 0 && unlinkat(holder, last, 0) == 0;
    if (holder >= 0)
        close_quietly(holder);
    if (!done && errno != ENOENT)
        return luaL_error(L, "%s/%s: cannot be removed (and no link is followed): %s", folder, name, strerror(errno));
    return 0;
}

/* where(level) -> "file:line": the place that is being executed `level` calls above the caller */
static int host_where(lua_State *L)
{
    luaL_where(L, (int)luaL_checkinteger(L, 1) + 1);
    const char *place = lua_tostring(L, -1);
    const size_t size = strlen(place);
    lua_pushlstring(L, place, size >= 2 ? size - 2 : 0); /* without the ": " at its end */
    return 1;
}

/* say(text, is_note): to standard output, or as a note to standard error */
static int host_say(lua_State *L)
{
    fprintf(lua_toboolean(L, 2) ? stderr : stdout, "%s", luaL_checkstring(L, 1));
    return 0;
}

static const luaL_Reg host[] = {
    {"read", host_read},
    {"load", host_load},
    {"list", host_list},
    {"write", host_write},
    {"old", host_old},
    {"remove", host_remove},
    {"where", host_where},
    {"about", host_about},
    {"say", host_say},
    {NULL, NULL},
};

/* The searcher of require("room.module"): pushes the loader of room/module.lua, and its path. The room is a folder in gen/machine or, if
 * that has no such module, in gen. */
static int search_module(lua_State *L)
{
    const char *file = luaL_gsub(L, luaL_checkstring(L, 1), ".", "/");
    const char *path = lua_pushfstring(L, "gen/machine/%s.lua", file);
    if (access(lua_pushfstring(L, "%s/%s", root, path), F_OK) != 0)
        path = lua_pushfstring(L, "gen/%s.lua", file);
    lua_pushcfunction(L, host_load);
    lua_pushstring(L, path);
    lua_pushglobaltable(L);
    lua_call(L, 2, 1);
    lua_pushstring(L, path);
    return 2;
}

/* A script can compute, but cannot access files: it has only these libraries, without the base library's functions that read files. */
static void open_libraries(lua_State *L)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},
        {LUA_TABLIBNAME, luaopen_table},
        {LUA_STRLIBNAME, luaopen_string},
        {LUA_MATHLIBNAME, luaopen_math},
    };
    static const char *const outside[] = {"dofile", "loadfile", "load", "print", "collectgarbage", "warn"};

    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; ++i) {
        luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
        lua_pop(L, 1);
    }
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; ++i) {
        lua_pushnil(L);
        lua_setglobal(L, outside[i]);
    }
    luaL_newlib(L, host);
    lua_setglobal(L, "host");

    luaL_requiref(L, LUA_LOADLIBNAME, luaopen_package, 0); /* `require` needs it, and finds modules only by our searcher */
    lua_createtable(L, 1, 0);
    lua_pushcfunction(L, search_module);
    lua_rawseti(L, -2, 1);
    lua_setfield(L, -2, "searchers");
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setglobal(L, LUA_LOADLIBNAME);
}

int main(int count, char **arguments)
{
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "--root") == 0) {
        root = arguments[2];
        first = 3;
    }

    lua_State *L = lua_newstate(allocate, NULL);
    if (L == NULL) {
        fputs("broadloom: out of memory\n", stderr);
        return 1;
    }
    limit_time(L);
    open_libraries(L);
    lua_gc(L, LUA_GCGEN, 90, 800); /* most objects of a run are short-lived, and the others live to its end */

    lua_pushcfunction(L, with_place);
    lua_pushcfunction(L, host_load);
    lua_pushstring(L, "gen/machine/broadloom.lua");
    lua_pushglobaltable(L);
    int status = lua_pcall(L, 2, 1, 1);
    if (status == LUA_OK) {
        luaL_checkstack(L, count, "arguments");
        for (int i = first; i < count; ++i)
            lua_pushstring(L, arguments[i]);
        status = lua_pcall(L, count - first, 0, 1);
    }
    if (status == LUA_ERRMEM) {
        if (is_refused)
            fprintf(stderr, "broadloom: %s: this takes more than %zu MiB of memory\n", about, MOST_MEMORY >> 20);
        else
            fputs("broadloom: not enough memory\n", stderr);
    } else if (status != LUA_OK) {
        fprintf(stderr, "broadloom: %s\n", lua_tostring(L, -1));
    }
    end_limits(L);
    lua_close(L);
    if (fflush(stdout) != 0) {
        fputs("broadloom: standard output cannot be written\n", stderr);
        status = 1;
    }
    return status == LUA_OK ? 0 : 1;
}
