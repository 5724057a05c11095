// SPDX-License-Identifier: GPL-3.0-or-later
//
// Four kernels, each of which all threads of OpenMP do once, with barriers between them, for known/timeline-found.
#include <omp.h>

enum { WORDS = 20000, THREADS = 2 };
static volatile long word[THREADS * WORDS];

#define KERNEL(name, expression)                                                               \
   static __attribute__((noinline, noclone)) void name(volatile long* w)                       \
   {                                                                                           \
      for (int i = 0; i < WORDS; i++) w[i] expression;                                         \
   }

KERNEL(first, += i)
KERNEL(second, ^= i)
KERNEL(third, -= i)
KERNEL(fourth, |= i)

int main(void)
{
#pragma omp parallel num_threads(THREADS)
   {
      volatile long* const w = word + omp_get_thread_num() * WORDS;
      first(w);
#pragma omp barrier
      second(w);
#pragma omp barrier
      third(w);
#pragma omp barrier
      fourth(w);
   }
   return 0;
}
