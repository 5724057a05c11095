// SPDX-License-Identifier: GPL-3.0-or-later
// answer: allocations
// A block for each of 300,000 steps.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long step(long n)
{
   long* p = malloc(24 + n % 64 * 16); // here
   *p = n;
   __asm__ volatile("" ::"r"(p) : "memory");
   n = *p;
   free(p); // or here
   return n;
}

int main(void)
{
   long sum = 0;
   for (long n = 0; n < 300000; n++) sum += step(n);
   printf("%ld\n", sum);
}
