// SPDX-License-Identifier: GPL-3.0-or-later
// answer: filling memory
// says: is called 300 times
// Marks of all nodes are cleared for each search, which sets a few.
#include <stdio.h>
#include <string.h>

enum { N = 50000, SEARCHES = 300, DEPTH = 40 };
static int seen[N];

__attribute__((noinline)) static int search(int from)
{
   int n = 0;
   memset(seen, 0, sizeof seen); // here
   for (int i = 0; i < DEPTH; i++) {
      n += !seen[from];
      seen[from] = 1;
      from = (from * 7 + 3) % N;
   }
   return n;
}

int main(void)
{
   long sum = 0;
   for (int i = 0; i < SEARCHES; i++) sum += search(i * 331 % N);
   printf("%ld\n", sum);
}
