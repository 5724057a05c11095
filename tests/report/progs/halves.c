// SPDX-License-Identifier: GPL-3.0-or-later
// answer: failed forwarding
// A word is stored in two halves, and loaded as a whole.
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint64_t mix(unsigned rounds)
{
   volatile uint32_t halves[2];
   uint64_t sum = 0;
   for (unsigned i = 0; i < rounds; i++) {
      halves[0] = (uint32_t)sum;
      halves[1] = i;
      sum += *(volatile uint64_t*)halves; // here
   }
   return sum;
}

int main(void)
{
   printf("%llu\n", (unsigned long long)mix(1000000));
}
