// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single numbers of a large array, at random.
#include <cstdio>
#include <cstdlib>
#include <vector>
int main(int c, char** v)
{
   unsigned n = c > 1 ? atoi(v[1]) : 400009, k = c > 2 ? atoi(v[2]) : 1000000;
   std::vector<double> a(n, 1.5);
   unsigned long x = 3;
   double s = 0;
   for (unsigned i = 0; i < k; i++) { x = x * 6364136223846793005ul + 1442695040888963407ul; s += a[(x >> 33) % n]; }
   std::printf("%f\n", s);
}
