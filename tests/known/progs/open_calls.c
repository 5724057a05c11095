/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * open_calls.c: calls that wait in system calls, at different depths, behind
 * earlier ones by the same call sites that have cost far more; for
 * tests/known/control.  What open calls cost follows from the text.
 * Thread 2 waits in work(), called by middle(), called by outer(), called once;
 * thread 3 in work() at the end of a recursion; thread 4 in a signal handler.
 * They go on when standard input has a byte for each.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "known.h"

SPIN(spin_a);

char lines[64 * 64] __attribute__((aligned(64)));

/* spin_a(n); then, if it is to wait, reads a byte: 2 n + 10 instructions up to and with the system
 * call; Dr = 1, Dw = 1. */
void work(long n, int wait);
ASM_FUNCTION(work, " call spin_a\n test %esi,%esi\n jz 1f\n xor %edi,%edi\n lea -64(%rsp),%rsi\n"
                   " mov $1,%edx\n xor %eax,%eax\n syscall\n1: ret\n");
/* 2 n + 11 */
void middle(long n, int wait);
ASM_FUNCTION(middle, " call work\n ret\n");
/* 2 n + 12 */
void outer(long n, int wait);
ASM_FUNCTION(outer, " call middle\n ret\n");

/* Reads line n and calls itself with n - 1; with 0 calls work(5, wait), which costs 20.
 * 8 n + 25; Dr = n + 1, Dw = n + 2, and as many misses as the lines that it is the first to read. */
void descend(long n, int wait);
ASM_FUNCTION(descend, " test %rdi,%rdi\n jz 1f\n lea lines(%rip),%rdx\n mov %rdi,%rax\n"
                      " shl $6,%rax\n movb (%rdx,%rax),%al\n dec %rdi\n call descend\n ret\n"
                      "1: mov $5,%edi\n nop\n call work\n ret\n");

/* 27 */
void handler(int signal);
ASM_FUNCTION(handler, " mov $7,%edi\n mov $1,%esi\n call work\n ret\n");

NI static void earlier(void)
{
   for (int i = 0; i < 3; i++) middle(100000, 0);
   for (int i = 0; i < 3; i++) descend(8, 0);
}

NI static void *first(void *arg)
{
   outer(100, 1);
   return arg;
}

NI static void *second(void *arg)
{
   descend(20, 1);
   return arg;
}

NI static void *third(void *arg)
{
   raise(SIGUSR1);
   return arg;
}

int main(void)
{
   pthread_t t[3];
   void *(*const run[3])(void *) = {first, second, third};
   signal(SIGUSR1, handler);
   earlier();
   for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run[i], 0);
   for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
   return 0;
}
