// SPDX-License-Identifier: GPL-3.0-or-later
//
// An open-addressing table: key and value of a slot are used together.
#include <stdio.h>
#include <stdlib.h>
struct slot {
   unsigned long key, value;
};
static struct slot table[1 << 17];
int main(int c, char** v)
{
   int n = 80000, searches = c > 1 ? atoi(v[1]) : 500000;
   unsigned long x = 9, sum = 0;
   for (int i = 0; i < n + searches; i++) {
      x = i < n ? x * 6364136223846793005ul + 1442695040888963407ul
                : x * 6364136223846793005ul + 1442695040888963407ul + (i & 3);
      unsigned long key = (x >> 20) | 1, at = key * 0x9e3779b97f4a7c15ul >> 47;
      while (table[at].key && table[at].key != key) {
         sum += table[at].value;
         at = (at + 1) % (1 << 17);
      }
      if (i < n) {
         table[at].key = key;
         table[at].value = i;
      } else
         sum += table[at].value;
   }
   printf("%lu\n", sum);
}
