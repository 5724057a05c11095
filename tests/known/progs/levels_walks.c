// SPDX-License-Identifier: GPL-3.0-or-later
//
// levels_walks.c: four arrays, each walked ten times, one byte of each line, so that from the second round on L2, L3, LL or
// memory serves it, with caches of 4, 16, 64 and 256 KiB: tests/report/levels.
#include <stdio.h>

enum { LINE_B = 64, ROUNDS = 10 };

static char in_l2[8192] __attribute__((aligned(4096)));
static char in_l3[32768] __attribute__((aligned(4096)));
static char in_ll[131072] __attribute__((aligned(4096)));
static char in_memory[524288] __attribute__((aligned(4096)));

#define WALK(array)                                                                            \
   static __attribute__((noinline)) long walk_##array(void)                                    \
   {                                                                                           \
      long sum = 0;                                                                            \
      for (int round = 0; round < ROUNDS; round++)                                             \
         for (unsigned i = 0; i < sizeof array; i += LINE_B) sum += *(volatile char*)&array[i]; \
      return sum;                                                                              \
   }

WALK(in_l2)
WALK(in_l3)
WALK(in_ll)
WALK(in_memory)

int main(void)
{
   printf("%ld\n", walk_in_l2() + walk_in_l3() + walk_in_ll() + walk_in_memory());
   return 0;
}
