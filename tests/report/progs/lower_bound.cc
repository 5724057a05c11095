// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a binary search
// 300,000 random keys among 65,536: each step goes either way.
#include <algorithm>
#include <cstdio>
#include <vector>

static std::vector<int> keys(1 << 16);

__attribute__((noinline)) static long find(unsigned key)
{
   return std::lower_bound(keys.begin(), keys.end(), (int)key) - keys.begin(); // here
}

int main()
{
   for (unsigned i = 0; i < keys.size(); i++) keys[i] = (int)(i << 8);
   unsigned state = 1;
   long sum = 0;
   for (int i = 0; i < 300000; i++) sum += find((state = state * 1664525 + 1013904223) >> 8);
   printf("%ld\n", sum);
}
