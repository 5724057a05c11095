// SPDX-License-Identifier: GPL-3.0-or-later
// answer: issue
// Six independent chains of additions: nothing waits for anything.
#include <stdio.h>

__attribute__((noinline)) static unsigned long work(unsigned long n)
{
   unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
   for (unsigned long i = 0; i < n; i++) {
      a += 3, b += 5, c += 7, d += 9, e += 11, f += 13; // here
      __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
   }
   return a ^ b ^ c ^ d ^ e ^ f;
}

int main(void)
{
   printf("%lu\n", work(3000000));
}
