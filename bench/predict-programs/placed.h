/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * placed.h: puts each thread on a processor of its own, as many as there are.  A system may let two threads share one for
 * some milliseconds, where they do not contend for lines.  For gcc -include.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static cpu_set_t placed_processors; /* that the program may use */

/* The n-th of them, from 0, in a circle. */
static cpu_set_t placed_processor(int n)
{
   cpu_set_t one;
   int cpu = -1;
   CPU_ZERO(&one);
   for (n %= CPU_COUNT(&placed_processors); n >= 0; n--) do
         cpu++;
      while (!CPU_ISSET((unsigned)cpu, &placed_processors));
   CPU_SET((unsigned)cpu, &one);
   return one;
}

static void __attribute__((constructor)) placed_begin(void)
{
   sched_getaffinity(0, sizeof placed_processors, &placed_processors);
   const cpu_set_t here = placed_processor(0);
   sched_setaffinity(0, sizeof here, &here);
}

/* Creates a thread where it belongs: it has the processor that its creator has, who is there for so long.  A thread that moved itself
 * would have to run first, which a creator with real-time priority that waits for it, spinning, does not let it.  No memory is
 * allocated: the program's own is where it would be. */
static int placed_create(pthread_t* thread, void* (*work)(void*), void* of)
{
   static int threads;
   cpu_set_t own;
   sched_getaffinity(0, sizeof own, &own);
   const cpu_set_t there = placed_processor(++threads);
   sched_setaffinity(0, sizeof there, &there);
   const int error = pthread_create(thread, NULL, work, of);
   sched_setaffinity(0, sizeof own, &own);
   return error;
}

#define pthread_create(thread, attributes, work, of) placed_create(thread, work, of)
