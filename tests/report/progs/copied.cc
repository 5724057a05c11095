// SPDX-License-Identifier: GPL-3.0-or-later
// answer: allocations
// says: each copy of a Record allocates; copy less
// A loop over values: each element is copied, with its text.
#include <cstdio>
#include <string>
#include <vector>

enum { N = 500, ROUNDS = 40 };
struct Record {
   std::string name;
   std::vector<int> marks;
   int year;
};

static long older(const std::vector<Record>& all, int year)
{
   long sum = 0;
   for (auto r : all) // here
      if (r.year < year) sum += r.marks[0];
   return sum;
}

int main()
{
   std::vector<Record> all;
   for (int i = 0; i < N; i++) all.push_back({"a name of more than fifteen characters", std::vector<int>(8, i), 1900 + i % 120});
   long sum = 0;
   for (int i = 0; i < ROUNDS; i++) sum += older(all, 1950 + i);
   printf("%ld\n", sum);
}
