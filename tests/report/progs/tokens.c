// SPDX-License-Identifier: GPL-3.0-or-later
// answer: scans of strings
// says: sscanf reads a string from its start for each call
// Each number is read by sscanf, in which another function takes the length of all that follows.
#include <stdio.h>

enum { N = 12000 };
static char text[8 * N + 1];

int main(void)
{
   char* end = text;
   for (int i = 0; i < N; i++) end += sprintf(end, "%d ", i * 31);
   const char* at = text;
   long sum = 0;
   int n, used;
   for (int i = 0; i < N; i++) {
      if (sscanf(at, "%d%n", &n, &used) != 1) at = text, used = 0; // here
      sum += n;
      at += used;
   }
   printf("%ld\n", sum);
}
