// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a search in a tree
// says: use a hash table
// Lookups of numbers in a std::map, whose code is all inlined.
#include <cstdio>
#include <map>

enum { KEYS = 500, ASKED = 60000 };

static long ask(const std::map<unsigned, int>& all)
{
   long sum = 0;
   unsigned state = 1;
   for (int i = 0; i < ASKED; i++) {
      state = state * 1664525 + 1013904223;
      auto at = all.find((state >> 8) % (2 * KEYS)); // here
      if (at != all.end()) sum += at->second;
   }
   return sum;
}

int main()
{
   std::map<unsigned, int> all;
   for (int i = 0; i < KEYS; i++) all[2 * i] = i;
   printf("%ld\n", ask(all));
}
