// SPDX-License-Identifier: GPL-3.0-or-later
//
// Walks whose misses are equal in all sets, so that one set in N tells all of them.
//
//   sampled            scan() reads the first 8 bytes of each line of an array ROUNDS times, fill() writes all bytes of
//                      another one once, and straddle() words that lie in two lines, all of LINES lines from the start of
//                      a page on
#include <stdint.h>
#include <string.h>

enum { LINE_B = 64, LINES = 4096, ROUNDS = 3 };

static uint64_t array[LINES * LINE_B / 8] __attribute__((aligned(4096)));
static uint64_t other[LINES * LINE_B / 8] __attribute__((aligned(4096)));

static __attribute__((noinline)) uint64_t scan(const volatile uint64_t* a)
{
   uint64_t sum = 0;
   for (int r = 0; r < ROUNDS; r++)
      for (int i = 0; i < LINES; i++) sum += a[i * LINE_B / 8];
   return sum;
}

static __attribute__((noinline)) void fill(volatile uint64_t* a)
{
   for (int i = 0; i < LINES * LINE_B / 8; i++) a[i] = (uint64_t)i;
}

// Words of 8 bytes, each in two lines.
static __attribute__((noinline)) uint64_t straddle(const char* a)
{
   uint64_t sum = 0, word;
   for (int i = 0; i < LINES - 1; i++) {
      const volatile char* from = a + i * LINE_B + LINE_B - 4;
      __asm__ volatile("movq %1, %0" : "=r"(word) : "m"(*(const uint64_t*)from));
      sum += word;
   }
   return sum;
}

int main(void)
{
   uint64_t sum = scan(array);
   fill(other);
   sum += straddle((const char*)array);
   return sum == 12345;
}
