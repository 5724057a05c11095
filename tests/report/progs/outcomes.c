// SPDX-License-Identifier: GPL-3.0-or-later
// answer: mispredicted branches
// A million random outcomes, which nobody can learn.
#include <stdio.h>

enum { N = 1 << 20 };
static unsigned char data[N];

__attribute__((noinline)) static long count(void)
{
   long n = 0;
   for (int i = 0; i < N; i++)
      if (data[i] & 1) { // here
         n += i;
         __asm__ volatile("" ::: "memory"); // or else there is no branch
      }
   return n;
}

int main(void)
{
   unsigned state = 1;
   for (int i = 0; i < N; i++) data[i] = (unsigned char)((state = state * 1664525 + 1013904223) >> 16);
   printf("%ld\n", count() + count() + count() + count());
}
