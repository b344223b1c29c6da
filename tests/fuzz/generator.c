/* A fuzz target: profiles, and files of private operators, through the generator (gen/main.c), which runs in this process. A file
 * that calls profile is listed; any other is generated as one file for scalar. The generator succeeds, or reports in one line which line of
 * the file is wrong.
 *
 * The compiler does not count branches in Lua, so a hook counts lines, in counters that libFuzzer reads.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static FILE *said, *listed; /* the generator's stderr and stdout */

#ifdef LIBFUZZER
#define COUNTERS 65536
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t counters[COUNTERS];

/* The limits' own hook, until it was called: lines are counted with it and without it. */
static volatile lua_Hook asks;

static void count_line(lua_State *L, lua_Debug *at)
{
    const lua_Hook now = asks;

    lua_getinfo(L, "S", at);
    ++counters[((uintptr_t)at->source / 16 * 2654435761u + (unsigned)at->currentline * 40503u) % COUNTERS];
    if (now != NULL) {
        asks = NULL;
        now(L, at);
    }
}

static void hook_beside(lua_State *L, lua_Hook hook, int mask, int count)
{
    (void)mask;
    (void)count;
    asks = hook;
    (lua_sethook)(L, count_line, LUA_MASKLINE, 0);
}
#define lua_sethook hook_beside
#endif

#undef stderr
#undef stdout
#define stderr said
#define stdout listed
#define main run_generator
#include "../../gen/limits.c"
#include "../../gen/main.c"
#undef main
#undef stderr
#undef stdout

static char folder[] = "/tmp/broadloom_fuzz.XXXXXX";

static void remove_folder(void)
{
    static const char *const names[] = {"broadloom.c", "broadloom.h", "input.lua"};
    char path[sizeof folder + 20];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    remove(folder);
}

/* A message is one line that names the file, and no module of the generator. */
static void check_message(const char *text, const char *path)
{
    const char *end = strchr(text, '\n');

    REQUIRE(strncmp(text, "broadloom: ", 11) == 0);
    REQUIRE(end != NULL && end[1] == '\0');
    REQUIRE(strstr(text, "gen/machine") == NULL && strstr(text, "stack traceback") == NULL);
    REQUIRE(strstr(text, path) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[sizeof folder + 20];
    static char *const as_profile[] = {"broadloom", "--profile", path, "--list", NULL};
    static char *const as_ops[] = {"broadloom", "--ops-from", path, "--ops", path, "--isas", "scalar", "--form", "single", "--vendor", folder, NULL};
    const int is_profile = memmem(data, size, "profile", 7) != NULL;
    char *text = NULL;
    size_t length = 0;
    FILE *file;

    if (listed == NULL) {
        REQUIRE(mkdtemp(folder) != NULL && (listed = fopen("/dev/null", "w")) != NULL);
        atexit(remove_folder);
        snprintf(path, sizeof path, "%s/input.lua", folder);
    }
    said = open_memstream(&text, &length);
    file = fopen(path, "wb");
    REQUIRE(said != NULL && file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);

    /* as in a new process */
    about[0] = '\0';
    seconds = answered = own_seconds = 0;
    lua = NULL;
    is_refused = 0;
    if (run_generator(is_profile ? 4 : 11, (char **)(uintptr_t)(is_profile ? as_profile : as_ops)) != 0) {
        fflush(said);
        check_message(text, path);
    }
    fclose(said);
    free(text);
    return 0;
}
