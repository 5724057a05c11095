// SPDX-License-Identifier: GPL-3.0-or-later
//
// layouts_copies: elements are copied whole, 16 bytes at a time, within an object and into another one; with -DAPART each has its halves in
// arrays of their own, and the same bytes are copied in the same order.  For tests/known/layouts.
#include <emmintrin.h>
#include <stdlib.h>

enum { ELEMENTS = 1000, HALF_B = 16, PARTS = 2 };

#ifdef APART
#define AT(base, i, half) ((base) + ((half) * ELEMENTS + (i)) * HALF_B)
#else
#define AT(base, i, half) ((base) + ((i) * PARTS + (half)) * HALF_B)
#endif

static char table[ELEMENTS * PARTS * HALF_B] __attribute__((aligned(4096)));

__attribute__((noinline)) static char* make_copies(void)
{
   char* made = aligned_alloc(4096, sizeof table);
   __asm__ volatile("" : : "r"(made)); // a call, not a jump
   return made;
}

// As memcpy() does it.
static inline __attribute__((always_inline)) void copy(char* to, long i, const char* from, long k)
{
   for (int half = 0; half < PARTS; half++) {
      _mm_storeu_si128((__m128i*)AT(to, i, half), _mm_loadu_si128((const __m128i*)AT(from, k, half)));
      __asm__ volatile("" : : : "memory");
   }
}

__attribute__((noinline)) void use_copies(char* copies)
{
   for (long n = 0; n < 4 * ELEMENTS; n++) {
      const long i = n * 7 % ELEMENTS, k = n * n % ELEMENTS;
      copy(copies, i, table, k);
      if (n % 3 == 0) copy(table, k, table, i);
      ((volatile char*)AT(copies, k, 1))[n % HALF_B]++;
   }
}

int main(void)
{
   char* copies = make_copies();
   use_copies(copies);
   return copies[0] + table[0];
}
