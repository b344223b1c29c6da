/* examples/outputs.c: all files appear or none does, and no link is followed. TAP. Works in a folder of its own, which it
 * removes: argv[1], or outputs_test.folder.
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

/* Whether nothing is left of the name under which a file is first written. */
static bool is_clean(const char *path)
{
    char partial[200];

    snprintf(partial, sizeof partial, "%s.%ld.part", path, (long)getpid());
    return !is_there(partial);
}

/* Whether these are refused in those words, because of the file of that number. */
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
    for (size_t i = 0; i < sizeof left / sizeof *left; ++i) {
        remove(left[i]);
    }
    ok(chdir("..") == 0 && rmdir(folder) == 0, "nothing else is left");
    return done_testing();
}
