// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that take one lock for each addition.
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 50000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counts[64];

static void* work(void* arg)
{
   unsigned state = *(unsigned*)arg;
   for (int i = 0; i < ROUNDS; i++) {
      state = state * 1664525 + 1013904223;
      pthread_mutex_lock(&lock); // the lock
      counts[state >> 26]++;
      pthread_mutex_unlock(&lock);
   }
   return NULL;
}

int main(void)
{
   unsigned seeds[2] = {1, 2};
   pthread_t threads[2];
   for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &seeds[i]);
   for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
   printf("%ld\n", counts[5]);
}
