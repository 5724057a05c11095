/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_threads.c: threads that warm the caches up with an array each, one that
 * then sets all costs to zero, while another one runs on, and the same arrays
 * again (objects.h).  Needs caches that nothing leaves.
 * Usage: objects_threads zero|fork|fork-zero [apart]
 * zero: as above.  fork: the program then forks while its threads run; what is
 * found in the child's profile is printed behind a line "child".  fork-zero: the
 * child sets its costs to zero after an iteration of its own.  apart: threads have
 * profiles of their own, and only that of the thread which asks for it is zeroed;
 * objects are all threads', and all theirs is.
 */
#include "objects.h"
#include <callgrind.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, SIZE = 16 * 1024, PASSES = 4 };

static ALIGNED char array_a[SIZE], array_b[SIZE], array_c[SIZE], noise[SIZE];
static ALIGNED char array_child[SIZE], array_thread[SIZE];

LOADS(walk_a);
STORES(walk_b);
MODIFIES(walk_c);
LOADS(walk_noise);
LOADS(walk_child);
STORES(walk_thread);

static struct {
    char *array;
    void (*walk)(char *p, long stride, long n);
    pthread_t thread;
} workers[THREADS] = {{array_a, walk_a, 0}, {array_b, walk_b, 0}, {array_c, walk_c, 0}};

static pthread_barrier_t start, warm, zeroed, done;
static volatile int stop;

/* Allocates as well, as an allocator must not stay locked in a child. */
static void *make_noise(void *unused)
{
    (void)unused;
    while (!stop) {
        walk_noise(noise, 64, SIZE / 64);
        free(malloc(100));
        sched_yield();
    }
    return NULL;
}

static void *work(void *argument)
{
    long i = (long)(intptr_t)argument;
    pthread_barrier_wait(&start);
    workers[i].walk(workers[i].array, 64, SIZE / 64);
    pthread_barrier_wait(&warm);
    pthread_barrier_wait(&zeroed);
    for (int pass = 0; pass < PASSES; pass++)
        workers[i].walk(workers[i].array, 64, SIZE / 64);
    pthread_barrier_wait(&done);
    return NULL;
}

static void must(int error)
{
    if (error && error != PTHREAD_BARRIER_SERIAL_THREAD)
        exit(2);
}

/* `before`: passes that are only in the function's profile */
static void expect_warm(const char *object, const char *function, int is_store, long passes,
                        long before)
{
    const char *one = is_store ? "Dw" : "Dr", *other = is_store ? "Dr" : "Dw";
    const long n = passes * (SIZE / 64);
    expect(object, one, n);
    expect(object, other, 0);
    expect(object, is_store ? "D1mw" : "D1mr", 0);
    expect(object, is_store ? "DLmw" : "DLmr", 0);
    expect(object, "Lines1", 0);
    expect(object, "SpLoss1", 0);
    const long in_all = passes + before, accesses = in_all * (SIZE / 64);
    self(function, "Dr", is_store ? in_all : accesses + in_all);
    self(function, "Dw", is_store ? accesses : 0);
    self(function, is_store ? "D1mw" : "D1mr", before * (SIZE / 64));
}

static void expect_cold(const char *object, const char *function, int is_store)
{
    const long n = SIZE / 64;
    expect(object, is_store ? "Dw" : "Dr", n);
    expect(object, is_store ? "Dr" : "Dw", 0);
    expect(object, is_store ? "D1mw" : "D1mr", n);
    expect(object, is_store ? "DLmw" : "DLmr", n);
    expect(object, "Lines1", n);
    expect(object, "SpLoss1", n * (64 - 8));
    self(function, "Dr", is_store ? 1 : n + 1);
    self(function, "Dw", is_store ? n : 0);
}

static void *work_in_child(void *unused)
{
    (void)unused;
    walk_thread(array_thread, 64, SIZE / 64);
    return NULL;
}

/* A child has one thread; one that it starts itself may have the number of one of before. */
static void child(int zero)
{
    pthread_t t;
    walk_child(array_child, 64, SIZE / 64);
    if (zero) {
        CALLGRIND_ZERO_STATS;
        for (int pass = 0; pass < PASSES; pass++)
            walk_child(array_child, 64, SIZE / 64);
    }
    /* warm from the parent */
    walk_a(array_a, 64, SIZE / 64);
    must(pthread_create(&t, NULL, work_in_child, NULL));
    must(pthread_join(t, NULL));
    printf("child\n");
    if (zero)
        expect_warm("array_child", "walk_child", 0, PASSES, 0);
    else
        expect_cold("array_child", "walk_child", 0);
    expect_warm("array_a", "walk_a", 0, 1, 0);
    expect_cold("array_thread", "walk_thread", 1);
    exit(0);
}

int main(int argc, char **argv)
{
    pthread_t noisy;
    int status;
    if (argc < 2)
        return 2;
    const long before = argc > 2 && strcmp(argv[2], "apart") == 0;
    pthread_barrier_t *const barriers[] = {&start, &warm, &zeroed, &done};
    for (int i = 0; i < 4; i++)
        must(pthread_barrier_init(barriers[i], NULL, THREADS + 1));
    for (long i = 0; i < THREADS; i++)
        must(pthread_create(&workers[i].thread, NULL, work, (void *)(intptr_t)i));
    must(pthread_create(&noisy, NULL, make_noise, NULL));
    must(pthread_barrier_wait(&start));
    must(pthread_barrier_wait(&warm));
    CALLGRIND_ZERO_STATS;
    must(pthread_barrier_wait(&zeroed));
    expect_warm("array_a", "walk_a", 0, PASSES, before);
    expect_warm("array_b", "walk_b", 1, PASSES, before);
    expect_warm("array_c", "walk_c", 1, PASSES, before);
    fflush(stdout);
    if (strncmp(argv[1], "fork", 4) == 0) {
        pid_t pid = fork();
        if (pid == 0)
            child(strcmp(argv[1], "fork-zero") == 0);
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            return 2;
    }
    must(pthread_barrier_wait(&done));
    stop = 1;
    for (int i = 0; i < THREADS; i++)
        must(pthread_join(workers[i].thread, NULL));
    must(pthread_join(noisy, NULL));
    return 0;
}
