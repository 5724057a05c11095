/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * turns.c: threads whose counts depend on their turns, and on nothing else.
 * Compiled and run by tests/known/cores.
 *
 *    turns pair ROUNDS        two threads write neighbours in a line, ROUNDS times each
 *    turns locks ROUNDS       four threads with a mutex, a condition variable and a barrier, that allocate
 *    turns pipe ROUNDS        two threads write to a pipe that is soon full, two read
 *    turns spin ROUNDS        threads, as many as there are processors, spin at a barrier
 *    turns pause ROUNDS       four threads spin for a lock, with a pause in each round, as pthread_spin_lock() does
 *    turns last ROUNDS        a thread waits for another one, which ends at each place of a slice
 *    turns time ROUNDS        one thread runs while another one sleeps ROUNDS times
 *    turns processors ROUNDS  prints how many processors there are, and the numbers of those that threads are on; how
 *                             many there are by sysconf(), as configured, and in /proc/cpuinfo; and on how many a thread
 *                             may run that has chosen the last one
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

static struct {
    volatile long word[8];
} line __attribute__((aligned(64)));
static long rounds, next_in_turn;
static int ends[2];
static unsigned cpu_of[THREADS_MAX];
static volatile long done, arrived, round_now;
static int n_threads;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;

static void *pair(void *id)
{
    for (long r = 0; r < rounds; r++) line.word[(long)id]++;
    return NULL;
}

static void *locks(void *id)
{
    for (long r = 0; r < rounds; r++) {
        char *p = malloc(64 + 32 * (size_t)id + (size_t)r);
        memset(p, 1, 64);
        pthread_mutex_lock(&mutex);
        while (next_in_turn % 4 != (long)id) pthread_cond_wait(&condition, &mutex);
        next_in_turn++;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_barrier_wait(&barrier);
        free(p);
    }
    return NULL;
}

static void *pipes(void *id)
{
    char data[1000];
    for (long r = 0; r < rounds; r++) {
        memset(data, 1, sizeof data);
        ssize_t n = (long)id < 2 ? write(ends[1], data, sizeof data) : read(ends[0], data, sizeof data);
        line.word[(long)id] += n;
    }
    return NULL;
}

static void *spin(void *unused)
{
    for (long r = 0; r < rounds; r++) {
        line.word[0]++;
        if (__atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST) == n_threads) {
            arrived = 0;
            round_now++;
        }
        while (round_now == r)
            ;
    }
    return unused;
}

static void *sleeps(void *id)
{
    const struct timespec a_while = {.tv_nsec = 2000000};
    if (id) {
        while (!done) line.word[1]++;
        return NULL;
    }
    for (long r = 0; r < rounds; r++) nanosleep(&a_while, NULL);
    done = 1;
    return NULL;
}

static void *asks(void *id)
{
    unsigned node = 9;
    pthread_barrier_wait(&barrier); /* all are there, so that their numbers are 2 to 6 */
    syscall(SYS_getcpu, &cpu_of[(long)id], &node, NULL);
    cpu_of[(long)id] += 100 * node;
    return NULL;
}

static void run(int n, void *(*work)(void *))
{
    pthread_t thread[THREADS_MAX];
    n_threads = n;
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    for (long i = 0; i < n; i++) pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
}

static int processors(void)
{
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
}

/* The core ends a block at each pause: one of two blocks a round ends a slice of 100 with none left. */
static void *pauses(void *id)
{
    (void)id;
    for (long r = 0; r < rounds; r++) {
        while (__atomic_exchange_n(&line.word[0], 1, __ATOMIC_ACQUIRE))
            while (line.word[0]) __builtin_ia32_pause();
        for (int i = 0; i < 300; i++) done++;
        __atomic_store_n(&line.word[0], 0, __ATOMIC_RELEASE);
    }
    return NULL;
}

static void *ends_later(void *blocks)
{
    for (long i = 0; i < (long)blocks; i++) __asm__ volatile("" ::: "memory");
    return NULL;
}

/* Each round's thread ends some blocks later: once, no block is left of its slice, and then the first one is alone. */
static void last(void)
{
    for (long r = 0; r < rounds; r++) {
        pthread_t thread;
        pthread_create(&thread, NULL, ends_later, (void *)r);
        pthread_join(thread, NULL);
        for (int i = 0; i < 300; i++) done++;
    }
}

static long listed_processors(void)
{
    char line[4096];
    long n = 0;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) n += !strncmp(line, "processor\t", 10);
    if (f) fclose(f);
    return n;
}

static int choose(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof set, &set)) return -1;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return CPU_ISSET(processor, &set) ? CPU_COUNT(&set) : 0;
}

int main(int argc, char **argv)
{
    if (argc != 3 || (rounds = atol(argv[2])) <= 0) return 2;
    const char *what = argv[1];
    if (!strcmp(what, "pair")) run(2, pair);
    if (!strcmp(what, "locks")) run(4, locks);
    if (!strcmp(what, "pipe")) {
        if (pipe(ends) || fcntl(ends[1], F_SETPIPE_SZ, 4096) < 0) return 1;
        run(4, pipes);
    }
    if (!strcmp(what, "spin")) run(processors(), spin);
    if (!strcmp(what, "pause")) run(4, pauses);
    if (!strcmp(what, "last")) last();
    if (!strcmp(what, "time")) run(2, sleeps);
    if (!strcmp(what, "processors")) {
        run(5, asks);
        printf("%d:", processors());
        for (int i = 0; i < 5; i++) printf(" %u", cpu_of[i]);
        printf("; %ld %ld %ld", sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_NPROCESSORS_CONF), listed_processors());
        printf("; %d\n", choose(processors() - 1));
    }
    return 0;
}
