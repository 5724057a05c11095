// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts 100,000 whole numbers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
int main(int c, char** v)
{
   int n = c > 1 ? atoi(v[1]) : 100000;
   std::vector<int> a(n);
   unsigned x = 1;
   for (int& i : a) { x = x * 1664525u + 1013904223u; i = x >> 4; }
   std::sort(a.begin(), a.end());
   std::printf("%d %d\n", a[0], a[n / 2]);
}
