// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a binary search
// A binary search by hand; no name tells that it is one.
#include <stdio.h>

enum { N = 1 << 16 };
static int keys[N];

__attribute__((noinline)) static int place(int key)
{
   int low = 0, high = N;
   while (low < high) {
      int middle = (low + high) / 2;
      if (keys[middle] < key) // here
         low = middle + 1;
      else {
         high = middle;
         __asm__ volatile("" ::: "memory"); // or else there is no branch
      }
   }
   return low;
}

int main(void)
{
   for (int i = 0; i < N; i++) keys[i] = i << 8;
   unsigned state = 1;
   long sum = 0;
   for (int i = 0; i < 300000; i++) sum += place((int)((state = state * 1664525 + 1013904223) >> 8));
   printf("%ld\n", sum);
}
