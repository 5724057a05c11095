// SPDX-License-Identifier: GPL-3.0-or-later
//
// hash.c: keys and links of a hash table's nodes are in different lines; with -DFIXED, in one: for layout/run.
#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
struct entry { long key; struct entry *next; char value[104]; };
#else
struct entry { long key; char value[104]; struct entry *next; };
#endif
static struct entry *bucket[256];

static void put(long key)
{
   struct entry *e = malloc(sizeof *e);
   e->key = key;
   e->value[0] = (char)key;
   e->next = bucket[key % 256];
   bucket[key % 256] = e;
}

static int has(long key)
{
   for (struct entry *e = bucket[key % 256]; e; e = e->next)
      if (e->key == key) return 1;
   return 0;
}

int main(void)
{
   for (long i = 0; i < 2000; i++) put(i * 7919 % 100003);
   int n = 0;
   unsigned long random = 1;
   for (int i = 0; i < 12000; i++) {
      random = random * 6364136223846793005UL + 1442695040888963407UL;
      n += has((long)((random >> 33) % 100003));
   }
   printf("%d\n", n);
   return 0;
}
