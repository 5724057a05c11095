// SPDX-License-Identifier: GPL-3.0-or-later
// answer: allocations
// says: each copy of a std::map or std::set allocates
// A recursion that hands a map to each of its calls by value: as many ways through the copying as there are calls.
#include <cstdio>
#include <map>

using Known = std::map<int, long>;

static long ways(int n, Known known)
{
   if (n < 2) return 1;
   if (auto i = known.find(n); i != known.end()) return i->second;
   return known[n] = ways(n / 2, known) + ways(n - 1 - n / 3, known); // here
}

int main()
{
   Known known;
   for (int i = 1; i <= 100; i++) known[-i] = i;
   printf("%ld\n", ways(90, known));
}
