// SPDX-License-Identifier: GPL-3.0-or-later
// answer: not waiting
// Two threads look for the end of a text, whose bytes stay in D1, by loops without a body: they work.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[4096];

static void* measure(void* result)
{
   long sum = 0;
   for (int i = 0; i < 300; i++) {
      const volatile char* p = text;
      while (*p++)
         ;
      sum += p - text;
   }
   *(long*)result = sum;
   return NULL;
}

int main(void)
{
   pthread_t threads[2];
   long sums[2];
   memset(text, 'x', sizeof text - 1);
   for (int i = 0; i < 2; i++)
      if (pthread_create(&threads[i], NULL, measure, &sums[i])) return 1;
   for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
   printf("%ld\n", sums[0] + sums[1]);
}
