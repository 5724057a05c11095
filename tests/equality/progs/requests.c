/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * requests.c: client requests: start, stop, toggle, zero and dump.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <callgrind.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__((noinline, noclone))

static volatile long count;

NI static void leaf(int n)
{
    for (int i = 0; i < n; i++)
        count += i;
}
NI static void phase(int n)
{
    leaf(n);
    leaf(2 * n);
}
NI static void start_inside(int n)
{
    leaf(n);
    CALLGRIND_START_INSTRUMENTATION;
    leaf(n);
} /* returns below the first frame known */
NI static void stop_inside(int n)
{
    leaf(n);
    CALLGRIND_STOP_INSTRUMENTATION;
    leaf(n);
}
NI static void toggle_inside(int n)
{
    leaf(n);
    CALLGRIND_TOGGLE_COLLECT;
    leaf(n);
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < scale; i++) {
        phase(100);
        start_inside(50);
        phase(10);
        CALLGRIND_DUMP_STATS;
        phase(20);
        CALLGRIND_ZERO_STATS;
        phase(30);
        CALLGRIND_TOGGLE_COLLECT;
        phase(40);
        toggle_inside(15);
        toggle_inside(16);
        CALLGRIND_DUMP_STATS_AT("named");
        phase(50);
        stop_inside(60);
        phase(70);
        CALLGRIND_START_INSTRUMENTATION;
        phase(80);
        CALLGRIND_TOGGLE_COLLECT;
        phase(85);
        CALLGRIND_STOP_INSTRUMENTATION;
        phase(90);
        CALLGRIND_START_INSTRUMENTATION;
    }
    phase(5);
    printf("%ld\n", count);
    return 0;
}
