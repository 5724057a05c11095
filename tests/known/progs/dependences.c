// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that store and read at random in one array, and count themselves what each reads of what each has stored, and
// how much of it for the first time: "random N".  Loops and functions of known counts: "known".
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xgrind.h"

enum { UNITS = 5, BYTES = 20000, N = 1000 };

static uint8_t arena[BYTES];
static uint8_t writer[BYTES], is_read[BYTES]; // writer: of the byte, from 1; 0: nobody
static uint64_t passed[UNITS + 1][UNITS + 1], first[UNITS + 1][UNITS + 1];
static uint64_t seed = 88172645463325252ULL;

static uint32_t below(uint32_t n)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (uint32_t)((seed >> 32) * n >> 32);
}

// Stores or reads one, two, four or eight bytes at the place.
static inline __attribute__((always_inline)) uint64_t access(uint32_t at, uint32_t log, int store)
{
   volatile uint8_t* p = arena + at;
   switch (log) {
   case 0: return store ? (*p = 1) : *p;
   case 1: return store ? (*(volatile uint16_t*)p = 1) : *(volatile uint16_t*)p;
   case 2: return store ? (*(volatile uint32_t*)p = 1) : *(volatile uint32_t*)p;
   default: return store ? (*(volatile uint64_t*)p = 1) : *(volatile uint64_t*)p;
   }
}

#define UNIT(name)                                                                             \
   static __attribute__((noinline)) uint64_t name(uint32_t at, uint32_t log, int store)        \
   {                                                                                           \
      return access(at, log, store);                                                           \
   }
UNIT(unit1)
UNIT(unit2)
UNIT(unit3)
UNIT(unit4)
UNIT(unit5)

static uint64_t (*const unit[])(uint32_t, uint32_t, int) = {NULL, unit1, unit2, unit3, unit4, unit5};

static void count(uint32_t by, uint32_t at, uint32_t log, int store)
{
   for (uint32_t i = at; i < at + (1u << log); i++) {
      if (store) {
         writer[i] = (uint8_t)by;
         is_read[i] = 0;
      } else if (writer[i]) {
         passed[writer[i]][by]++;
         first[writer[i]][by] += !is_read[i];
         is_read[i] = 1;
      }
   }
}

static void at_random(uint32_t steps)
{
   for (uint32_t i = 0; i < steps; i++) {
      uint32_t by = 1 + below(UNITS), log = below(4), at = below(3) ? below(64) : below(BYTES - 8);
      int store = below(2);
      unit[by](at, log, store);
      count(by, at, log, store);
   }
   for (int x = 1; x <= UNITS; x++)
      for (int y = 1; y <= UNITS; y++)
         printf("unit%d unit%d %llu %llu\n", x, y, (unsigned long long)passed[x][y],
                (unsigned long long)first[x][y]);
}

// --- known ------------------------------------------------------------------------------------

static uint32_t *a, *b, *c, *copied, *other;
static volatile uint32_t sum_of_a, sum_of_copy, sum_of_other;

static __attribute__((noinline)) void fill(void)
{
   for (volatile int i = 0; i < N; i++) a[i] = 1;
}

static __attribute__((noinline)) void from_a_to_b(void)
{
   for (volatile int i = 0; i < N; i++) b[i] = a[i];
}

static __attribute__((noinline)) void apart(void)
{
   for (volatile int i = 0; i < N; i++) other[i] = 2;
}

static __attribute__((noinline)) void twice(void)
{
   for (volatile int i = 0; i < N; i++) sum_of_a += a[i] + a[i];
}

static __attribute__((noinline)) void copy(void)
{
   memcpy(copied, b, N * sizeof *b);
}

static __attribute__((noinline)) void use_copy(void)
{
   for (volatile int i = 0; i < N / 2; i++) sum_of_copy += copied[i];
}

static __attribute__((noinline)) void use_apart(void)
{
   for (volatile int i = 0; i < N; i++) sum_of_other += other[i];
}

static __attribute__((noinline)) void again(void)
{
   uint32_t* freed = malloc(N * sizeof *freed);
   for (volatile int i = 0; i < N; i++) freed[i] = 3;
   free(freed);
}

static __attribute__((noinline)) void within(uint32_t* to, const uint32_t* from)
{
   for (volatile int i = 0; i < N; i++) to[i] = from ? from[i] : 4;
}

static void known(void)
{
   a = malloc(N * sizeof *a);
   b = malloc(N * sizeof *b);
   c = malloc(N * sizeof *c);
   copied = malloc(N * sizeof *copied);
   other = malloc(N * sizeof *other);
   fill();
   from_a_to_b();
   apart();
   twice();
   copy();
   use_copy();
   use_apart();
   again();
   // In regions, which are units of their own.
   XGRIND_REGION_BEGIN("store");
   within(c, NULL);
   XGRIND_REGION_END;
   XGRIND_REGION_BEGIN("read");
   within(b, c);
   XGRIND_REGION_END;
   within(c, b);
}

int main(int argc, char** argv)
{
   if (argc > 2)
      at_random((uint32_t)atoi(argv[2]));
   else
      known();
   return 0;
}
