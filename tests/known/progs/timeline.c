/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * timeline.c: programs whose accesses are known one by one; their loops are in timeline_loops.S.
 * For tests/known/timeline, which has the arithmetic.  Usage: timeline CASE [ROUNDS]
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <callgrind.h>

enum { N = 1 << 16 };
static long array[N] __attribute__((aligned(4096)));
static long other[3 * N] __attribute__((aligned(4096)));

void ascending(const long *from, long n);
void descending(const long *behind, long n);
void strided(const long *from, long n, long stride_B);
void chosen(const long *from, long n, unsigned long factor, unsigned long state);
void two_streams(const long *from, long *to, long n);
void idle(long n);
void recursive(long n);
void by_address(long n);

static const char *which;
static long rounds;

static int is(const char *name) { return strcmp(which, name) == 0; }

/* The same memory again and again, in another life each time. */
static void allocations(void)
{
    for (long i = 0; i < rounds; i++) {
        long *p = malloc(N * sizeof *p);
        ascending(p, N);
        free(p);
    }
}

static void phases(void)
{
    for (long i = 0; i < rounds; i++) ascending(array, N);
    idle(100 * N);
    for (long i = 0; i < rounds; i++) two_streams(array, other, N);
}

/* Both threads are there before either begins: a thread's number is free again when it has ended. */
static pthread_barrier_t both_there;

static void *in_thread(void *arg)
{
    pthread_barrier_wait(&both_there);
    for (long i = 0; i < rounds; i++)
        if (arg) ascending(array, N);
        else descending(other + N, N);
    return 0;
}

static void threads(void)
{
    pthread_t t[2];
    if (pthread_barrier_init(&both_there, 0, 2)) exit(1);
    for (long i = 0; i < 2; i++)
        if (pthread_create(&t[i], 0, in_thread, (void *)i)) exit(1);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}

static void handler(int number)
{
    (void)number;
    descending(other + N, N);
}

static void signals(void)
{
    signal(SIGUSR1, handler);
    for (long i = 0; i < rounds; i++) {
        ascending(array, N);
        raise(SIGUSR1);
    }
}

/* Only every second call is collected, or instrumented. */
static void toggled(int instrumentation)
{
    for (long i = 0; i < rounds; i++) {
        ascending(array, N);
        if (instrumentation) CALLGRIND_STOP_INSTRUMENTATION;
        else CALLGRIND_TOGGLE_COLLECT;
        descending(other + N, N);
        if (instrumentation) CALLGRIND_START_INSTRUMENTATION;
        else CALLGRIND_TOGGLE_COLLECT;
    }
}

static void dumps(int zero)
{
    for (long i = 0; i < rounds; i++) {
        ascending(array, N);
        if (zero) CALLGRIND_ZERO_STATS;
        else CALLGRIND_DUMP_STATS;
        descending(other + N, N);
    }
}

static void forks(void)
{
    ascending(array, N);
    pid_t child = fork();
    for (long i = 0; i < rounds; i++)
        if (child) ascending(array, N);
        else descending(other + N, N);
    if (child) waitpid(child, 0, 0);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    which = argv[1];
    rounds = atol(argv[2]);
    if (is("ascending")) ascending(array, N);
    else if (is("descending")) descending(array + N, N);
    else if (is("strided")) strided(other, N, 24);
    else if (is("chosen")) chosen(array, 8 * N, 6364136223846793005UL, 42);
    else if (is("two_streams")) two_streams(array, other, N);
    else if (is("recursive")) recursive(N);
    else if (is("by_address")) by_address(N);
    else if (is("allocations")) allocations();
    else if (is("phases")) phases();
    else if (is("threads")) threads();
    else if (is("signals")) signals();
    else if (is("collect")) toggled(0);
    else if (is("instrument")) toggled(1);
    else if (is("dumps")) dumps(0);
    else if (is("zeros")) dumps(1);
    else if (is("forks")) forks();
    else return 2;
    return 0;
}
