// SPDX-License-Identifier: GPL-3.0-or-later
//
// Twelve static fields of 64 KiB, all used at one index.
#include <stdio.h>
#include <stdlib.h>
#define N 8192
#ifdef FIXED
#define PAD 8
#else
#define PAD 0
#endif
static struct {
   double v[N + PAD];
} u0, u1, u2, u3, u4, u5, u6, u7, u8, u9, ua, ub;
int main(int c, char** v)
{
   int passes = c > 1 ? atoi(v[1]) : 30;
   for (int i = 0; i < N; i++) {
      u0.v[i] = i;
      u1.v[i] = 1;
      u2.v[i] = 2;
      u3.v[i] = 3;
      u4.v[i] = 4;
      u5.v[i] = 5;
      u6.v[i] = 6;
      u7.v[i] = 7;
      u8.v[i] = 8;
      u9.v[i] = 9;
      ua.v[i] = 10;
      ub.v[i] = 11;
   }
   for (int p = 0; p < passes; p++)
      for (int i = 0; i < N; i++)
         u0.v[i] = 0.01
                   * (u0.v[i] + u1.v[i] * u2.v[i] + u3.v[i] * u4.v[i] + u5.v[i] * u6.v[i]
                      + u7.v[i] * u8.v[i] + u9.v[i] * ua.v[i] + ub.v[i]);
   double s = 0;
   for (int i = 0; i < N; i++) s += u0.v[i];
   printf("%.6f\n", s);
}
