// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads count into neighbouring elements of one array.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct counts {
   long seen, odd, sum;
}
#ifdef FIXED
__attribute__((aligned(64)))
#endif
;
static struct counts all_counts[4];
static int rounds = 100000;
static void* work(void* arg)
{
   volatile struct counts* own = &all_counts[(long)arg];
   unsigned x = (unsigned)(long)arg + 1;
   for (int i = 0; i < rounds; i++) {
      x = x * 1664525u + 1013904223u;
      own->seen++;
      if (x >> 31) own->odd++;
      own->sum += x >> 20;
   }
   return 0;
}
int main(int c, char** v)
{
   if (c > 1) rounds = atoi(v[1]);
   pthread_t id[4];
   for (long k = 0; k < 4; k++) pthread_create(&id[k], 0, work, (void*)k);
   long seen = 0;
   for (int k = 0; k < 4; k++) {
      pthread_join(id[k], 0);
      seen += all_counts[k].seen + all_counts[k].sum % 2;
   }
   printf("%ld\n", seen);
}
