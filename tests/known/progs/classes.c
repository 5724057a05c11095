/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * classes.c: rounds over lines of memory whose misses have known classes.
 * Compiled and run by tests/known/classes, which has the arithmetic.
 *
 * Usage: classes HOW STRIDE LINES ROUNDS
 *   walk   ROUNDS rounds of one load from each of LINES lines, STRIDE bytes apart, of new memory
 *   heap   likewise, each line in an allocation of its own, STRIDE bytes long
 *   heap-one   likewise, all in one allocation
 *   young  a load from line A and one from a new line, STRIDE apart, LINES times; then two lines of A's
 *          set, and A again, ROUNDS times
 */
#define _GNU_SOURCE
#include "known.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* one load from each of n lines, r times: Dr = n r + 1 */
void rounds(char *p, long stride, long n, long r);
ASM_FUNCTION(rounds, " mov %rdi,%r8\n1: mov %r8,%rdi\n mov %rdx,%r9\n"
                     "2: movq (%rdi),%rax\n add %rsi,%rdi\n dec %r9\n jnz 2b\n"
                     " dec %rcx\n jnz 1b\n ret\n");

/* (a load whose value nobody uses may not be seen)
 * a, then the next new line, n times; then b and c of a's set, and a, r times */
void young(char *a, char *lines, long stride, long n, long r, long set);
ASM_FUNCTION(young, " nop\n1: addq (%rdi),%rax\n addq (%rsi),%rax\n add %rdx,%rsi\n"
                    " dec %rcx\n jnz 1b\n"
                    "2: addq (%rdi,%r9,1),%rax\n addq (%rdi,%r9,2),%rax\n addq (%rdi),%rax\n"
                    " dec %r8\n jnz 2b\n ret\n");

enum { new_line = 128 }; /* an allocation's first line has been written to */
enum { SPAN = 4096 }; /* a multiple of all sets' distances but LL's */

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    long stride = atol(argv[2]), n = atol(argv[3]), r = atol(argv[4]);
    char *p = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 1;
    p = (char *)(((unsigned long)p + 0xfffff) & ~0xffffful);
    /* a set that the stack of this function does not use */
    p += ((unsigned long)__builtin_frame_address(0) + SPAN / 2) & (SPAN - 64);
    if (strcmp(argv[1], "walk") == 0)
        rounds(p, stride, n, r);
    if (strcmp(argv[1], "young") == 0)
        young(p, p + (1 << 20) + 640, stride, n, r, SPAN);
    if (strcmp(argv[1], "heap-one") == 0)
        rounds((char *)malloc((size_t)(stride * n)) + new_line, stride, n, r);
    if (strcmp(argv[1], "heap") == 0) {
        /* they must follow each other, STRIDE apart: this allocator adds 16 bytes */
        char *first = NULL;
        for (long i = 0; i < n; i++) {
            char *q = malloc((size_t)stride - 16);
            if (!first)
                first = q;
            if (!q || q != first + i * stride)
                return 1;
        }
        rounds(first + new_line, stride, n, r);
    }
    return 0;
}
