/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * placed.h: puts each thread on a processor of its own, as many as there are.  A system may let two threads share one for
 * some milliseconds, where they do not contend for lines.  For gcc -include.
 */
#define _GNU_SOURCE
#include <errno.h>
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

/* What a thread does, once it is where it belongs.  No memory is allocated: the program's own is where it would be. */
enum { PLACED_THREADS = 64 };
static struct {
   void* (*work)(void*);
   void* of;
} placed_thread[PLACED_THREADS];

static void* placed_work(void* number)
{
   const long n = (long)number;
   const cpu_set_t here = placed_processor((int)n);
   sched_setaffinity(0, sizeof here, &here);
   return placed_thread[n].work(placed_thread[n].of);
}

static int placed_create(pthread_t* thread, void* (*work)(void*), void* of)
{
   static long threads;
   if (++threads == PLACED_THREADS) return EAGAIN;
   placed_thread[threads].work = work;
   placed_thread[threads].of = of;
   return pthread_create(thread, NULL, placed_work, (void*)threads);
}

#define pthread_create(thread, attributes, work, of) placed_create(thread, work, of)
