// SPDX-License-Identifier: GPL-3.0-or-later
// answer: not a scan
// Inner loops of a triangular nest grow, too, and scan nothing.
#include <stdio.h>

enum { N = 2500 };
static int a[N], b[N];

__attribute__((noinline)) static long products(void)
{
   long sum = 0;
   for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++) sum += a[i] ^ b[j]; // here
   return sum;
}

int main(void)
{
   for (int i = 0; i < N; i++) a[i] = b[i] = i * 7;
   printf("%ld\n", products());
}
