/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * blocked.c: threads that work and then wait in system calls, so that the calls that
 * are open have known costs; for tests/known/control.  Usage: blocked [THREADS]
 * Thread i does i times 1000 rounds, waits for a byte on standard input, does as
 * many rounds once more and ends.  With 0 threads, main does what thread 1 would do.
 */
#include <pthread.h>
#include <stdlib.h>

#include "known.h"

SPIN(spin_a);
SPIN(spin_b);

/* Up to and with the system call 2 n + 8 instructions. */
void blocked(long n);
ASM_FUNCTION(blocked, " call spin_a\n xor %edi,%edi\n lea -64(%rsp),%rsi\n mov $1,%edx\n xor %eax,%eax\n"
                      " syscall\n ret\n");
/* One more. */
void waiting(long n);
ASM_FUNCTION(waiting, " call blocked\n ret\n");

NI static void *thread(void *arg)
{
   long n = 1000 * (long)arg;
   waiting(n);
   spin_b(n);
   return arg;
}

int main(int argc, char **argv)
{
   long n = argc > 1 ? atol(argv[1]) : 1;
   pthread_t t[16];
   if (!n) thread((void *)1);
   for (long i = 0; i < n; i++) pthread_create(&t[i], 0, thread, (void *)(i + 1));
   for (long i = 0; i < n; i++) pthread_join(t[i], 0);
   return 0;
}
