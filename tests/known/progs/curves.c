// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.c: lines that are accessed in a known order, for known/curves.
//
// In the loops of walk() and nested() all else is in registers, whatever the compiler does: they are
// compiled with -O1, and their accesses are volatile.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_B = 64, RING = 64, PASSES = 50, INNER = 16, OUTER = 128, ROUNDS = 4, DEEP = 300 };

__attribute__((aligned(64))) volatile char ring[RING * LINE_B];
__attribute__((aligned(64))) volatile char inner[INNER * LINE_B];
__attribute__((aligned(64))) volatile char outer[OUTER * LINE_B];
__attribute__((aligned(64))) volatile char deep[DEEP * LINE_B];
__attribute__((aligned(64))) volatile char split[200 * LINE_B];
__attribute__((aligned(64))) volatile char saved[8 * LINE_B];

// A loop over RING lines.
__attribute__((noinline)) void walk(int passes)
{
   for (int pass = 0; pass < passes; pass++)
      for (int i = 0; i < RING; i++) ring[i * LINE_B];
}

// INNER lines, all of them for each of OUTER lines.
__attribute__((noinline)) void nested(int rounds)
{
   for (int round = 0; round < rounds; round++)
      for (int j = 0; j < OUTER; j++) {
         outer[j * LINE_B] = 1;
         for (int k = 0; k < INNER; k++) inner[k * LINE_B];
      }
}

__attribute__((noinline)) void leaf(int n)
{
   for (int i = 0; i < 3; i++) deep[(n + i * 7) % DEEP * LINE_B];
}

// Calls itself, and leaf().
__attribute__((noinline)) int recurse(int n)
{
   deep[n % DEEP * LINE_B] = 1;
   leaf(n);
   int below = n ? recurse(n - 1) : 0;
   leaf(n + 100);
   return below + deep[n % DEEP * LINE_B];
}

// Accesses to two lines, of a size larger than a line, and under a condition.
__attribute__((noinline)) void wide(int rounds)
{
   for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < 198; i++) *(volatile long*)(split + i * LINE_B + 60);
      __asm__ volatile("fxsave %0" : "=m"(saved) : : "memory");
      memset((char*)deep, round, sizeof deep);
      memcpy((char*)deep, (const char*)split + 1, 5000);
   }
}

int main(int argc, char** argv)
{
   (void)argv;
   walk(PASSES);
   nested(ROUNDS);
   recurse(40);
   wide(3);
   if (argc > 1 && fork() == 0) {
      walk(7);
      return 0;
   }
   wait(NULL);
   return 0;
}
