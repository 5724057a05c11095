/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * threads.c: threads that work one after the other.  None ends before all have started, so that
 * no thread number is used twice: Callgrind takes the second user for a continuation of the first.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__((noinline, noclone))

NI static long work(long n)
{
   long s = 0;
   for (volatile long i = 0; i < n; i++) s += i;
   return s;
}

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* arg)
{
   pthread_mutex_lock(&turn);
   long r = work((long)arg);
   pthread_mutex_unlock(&turn);
   return (void*)r;
}

int main(int argc, char** argv)
{
   long scale = argc > 1 ? atoi(argv[1]) : 1, r = 0;
   pthread_t t[5];
   pthread_mutex_lock(&turn);
   for (long i = 0; i < 5; i++)
      pthread_create(&t[i], NULL, run, (void*)((i + 1) * 1000 * scale));
   pthread_mutex_unlock(&turn);
   for (long i = 0; i < 5; i++) {
      void* res;
      pthread_join(t[i], &res);
      r += (long)res + work(100);
   }
   printf("%ld\n", r);
   return 0;
}
