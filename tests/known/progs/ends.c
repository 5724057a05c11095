/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ends.c: ways to end, or to go on as another process: the argument says which.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

SPIN(spin_before);
SPIN(spin_child);
SPIN(spin_parent);
SPIN(spin_handler);
SPIN(spin_new);

NI void leave(int s)
{
    spin_handler(200);
    _exit(s == SIGUSR1 ? 3 : 4);
}
NI void do_exit(int s)
{
    spin_handler(200);
    exit(s == SIGUSR1 ? 3 : 4);
}

int main(int argc, char **argv)
{
    struct rlimit none = { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "again")) { /* what exec starts */
        spin_new(400);
        return 5;
    }
    spin_before(1000);
    if (!strcmp(how, "fork")) {
        pid_t pid = fork();
        if (pid == 0) {
            spin_child(5000);
            return 6;
        }
        int st = 0;
        waitpid(pid, &st, 0);
        spin_parent(3000);
        return WIFEXITED(st) && WEXITSTATUS(st) == 6 ? 7 : 1;
    }
    if (!strcmp(how, "exec")) {
        execl(argv[0], argv[0], "again", (char *)0);
        return 1;
    }
    if (!strcmp(how, "failed-exec")) {
        execl("/nonexistent", "nonexistent", (char *)0);
        spin_parent(3000);
        return 7;
    }
    if (!strcmp(how, "segv"))
        *(volatile int *)0 = 1;
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "term"))
        kill(getpid(), SIGTERM);
    if (!strcmp(how, "wait")) { /* to be killed from outside */
        if (write(1, "ready\n", 6) != 6)
            return 1;
        for (;;)
            pause();
    }
    if (!strcmp(how, "handler")) {
        signal(SIGUSR1, leave);
        raise(SIGUSR1);
    }
    if (!strcmp(how, "handler-exit")) {
        signal(SIGUSR1, do_exit);
        raise(SIGUSR1);
    }
    return 1;
}
