/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutual.c: two cycles of functions, one of three with a way out in each, and one of
 * two that is called from both of its members; for tests/annotate/real.
 */
#include <stdio.h>

static volatile long sink;

__attribute__((noinline)) static void leaf(int n)
{
   for (int i = 0; i < n; i++) sink += i;
}

static void one(int depth);
static void two(int depth);
static void three(int depth);
static long ping(int n);

__attribute__((noinline)) static void one(int depth)
{
   leaf(depth);
   if (depth > 0) two(depth - 1);
   sink++;
}

__attribute__((noinline)) static void two(int depth)
{
   leaf(2 * depth);
   if (depth > 0) three(depth - 1);
   if (depth > 3) one(depth / 2);
   sink++;
}

__attribute__((noinline)) static void three(int depth)
{
   if (depth > 0) one(depth - 1);
   leaf(3 * depth);
   if (depth % 5 == 4) three(depth - 2);
   sink++;
}

__attribute__((noinline)) static long pong(int n)
{
   return n > 0 ? 1 + ping(n - 1) : (leaf(9), 0);
}
__attribute__((noinline)) static long ping(int n)
{
   return n > 0 ? 2 + pong(n - 1) : (leaf(7), 0);
}

int main(void)
{
   for (int i = 0; i < 12; i++) one(i);
   three(10);
   printf("%ld\n", ping(31) + pong(20));
   return 0;
}
