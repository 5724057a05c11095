// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two arrays, walked from end to end.
#include <stdio.h>
#include <stdlib.h>
int main(int c, char** v)
{
   int n = 100003, passes = c > 1 ? atoi(v[1]) : 20;
   double *a = malloc(n * 8), *b = malloc(n * 8 + 4000);
   for (int i = 0; i < n; i++) {
      a[i] = i;
      b[i] = 1;
   }
   for (int p = 0; p < passes; p++)
      for (int i = 0; i < n; i++) a[i] = 0.5 * a[i] + b[i];
   printf("%f\n", a[n - 1]);
}
