/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_exec.c: a program that is replaced by another one, which touches no
 * object of this one (objects.h).
 * Usage: objects_exec done|failed|handler
 * done: execve() succeeds.  failed: it fails five times, and the program goes on
 * with the same objects.  handler: it succeeds in a signal handler.
 */
#include "objects.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static ALIGNED char array[100 * LINE];

LOADS(walk_array);
STORES(walk_heap);

NI static char *new_heap(void)
{
    return own_line(malloc(BLOCK));
}

/* The other program prints nothing. */
static void become_another(int signal)
{
    (void)signal;
    fflush(stdout);
    execl("/bin/true", "true", (char *)0);
    exit(2);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    const long passes = strcmp(how, "failed") == 0 ? 6 : 1;
    char *heap = new_heap();
    for (long i = 0; i < passes; i++) {
        if (i)
            execl("/nonexistent", "x", (char *)0);
        walk_array(array, LINE, 100);
        walk_heap(heap, LINE, 50);
    }
    expect("array", "objects", 1);
    expect("array", "Dr", passes * 100);
    expect("array", "D1mr", 100);
    expect("new_heap", "objects", 1);
    expect("new_heap", "count", 1);
    expect("new_heap", "total_B", BLOCK);
    expect("new_heap", "Dw", passes * 50);
    expect("new_heap", "D1mw", 50);
    self("walk_array", "Dr", passes * (100 + 1));
    self("walk_heap", "Dw", passes * 50);
    if (passes > 1)
        return 0;
    if (strcmp(how, "handler") == 0) {
        signal(SIGUSR1, become_another);
        raise(SIGUSR1);
    }
    become_another(0);
}
