/* SPDX-License-Identifier: GPL-3.0-or-later */
// answer: mispredicted branches
// says: compare several elements at once
// How many bytes two places of a text have in common, byte by byte.
#include <stdio.h>

enum { TEXT_B = 1 << 16 };

static unsigned char text[TEXT_B + 64];

__attribute__((noinline)) static int alike(const unsigned char* a, const unsigned char* b)
{
   int n = 0;
   while (n < 32 && a[n] == b[n]) n++; // here
   return n;
}

int main(void)
{
   unsigned state = 7;
   for (int i = 0; i < TEXT_B; i++) {
      state = state * 1664525 + 1013904223;
      text[i] = (unsigned char)(state >> 31);
   }
   long sum = 0;
   for (int i = 0; i < 300000; i++) {
      state = state * 1664525 + 1013904223;
      sum += alike(text + (state >> 17) % TEXT_B, text + (state >> 11) % 4096);
   }
   printf("%ld\n", sum);
}
