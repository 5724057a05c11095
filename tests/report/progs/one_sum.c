// SPDX-License-Identifier: GPL-3.0-or-later
// answer: chains of operations
// Each step waits for the one before.
#include <stdio.h>

enum { N = 1 << 11 };
static double data[N];

__attribute__((noinline)) static double sum(void)
{
   double s = 0;
   for (int i = 0; i < N; i++) s = s * data[i] + 1; // here
   return s;
}

int main(void)
{
   double all = 0;
   for (int i = 0; i < N; i++) data[i] = 0.5;
   for (int i = 0; i < 1000; i++) {
      all += sum();
      __asm__ volatile("" ::: "memory"); // or else one call is enough
   }
   printf("%g\n", all);
}
