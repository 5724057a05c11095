// SPDX-License-Identifier: GPL-3.0-or-later
// answer: sorting
#include <algorithm>
#include <cstdio>
#include <vector>

int main()
{
   std::vector<int> numbers(200000);
   unsigned state = 1;
   for (int& n : numbers) n = (int)((state = state * 1664525 + 1013904223) >> 4);
   std::sort(numbers.begin(), numbers.end());
   printf("%d\n", numbers[1000]);
}
