// SPDX-License-Identifier: GPL-3.0-or-later
// A text for each lookup in a map of texts: the tree takes most, and what is allocated for the texts is not little.
#include <cstdio>
#include <map>
#include <string>

#ifndef KEYS
#define KEYS 64
#endif
enum { ASKED = 80000 };
static char key[KEYS][40];

static long ask(const std::map<std::string, int>& all)
{
   long sum = 0;
   for (int i = 0; i < ASKED; i++) sum += all.find(key[i * 7 % KEYS])->second; // a lookup
   return sum;
}

int main()
{
   std::map<std::string, int> all;
   for (int i = 0; i < KEYS; i++) {
      snprintf(key[i], sizeof key[i], "%04d/configuration/option/value", i);
      all[key[i]] = i;
   }
   printf("%ld\n", ask(all));
}
