/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sharing.c: two threads count in memory that they share, or not.  SIZE is how often each does so in a pass.
 * The thread that is timed does as much as the other one.
 */
#include "timed.h"

#include <pthread.h>
#include <stdatomic.h>

static struct {
   volatile long count[2 * LINE / 8];
} __attribute__((aligned(LINE))) counters;

static long n, at_of[2];
static int shared;
static atomic_long round_begun, round_ended, passes_of_round;

__attribute__((noipa)) static void count_up(int thread, long passes)
{
   volatile long* own = &counters.count[at_of[thread]];
   for (long i = 0; i < n * passes; i++) {
      if (shared)
         __atomic_fetch_add(&counters.count[0], 1, __ATOMIC_RELAXED);
      else
         *own += i;
   }
}

static void* other_thread(void* unused)
{
   for (long round = 1;; round++) {
      while (atomic_load(&round_begun) < round) __builtin_ia32_pause();
      count_up(1, atomic_load(&passes_of_round));
      atomic_store(&round_ended, round);
   }
   return unused;
}

static void begin(long size)
{
   pthread_t thread;
   n = size;
   if (pthread_create(&thread, NULL, other_thread, NULL)) exit(2);
}

static void set_up_one_line(long size)
{
   at_of[1] = 1;
   begin(size);
}

static void set_up_own_lines(long size)
{
   at_of[1] = LINE / 8;
   begin(size);
}

static void set_up_one_counter(long size)
{
   shared = 1;
   begin(size);
}

/* Both begin together, as nearly as they can; the time until this thread has done its part, and the other its own. */
static long run(long passes)
{
   atomic_store(&passes_of_round, passes);
   const long round = atomic_fetch_add(&round_begun, 1) + 1;
   count_up(0, passes);
   while (atomic_load(&round_ended) < round) __builtin_ia32_pause();
   return 0;
}

const Kernel kernels[] = {{"one-line", set_up_one_line, run},
                          {"own-lines", set_up_own_lines, run},
                          {"one-counter", set_up_one_counter, run},
                          {NULL, NULL, NULL}};
