/* examples/outputs.c writes all files or none, and follows no link. TAP. The test works in a separate folder, which it removes:
 * argv[1], or outputs_test.folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "outputs.h"
#include "harness/tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAILING = 2, /* the file that put_text cannot write */
       MOST = 3 };

static size_t put_count;

static bool put_text(FILE *file, size_t index, const void *context)
{
    const char *const *texts = (const char *const *)context;

    ++put_count;
    errno = ENOSPC;
    return index != FAILING && fputs(texts[index], file) >= 0;
}

static void make(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        printf("Bail out! %s: %s\n", path, strerror(errno));
        exit(1);
    }
}

static bool holds(const char *path, const char *text)
{
    char found[100] = "";
    FILE *file = fopen(path, "rb");
    const bool read = file != NULL && (fgets(found, sizeof found, file) != NULL || feof(file));

    if (file != NULL) {
        fclose(file);
    }
    return read && strcmp(found, text) == 0;
}

static bool is_there(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0;
}

/* Whether the temporary name, under which a file is first written, no longer exists. */
static bool is_clean(const char *path)
{
    char partial[200];

    snprintf(partial, sizeof partial, "%s.%ld.part", path, (long)getpid());
    return !is_there(partial);
}

/* Whether these are refused with this message, because of the file of that number. */
static bool refuses(size_t count, const char *const *paths, size_t which, const char *words)
{
    static const char *const texts[MOST] = {"new 0", "new 1", "new 2"};
    outputs_error error = {0, ""};

    put_count = 0;
    return !outputs_write(count, paths, put_text, texts, &error) && error.index == which &&
           strstr(error.text, words) != NULL && is_clean(paths[0]) && is_clean(paths[count - 1]);
}

static void test_all(void)
{
    static const char *const paths[] = {"a", "link"};
    static const char *const texts[] = {"one", "two"};
    outputs_error error;

    make("a", "old");
    make("target", "old");
    ok(symlink("target", "link") == 0 && outputs_write(2, paths, put_text, texts, &error) && holds("a", "one") &&
           holds("link", "two") && is_clean("a") && is_clean("link"),
       "two files, one there before, one a link");
    ok(holds("target", "old"), "the link is replaced, not what it leads to");
    ok(outputs_write(0, NULL, put_text, NULL, &error), "no files at all");
}

static void test_none(void)
{
    static const char *const nowhere[] = {"a", "nowhere/b"};
    static const char *const folder[] = {"a", "folder"};
    static const char *const twice[] = {"a", "a"};
    static const char *const spelt[] = {"new", "./new"};
    static const char *const third[] = {"a", "new", "c"};

    make("a", "old");
    ok(mkdir("folder", 0777) == 0 && refuses(2, nowhere, 1, "No such file") && holds("a", "old"),
       "a folder that is not there");
    ok(refuses(2, folder, 1, "Is a directory") && put_count == 0 && holds("a", "old"),
       "a folder in the way is found before anything is written");
    ok(refuses(2, twice, 1, "named twice") && holds("a", "old"), "a name that is given twice");
    ok(refuses(2, spelt, 1, "named twice") && !is_there("new"), "a file that has two names");
    ok(refuses(3, third, FAILING, "No space") && put_count == 3 && holds("a", "old") && !is_there("new") && !is_there("c"),
       "two files that can be written and one that cannot");
}

static void test_planted_link(void)
{
    static const char *const paths[] = {"a"};
    static const char *const texts[] = {"new"};
    char partial[200];
    outputs_error error;

    make("a", "old");
    make("target", "old");
    snprintf(partial, sizeof partial, "a.%ld.part", (long)getpid());
    ok(symlink("target", partial) == 0 && !outputs_write(1, paths, put_text, texts, &error) && holds("target", "old") &&
           holds("a", "old"),
       "a link where the file is first written is not followed");
    remove(partial);
}

/* Changes that a writer makes to its file or to the folder meanwhile. */
enum { CLOSES_WITH_TEXT,
       CLOSES_EMPTY,
       TAKES_THE_NAME };

static bool put_trouble(FILE *file, size_t index, const void *context)
{
    const int trouble = *(const int *)context;

    (void)index;
    if (trouble == TAKES_THE_NAME) {
        return fputs("new", file) >= 0 && mkdir("late", 0777) == 0;
    }
    return (trouble == CLOSES_EMPTY || fputs("new", file) >= 0) && close(fileno(file)) == 0;
}

static void test_trouble(void)
{
    static const char *const paths[] = {"late"};
    static const char *const words[] = {"Bad file descriptor", "Bad file descriptor", "Is a directory"};
    static const char *const names[] = {"what was written does not reach the file", "the file cannot be closed",
                                        "a folder comes in the way while files are written"};

    for (int trouble = 0; trouble < 3; ++trouble) {
        outputs_error error = {1, ""};

        ok(!outputs_write(1, paths, put_trouble, &trouble, &error) && error.index == 0 &&
               strstr(error.text, words[trouble]) != NULL && is_clean("late") &&
               is_there("late") == (trouble == TAKES_THE_NAME),
           "%s", names[trouble]);
    }
    rmdir("late");
}

/* A path that stat and access refuse is refused before anything is written. Root may do everything, so the test gives up its rights. */
static void test_permissions(void)
{
    static const char *const behind_file[] = {"a/b"}, *const guarded[] = {"a"};
    const uid_t user = getuid();

    make("a", "old");
    ok(refuses(1, behind_file, 0, "Not a directory") && put_count == 0, "a file where a folder should be");
    if (chmod("a", 0444) != 0 || (user == 0 && setreuid(65534, 0) != 0)) {
        ok(true, "a write-protected file # SKIP nobody can be told to be nobody");
        return;
    }
    ok(refuses(1, guarded, 0, "Permission denied") && put_count == 0, "a write-protected file");
    ok((user != 0 || setreuid(0, 0) == 0) && chmod("a", 0644) == 0 && holds("a", "old"), "which stays");
}

int main(int argc, char **argv)
{
    static const char *const left[] = {"a", "link", "target", "folder"};
    const char *folder = argc > 1 ? argv[1] : "outputs_test.folder";

    if (mkdir(folder, 0777) != 0 || chdir(folder) != 0) {
        printf("Bail out! %s: %s\n", folder, strerror(errno));
        return 1;
    }
    test_all();
    test_none();
    test_planted_link();
    test_trouble();
    test_permissions();
    for (size_t i = 0; i < sizeof left / sizeof *left; ++i) {
        remove(left[i]);
    }
    ok(chdir("..") == 0 && rmdir(folder) == 0, "nothing else is left");
    return done_testing();
}
