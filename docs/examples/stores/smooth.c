// SPDX-License-Identifier: GPL-3.0-or-later
// Smooths a picture: an example for docs/stores.md.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 1024, ROUNDS = 4 };

static float* picture_new(void)
{
   float* p = malloc(SIDE * SIDE * sizeof *p);
   memset(p, 0, SIDE * SIDE * sizeof *p);
   return p;
}

__attribute__((noinline)) static void begin(float* p)
{
   for (int i = 0; i < SIDE * SIDE; i++) p[i] = i % 17;
}

__attribute__((noinline)) static void smooth(const float* from, float* to)
{
   for (int i = 0; i < SIDE * SIDE; i++) {
      float left = i ? from[i - 1] : 0, right = i < SIDE * SIDE - 1 ? from[i + 1] : 0;
      to[i] = (left + 2 * from[i] + right) / 4;
   }
}

int main(void)
{
   float *p = picture_new(), sum = 0;
   begin(p);
   for (int round = 0; round < ROUNDS; round++) {
      float* next = picture_new();
      smooth(p, next);
      free(p);
      p = next;
   }
   for (int i = 0; i < SIDE; i++) sum += p[i];
   printf("%g\n", sum);
   free(p);
   return 0;
}
