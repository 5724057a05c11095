// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of which some are indexed together: x, y and z at random, p and q in steps of 4 KiB, a and b one element
// after the other; alone, t at random and s in steps.  All are larger than D1.
#include <stdint.h>
#include <stdlib.h>

enum { N = 1 << 16, STEP = 512 };

double x[N], y[N], z[N], p[N], q[N], a[N], b[N], t[N], s[N];
static volatile double sum;
static uint32_t seed = 1;

static uint32_t at_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 16 & (N - 1);
}

static __attribute__((noinline)) void together(void)
{
   for (int i = 0; i < N; i++) {
      uint32_t k = at_random();
      sum += x[k] * y[k] + z[k];
   }
}

static __attribute__((noinline)) void in_steps(void)
{
   for (int c = 0; c < STEP; c++)
      for (int i = c; i < N; i += STEP) sum += p[i] * q[i];
}

static __attribute__((noinline)) void one_by_one(void)
{
   for (int i = 0; i < N; i++) sum += a[i] * b[i];
}

static __attribute__((noinline)) void alone(void)
{
   for (int i = 0; i < N; i++) sum += t[at_random()];
}

static __attribute__((noinline)) void alone_in_steps(void)
{
   for (int c = 0; c < STEP; c++)
      for (int i = c; i < N; i += STEP) sum += s[i];
}

int main(void)
{
   together();
   in_steps();
   one_by_one();
   alone();
   alone_in_steps();
   return 0;
}
