/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cycles.c: loops whose cycles follow from their text, and a program with a bit of everything.  known/cycles has the
 * arithmetic.
 *
 *    cycles NAME N     the loop NAME, N elements
 *    cycles strings N   a thousand times, fills and copies of N bytes, a multiple of 8, at most 8192
 *    cycles all        all of them, few elements each, in a handler, and behind a longjmp
 *    cycles threads    likewise, while two threads run
 *    cycles handed -   chase() in a thread, along a list that another one has written
 *    cycles together NAME N   two threads run NAME, each on 32 bytes of one line; apart: of two
 */
#include "known.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_B = 64, SMALL_B = 16384, LARGE_B = 1 << 23, STRIDE_B = 320 };

/* doubles of p, n of them, into one sum */
void sum_one(void *p, long n);
ASM_FUNCTION(sum_one, "nop\n1: addsd (%rdi),%xmm0\n add $8,%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* and into four; n is a multiple of 4 */
void sum_four(void *p, long n);
ASM_FUNCTION(sum_four, "nop\n1: addsd (%rdi),%xmm0\n addsd 8(%rdi),%xmm1\n addsd 16(%rdi),%xmm2\n"
                       " addsd 24(%rdi),%xmm3\n add $32,%rdi\n sub $4,%rsi\n jnz 1b\n ret\n");
/* n steps along a list */
void chase(void *p, long n);
ASM_FUNCTION(chase, "nop\n1: movq (%rdi),%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* adds 1 to one of four words, n times; to one; and atomically */
void add_words(void *p, long n);
ASM_FUNCTION(add_words, "nop\n1: mov %esi,%eax\n and $3,%eax\n addl $1,(%rdi,%rax,4)\n dec %rsi\n jnz 1b\n ret\n");
void add_word(void *p, long n);
ASM_FUNCTION(add_word, "nop\n1: addl $1,(%rdi)\n dec %rsi\n jnz 1b\n ret\n");
void add_atomic(void *p, long n);
ASM_FUNCTION(add_atomic, "nop\n1: lock addl $1,(%rdi)\n dec %rsi\n jnz 1b\n ret\n");
/* n times the halves of a word, and the word; the word, and it; the halves, 200 other words, and the word */
void halves(void *p, long n);
ASM_FUNCTION(halves, "nop\n1: movl %esi,(%rdi)\n movl %esi,4(%rdi)\n movq (%rdi),%rax\n dec %rsi\n jnz 1b\n ret\n");
void whole(void *p, long n);
ASM_FUNCTION(whole, "nop\n1: movq %rsi,(%rdi)\n movq %rsi,8(%rdi)\n movq (%rdi),%rax\n dec %rsi\n jnz 1b\n ret\n");
void halves_before(void *p, long n);
ASM_FUNCTION(halves_before, "nop\n1: movl %esi,(%rdi)\n movl %esi,4(%rdi)\n .rept 200\n movq %rsi,64(%rdi)\n .endr\n"
                            " movq (%rdi),%rax\n dec %rsi\n jnz 1b\n ret\n");
/* n words of bytes, in a loop of their own, from what was loaded last */
void bytes(void *p, long n);
ASM_FUNCTION(bytes, "nop\n1: xor %ecx,%ecx\n2: movb %al,(%rdi,%rcx)\n inc %ecx\n cmp $8,%ecx\n jne 2b\n"
                    " movq (%rdi),%rax\n dec %rsi\n jnz 1b\n ret\n");
/* n steps along a list, each address of which is put together from halves */
void chase_halves(void *p, long n);
ASM_FUNCTION(chase_halves, "nop\n1: movq (%rdi),%rax\n movl %eax,-64(%rsp)\n shr $32,%rax\n movl %eax,-60(%rsp)\n"
                           " movq -64(%rsp),%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* n lines of p at random */
void gather(void *p, long n);
ASM_FUNCTION(gather, "movabs $6364136223846793005,%r8\n mov $42,%eax\n"
                     "1: imul %r8,%rax\n add $12345,%rax\n mov %rax,%rdx\n shr $47,%rdx\n shl $6,%rdx\n"
                     " addq (%rdi,%rdx),%rcx\n dec %rsi\n jnz 1b\n ret\n");
/* n branches on random bits */
void branches(void *p, long n);
ASM_FUNCTION(branches, "movabs $6364136223846793005,%r8\n mov $42,%eax\n"
                       "1: imul %r8,%rax\n add $12345,%rax\n bt $60,%rax\n jc 2f\n nop\n2: dec %rsi\n"
                       " jnz 1b\n ret\n");
/* n branches on random bits, to which they add what they load from lines of p at random, which is 0 */
void loads_and_branches(void *p, long n);
ASM_FUNCTION(loads_and_branches, "movabs $6364136223846793005,%r8\n mov $42,%eax\n"
                                 "1: imul %r8,%rax\n add $12345,%rax\n mov %rax,%rdx\n shr $47,%rdx\n shl $6,%rdx\n"
                                 " movq (%rdi,%rdx),%rcx\n add %rax,%rcx\n bt $60,%rcx\n jc 2f\n nop\n2: dec %rsi\n"
                                 " jnz 1b\n ret\n");
/* n branches that are always taken */
void no_branches(void *p, long n);
ASM_FUNCTION(no_branches, "nop\n1: test %rsi,%rsi\n jnz 2f\n nop\n2: dec %rsi\n jnz 1b\n ret\n");
/* the first word of n lines, one after the other */
void lines(void *p, long n);
ASM_FUNCTION(lines, "nop\n1: movq (%rdi),%rax\n add $64,%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* n stores, each in a line of its own */
void stores(void *p, long n);
ASM_FUNCTION(stores, "nop\n1: movq %rsi,(%rdi)\n add $320,%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* n bytes, filled and copied within p by one instruction, by bytes and by words of eight */
#define STRING(name, text) \
    void name(void *p, long n); \
    ASM_FUNCTION(name, "mov %rsi,%rcx\n lea 8192(%rdi),%rsi\n mov $1,%eax\n" text "\n ret\n")
STRING(fill_bytes, "rep stosb");
STRING(copy_bytes, "rep movsb");
STRING(fill_words, "shr $3,%rcx\n rep stosq");
STRING(copy_words, "shr $3,%rcx\n rep movsq");
/* first in a block of its own */
STRING(jump_and_fill, "jmp 1f\n nop\n1: rep stosb");

char small[SMALL_B] __attribute__((aligned(4096)));
char large[LARGE_B] __attribute__((aligned(4096)));

static const struct {
    const char *name;
    void (*run)(void *, long);
    int is_small;
} loops[] = {
    {"sum_one", sum_one, 1}, {"sum_four", sum_four, 1}, {"chase", chase, 0},
    {"chase_halves", chase_halves, 0}, {"gather", gather, 0},   {"branches", branches, 0}, {"no_branches", no_branches, 1},
    {"lines", lines, 0},     {"stores", stores, 0},   {"add_word", add_word, 0},
    {"add_words", add_words, 0}, {"fill_bytes", fill_bytes, 0}, {"fill_words", fill_words, 0},
    {"copy_bytes", copy_bytes, 0}, {"copy_words", copy_words, 0}, {"jump_and_fill", jump_and_fill, 0},
    {"loads_and_branches", loads_and_branches, 0}, {"halves", halves, 0}, {"whole", whole, 0},
    {"halves_before", halves_before, 0}, {"bytes", bytes, 0},
};
enum { LOOPS = sizeof loops / sizeof *loops };

/* A list through all lines of `large`, in random order. */
static void link_list(void)
{
    static uint32_t order[LARGE_B / LINE_B];
    uint64_t x = 1;
    for (uint32_t i = 0; i < LARGE_B / LINE_B; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        uint32_t j = (x >> 33) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < LARGE_B / LINE_B; i++)
        *(char **)(large + (long)order[i] * LINE_B) =
            large + (long)order[(i + 1) % (LARGE_B / LINE_B)] * LINE_B;
}

static void NI run_loop(int i, long n)
{
    if (!loops[i].is_small) {
        loops[i].run(large, n);
        return;
    }
    for (; n > 0; n -= SMALL_B / 8) loops[i].run(small, n < SMALL_B / 8 ? n : SMALL_B / 8);
}

static void NI run_all(void)
{
    link_list();
    for (int i = 0; i < LOOPS; i++) run_loop(i, 2000);
}

static jmp_buf out;

static void on_signal(int s)
{
    (void)s;
    gather(large, 500);
}

static void NI jump_out(void)
{
    stores(large, 300);
    longjmp(out, 1);
}

static void *chase_small(void *unused)
{
    chase(small, SMALL_B / LINE_B);
    return unused;
}

/* A list through `small` that one thread has written and another one walks along, line after line. */
static int hand_over(void)
{
    pthread_t t;
    for (int i = 0; i < SMALL_B; i += LINE_B) *(char **)(small + i) = small + (i + LINE_B) % SMALL_B;
    return pthread_create(&t, NULL, chase_small, NULL) || pthread_join(t, NULL);
}

static void *thread(void *heap)
{
    memset(heap, 1, 100000);
    for (int i = 0; i < 20; i++) {
        lines(heap, 1500);
        sched_yield();
    }
    return NULL;
}

/* loops on memory that two threads share, or not */
static const struct {
    const char *name;
    void (*loop)(void *, long);
} shared[] = {{"add_words", add_words}, {"add_word", add_word}, {"add_atomic", add_atomic}};
static struct {
    void (*loop)(void *, long);
    long n;
    pthread_barrier_t both;
} shared_work;

static void *share(void *p)
{
    pthread_barrier_wait(&shared_work.both);
    shared_work.loop(p, shared_work.n);
    return NULL;
}

static int run_shared(const char *how, const char *name, long n)
{
    static char lines[2 * LINE_B] __attribute__((aligned(2 * LINE_B)));
    pthread_t other;
    for (int i = 0; i < 3; i++)
        if (!strcmp(shared[i].name, name)) shared_work.loop = shared[i].loop;
    if (!shared_work.loop) return 2;
    shared_work.n = n;
    pthread_barrier_init(&shared_work.both, NULL, 2);
    if (pthread_create(&other, NULL, share, lines)) return 1;
    share(lines + (!strcmp(how, "apart") ? LINE_B : LINE_B / 2));
    pthread_join(other, NULL);
    return 0;
}

static int run_strings(long n)
{
    for (int i = 0; i < 1000; i++) {
        fill_bytes(small, n);
        fill_words(small, n);
        copy_bytes(small, n);
        copy_words(small, n);
        jump_and_fill(small, n);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4) return run_shared(argv[1], argv[2], atol(argv[3]));
    if (argc == 3 && !strcmp(argv[1], "handed")) return hand_over();
    if (argc == 3 && !strcmp(argv[1], "strings")) return run_strings(atol(argv[2]));
    if (argc == 3) {
        int i = 0;
        while (i < LOOPS && strcmp(argv[1], loops[i].name)) i++;
        if (i == LOOPS) return 2;
        if (!strncmp(argv[1], "chase", 5)) link_list();
        run_loop(i, atol(argv[2]));
        return 0;
    }
    int threads = argc == 2 && !strcmp(argv[1], "threads") ? 2 : 0;
    pthread_t t[2];
    char *heap[2] = {malloc(100000), malloc(100000)};
    signal(SIGUSR1, on_signal);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&t[i], NULL, thread, heap[i])) return 1;
    if (!threads) thread(heap[0]);
    run_all();
    raise(SIGUSR1);
    if (!setjmp(out)) jump_out();
    for (int i = 0; i < threads; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < 2; i++) free(heap[i]);
    return 0;
}
