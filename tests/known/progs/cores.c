/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cores.c: threads that share lines of memory in known ways.
 * Compiled and run by tests/known/cores, which has the arithmetic.
 *
 *    cores hand LAYOUT ROUNDS [CORE...]    two threads write their words in turn, ROUNDS times each
 *    cores race LAYOUT ROUNDS [CORE...]    ... ROUNDS times each, without waiting for each other
 *    cores counter - ROUNDS [CORE...]      ... add to one word, in atomic instructions
 *    cores alloc - ROUNDS                  as race, with adjacent pieces of each thread's allocations
 *    cores pages - ROUNDS [CORE...]        ... read a word of each of 16 pages in turn, ROUNDS times each,
 *                                          and call a function that has a page of its own
 *    cores fork|exec|signal LAYOUT ROUNDS  as race, in a child; before the program is replaced; with signals
 *
 * LAYOUT: word: both write the same word; line: neighbours; padded: lines of their own.
 * Each write is one instruction.  Before it a thread executes an atomic instruction on a line of its own
 * (hand), so that intervals of the two do not overlap.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xgrind.h>

#define LINE __attribute__((aligned(64)))
#define NI __attribute__((noinline, noclone))

LINE static long data[16];
LINE static volatile long turn;
LINE static volatile long started;
LINE static struct { LINE long gate; } own[2];
LINE static volatile char rest[64];

static long rounds;
static int at[2]; /* words that the threads write */
static int core[2] = {-1, -1};
static const char *mode;
static long *piece[2];

static NI void add(long *p) { __asm__ volatile("addq $1,%0" : "+m"(*p)); }
static NI void add_locked(long *p) { __asm__ volatile("lock addq $1,%0" : "+m"(*p)); }

static void pass_gate(long i) { __atomic_exchange_n(&own[i].gate, 1, __ATOMIC_SEQ_CST); }

static void hand(long i)
{
    for (long r = 0; r < rounds; r++) {
        while (turn != i)
            ;
        pass_gate(i);
        add(&data[at[i]]);
        __atomic_exchange_n(&turn, 1 - i, __ATOMIC_SEQ_CST);
    }
}

enum { PAGES = 16, PAGE_B = 4096 };
static char pages[PAGES * PAGE_B] __attribute__((aligned(4096)));

#define WALK(name)                                                             \
    static NI void name(void)                                                  \
    {                                                                          \
        long sum = 0;                                                          \
        for (const char *p = pages; p < pages + sizeof pages; p += PAGE_B)     \
            __asm__ volatile("addq (%1),%0" : "+r"(sum) : "r"(p) : "memory");  \
    }
WALK(walk_first)
WALK(walk_second)

void page_of_code(void);
__asm__(".text\n.p2align 12\n"
        ".type page_of_code, @function\npage_of_code:\nnop\nret\n"
        ".size page_of_code, . - page_of_code\n.p2align 12, 0x90\n");

static void walk_in_turn(long i)
{
    for (long r = 0; r < rounds; r++) {
        while (turn != i)
            ;
        (i ? walk_second : walk_first)();
        page_of_code();
        __atomic_exchange_n(&turn, 1 - i, __ATOMIC_SEQ_CST);
    }
}

/* Both are there before either begins. */
static void meet(void)
{
    __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST);
    while (started < 2)
        ;
}

static void *run(void *arg)
{
    long i = (long)arg;
    if (core[i] >= 0)
        XGRIND_SET_CORE(core[i]);
    if (strcmp(mode, "alloc") == 0)
        piece[i] = malloc(8);
    if (strcmp(mode, "hand") == 0) {
        hand(i);
        return 0;
    }
    if (strcmp(mode, "pages") == 0) {
        walk_in_turn(i);
        return 0;
    }
    meet();
    long *p = piece[i] ? piece[i] : &data[at[i]];
    if (strcmp(mode, "counter") == 0)
        for (long r = 0; r < rounds; r++)
            add_locked(p);
    else
        for (long r = 0; r < rounds; r++)
            add(p);
    return 0;
}

static void both(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        if (pthread_create(&t[i], 0, run, (void *)i))
            exit(1);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}

static void on_signal(int s) { rest[0] = (char)s; }

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    mode = argv[1];
    rounds = atol(argv[3]);
    at[1] = strcmp(argv[2], "line") == 0 ? 1 : strcmp(argv[2], "padded") == 0 ? 8 : 0;
    for (int i = 0; i < 2 && i + 4 < argc; i++)
        core[i] = atoi(argv[i + 4]);
    printf("%lu %lu\n", (unsigned long)&data[0], (unsigned long)&data[8]);
    fflush(stdout);
    if (strcmp(mode, "fork") == 0) {
        int status = 1;
        if (fork() == 0) {
            both();
            return 0;
        }
        waitpid(-1, &status, 0);
        return status != 0;
    }
    if (strcmp(mode, "signal") == 0) {
        signal(SIGALRM, on_signal);
        ualarm(200, 200);
    }
    both();
    ualarm(0, 0);
    if (strcmp(mode, "exec") == 0)
        execl("/bin/true", "true", (char *)0);
    return 0;
}
