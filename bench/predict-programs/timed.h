/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * timed.h: what the programs of bench/predict share: kernels that are chosen by name and timed.
 *
 * Usage:  PROGRAM KERNEL SIZE PASSES [TIMES]
 * sets up data of a SIZE whose unit the kernel's comment gives (also 16K, 8M: 1024, 1024 x 1024), does
 * one pass over them, and then calls kernel() TIMES (1) times, which does so many PASSES each time, or until
 * that has taken 0.2 s.  Prints what the kernel has computed, and the least time of a call in nanoseconds.  A
 * simulator's cost for the same thing is the inclusive cost of the function kernel().
 *
 * A program:
 *   static long run_sum(long passes) { long s = 0; EACH_PASS(passes) ...; return s; }
 *   const Kernel kernels[] = {{"sum", set_up_array, run_sum}, {NULL}};
 */
#ifndef TIMED_H
#define TIMED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LINE 64

/* Passes that the compiler knows nothing of each other from: all memory may have changed. */
#define EACH_PASS(passes)                                                                      \
   for (long pass = 0; pass < (passes); pass++, __atomic_signal_fence(__ATOMIC_SEQ_CST))

typedef struct {
   const char* name;
   void (*set_up)(long size);
   long (*run)(long passes); /* what it returns depends on passes alone */
   void (*finish)(void);     /* what follows each run and is not timed, or NULL */
} Kernel;

extern const Kernel kernels[]; /* up to one without a name */

static long (*chosen)(long passes);

__attribute__((noipa)) static long kernel(long passes)
{
   long result = chosen(passes);
   __asm__ volatile("" ::: "memory"); /* a call, not a jump */
   return result;
}

/* n bytes on a page of their own, zero; ends the program without memory */
static inline void* allocate(long n)
{
   long pages = (n + 4095) / 4096;
   void* p = aligned_alloc(4096, (pages ? pages : 1) * 4096);
   if (p == NULL) {
      fprintf(stderr, "out of memory\n");
      exit(2);
   }
   return memset(p, 0, pages * 4096);
}

/* numbers like random ones, equal in every run */
static inline uint32_t next_random(void)
{
   static uint64_t state = 1;
   state = state * 6364136223846793005 + 1442695040888963407;
   return state >> 33;
}

/* the numbers below n in a random order */
static inline uint32_t* shuffled(long n)
{
   uint32_t* order = allocate(n * sizeof *order);
   for (long i = 0; i < n; i++) {
      long other = next_random() % (i + 1);
      order[i] = order[other];
      order[other] = i;
   }
   return order;
}

static inline long now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec * 1000000000L + t.tv_nsec;
}

/* The number of a command line; ends the program if it is none. */
static inline long number(const char* text)
{
   char* end;
   long n = strtol(text, &end, 10);
   if (*end == 'K')
      n <<= 10, end++;
   else if (*end == 'M')
      n <<= 20, end++;
   if (*end != '\0' || n <= 0) {
      fprintf(stderr, "%s: not a positive number\n", text);
      exit(2);
   }
   return n;
}

int main(int argc, char** argv)
{
   const Kernel* k = kernels;
   while (argc > 1 && k->name != NULL && strcmp(k->name, argv[1]) != 0) k++;
   if (argc < 4 || argc > 5 || k->name == NULL) {
      fprintf(stderr, "usage: %s KERNEL SIZE PASSES [TIMES]\nkernels:", argv[0]);
      for (k = kernels; k->name != NULL; k++) fprintf(stderr, " %s", k->name);
      fprintf(stderr, "\n");
      return 2;
   }
   const long size = number(argv[2]), passes = number(argv[3]),
              times = argc > 4 ? number(argv[4]) : 1;
   k->set_up(size);
   chosen = k->run;
   chosen(1);
   if (k->finish) k->finish();
   long result = 0, least = -1, sum = 0;
   for (long t = 0; t < times && sum < 200000000; t++) {
      const long start = now_ns();
      result = kernel(passes);
      const long ns = now_ns() - start;
      if (k->finish) k->finish();
      if (least < 0 || ns < least) least = ns;
      sum += ns;
   }
   printf("%ld %ld\n", result, least);
   return 0;
}

#endif
