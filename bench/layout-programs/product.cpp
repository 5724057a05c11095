// SPDX-License-Identifier: GPL-3.0-or-later
//
// A product of matrices that walks down the columns of the second: 1,600 lines for one column.
#include <cstdio>
#include <cstdlib>
#include <memory>
int main(int c, char** v)
{
   int rows = c > 1 ? atoi(v[1]) : 10, inner = c > 2 ? atoi(v[2]) : 1600, columns = c > 3 ? atoi(v[3]) : 100;
   std::unique_ptr<double[]> a(new double[rows * inner]), b(new double[inner * columns]), r(new double[rows * columns]);
#ifdef FIXED
#define B(k, j) b[(j) * inner + (k)]
#else
#define B(k, j) b[(k) * columns + (j)]
#endif
   for (int i = 0; i < rows; i++)
      for (int k = 0; k < inner; k++) a[i * inner + k] = i % 7;
   for (int k = 0; k < inner; k++)
      for (int j = 0; j < columns; j++) B(k, j) = j % 5 + k % 3;
   for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
         double s = 0;
         for (int k = 0; k < inner; k++) s += a[i * inner + k] * B(k, j);
         r[i * columns + j] = s;
      }
   double t = 0;
   for (int i = 0; i < rows * columns; i++) t += r[i];
   std::printf("%.1f\n", t);
}
