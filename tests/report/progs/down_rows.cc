// SPDX-License-Identifier: GPL-3.0-or-later
// answer: chains of operations
// says: in the order of addresses: each addition is then to another sum
// machines: zen4 skylake-sp
// Sums of the columns of rows that are allocations: each addition waits for the one before, and each load is from another row.
#include <cstdio>
#include <vector>

enum { ROWS = 1500, COLUMNS = 250 };
typedef std::vector<std::vector<double>> Matrix;

__attribute__((noinline)) static void sum(const Matrix& m, std::vector<double>& sums)
{
   for (int x = 0; x < COLUMNS; x++) {
      double s = 0;
      for (int y = 0; y < ROWS; y++) s += m[y][x]; // here
      sums[x] = s;
   }
}

int main()
{
   Matrix m(ROWS, std::vector<double>(COLUMNS, 1));
   std::vector<double> sums(COLUMNS);
   for (int i = 0; i < 4; i++) sum(m, sums);
   printf("%g\n", sums[7]);
}
