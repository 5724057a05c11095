// SPDX-License-Identifier: GPL-3.0-or-later
//
// A C program that calls functions of libc with long names: sorting, and numbers as text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, NUMBERS = 500 };

static double table[SIDE * SIDE];

static double sum_columns(void) {
   double sum = 0;
   for (int column = 0; column < SIDE; column++)
      for (int row = 0; row < SIDE; row++) sum += table[row * SIDE + column];
   return sum;
}

static int by_value(const void* a, const void* b) {
   const double x = *(const double*)a, y = *(const double*)b;
   return x < y ? -1 : x > y;
}

int main(void) {
   double* numbers = malloc(NUMBERS * sizeof *numbers);
   for (int i = 0; i < NUMBERS; i++) numbers[i] = i * 7919 % 5000;
   for (int i = 0; i < SIDE * SIDE; i++) table[i] = i;
   qsort(numbers, NUMBERS, sizeof *numbers, by_value);
   char text[100];
   size_t length = 0;
   for (int i = 0; i < NUMBERS; i++) {
      snprintf(text, sizeof text, "%d %g", i, numbers[i]);
      length += strlen(text);
   }
   printf("%g %zu\n", sum_columns(), length);
   free(numbers);
   return 0;
}
