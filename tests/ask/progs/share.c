// SPDX-License-Identifier: GPL-3.0-or-later
//
// share: two threads each add 200,000 times to a counter of their own, in one line of memory, or, with -DPADDED, 500,000 times in
// two; with -DALONE main() does it, and there is no other thread.
#include <pthread.h>
#include <stdio.h>

#ifdef PADDED
enum { APART = 16, ROUNDS = 500000 };
#else
enum { APART = 1, ROUNDS = 200000 };
#endif

static volatile long counters[2 * APART] __attribute__((aligned(64)));

static void* add(void* counter)
{
   volatile long* mine = counter;
   for (int i = 0; i < ROUNDS; i++)
      *mine += 1; // the counter
   return NULL;
}

int main(void)
{
#ifdef ALONE
   add((void*)&counters[0]);
#else
   pthread_t threads[2];
   for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, (void*)&counters[i * APART]);
   for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
#endif
   printf("%ld\n", counters[0]);
   return 0;
}
