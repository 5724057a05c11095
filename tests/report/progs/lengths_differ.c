// SPDX-License-Identifier: GPL-3.0-or-later
// answer: not a scan
// Products of vectors of 1 to 2,500 elements, as in the factorization of a matrix: what grows is no scan.
#include <stdio.h>

enum { N = 2500 };
static int a[N], b[N];

__attribute__((noinline)) static long product(const int* x, const int* y, int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++) sum += x[i] ^ y[i]; // here

   return sum;
}

int main(void)
{
   long sum = 0;
   for (int i = 0; i < N; i++) a[i] = b[i] = i * 7;
   for (int n = 1; n <= N; n++) {
      sum += product(a, b, n);
      __asm__ volatile("" : "+r"(sum)::"memory");
   }
   printf("%ld\n", sum);
}
