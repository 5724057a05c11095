// SPDX-License-Identifier: GPL-3.0-or-later
//
// phases: three phases of 4,000,000 rounds each; only the second one waits for data, for each of its loads, as its
// 4 MiB are more than L2 has.
#include <stdio.h>

enum { LINES = 1 << 16, IN_LINE = 16, ROUNDS = 4000000 };

unsigned next[LINES][IN_LINE]; // others might write it

__attribute__((noinline)) static unsigned count(unsigned n)
{
   for (volatile int i = 0; i < ROUNDS; i++) n++;
   return n;
}

__attribute__((noinline)) static unsigned wander(unsigned at)
{
   for (int i = 0; i < ROUNDS; i++)
      at = (next[at][0] + at * 5 + 12345) % LINES; // the load
   return at;
}

int main(void)
{
   unsigned n = count(0);
   n += wander(n % LINES);
   printf("%u\n", count(n));
   return 0;
}
