// SPDX-License-Identifier: GPL-3.0-or-later
//
// holes.c: a structure with padding between its members; with -DFIXED, without: for layout/run.
#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
struct sample { double value; double weight; char kind; char flag; };
#else
struct sample { char kind; double value; char flag; double weight; };
#endif

int main(void)
{
   const int n = 8000;
   struct sample *all = calloc(n, sizeof *all);
   double sum = 0;
   for (int k = 0; k < 20; k++)
      for (int i = 0; i < n; i++) {
         all[i].value += all[i].weight + all[i].kind;
         all[i].weight += all[i].flag + k;
         sum += all[i].value;
      }
   printf("%g\n", sum);
   return 0;
}
