/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sharing.c: two threads count in memory that they share, or not.  SIZE is how often each does so in a pass.
 * The thread that is timed does as much as the other one.
 */
#include "timed.h"

#include <pthread.h>
#include <stdatomic.h>

static struct {
   volatile long count[5 * LINE / 8];
} __attribute__((aligned(LINE))) counters;

static long n, at_of[2];
static int shared, branches;
static atomic_long round_begun, round_joined, round_ended, passes_of_round;

__attribute__((noipa)) static void count_up(volatile long* own, long count)
{
   for (long i = 0; i < count; i++) *own += i;
}

/* beside a branch that nobody foresees */
__attribute__((noipa)) static void count_up_and_branch(volatile long* own, long count)
{
   uint64_t x = 88172645463325252;
   long odd = 0;
   for (long i = 0; i < count; i++) {
      *own += i;
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      if (x & 1)
         __asm__ volatile("" : "+r"(odd));
      else
         __asm__ volatile("" : "+r"(i));
   }
}

__attribute__((noipa)) static void count_together(long count)
{
   for (long i = 0; i < count; i++) __atomic_fetch_add(&counters.count[0], 1, __ATOMIC_RELAXED);
}

static void work(int thread, long passes)
{
   if (shared)
      count_together(n * passes);
   else if (branches)
      count_up_and_branch(&counters.count[at_of[thread]], n * passes);
   else
      count_up(&counters.count[at_of[thread]], n * passes);
}

static void* other_thread(void* unused)
{
   for (long round = 1;; round++) {
      while (atomic_load(&round_begun) < round) __builtin_ia32_pause();
      atomic_store(&round_joined, round);
      work(1, atomic_load(&passes_of_round));
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
   at_of[1] = 4 * LINE / 8; /* nor in lines that are fetched together */
   begin(size);
}

static void set_up_one_line_and_branches(long size)
{
   branches = 1;
   set_up_one_line(size);
}

static void set_up_own_lines_and_branches(long size)
{
   branches = 1;
   set_up_own_lines(size);
}

static void set_up_one_counter(long size)
{
   shared = 1;
   begin(size);
}

/* This thread's part, which begins when the other one's does. */
static long run(long passes)
{
   atomic_store(&passes_of_round, passes);
   const long round = atomic_fetch_add(&round_begun, 1) + 1;
   while (atomic_load(&round_joined) < round) __builtin_ia32_pause();
   work(0, passes);
   return 0;
}

static void wait_for_other(void)
{
   while (atomic_load(&round_ended) < atomic_load(&round_begun)) __builtin_ia32_pause();
}

const Kernel kernels[] = {
   {"one-line", set_up_one_line, run, wait_for_other},
   {"own-lines", set_up_own_lines, run, wait_for_other},
   {"one-line-branches", set_up_one_line_and_branches, run, wait_for_other},
   {"own-lines-branches", set_up_own_lines_and_branches, run, wait_for_other},
   {"one-counter", set_up_one_counter, run, wait_for_other},
   {NULL}};
