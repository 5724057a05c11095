// SPDX-License-Identifier: GPL-3.0-or-later
// answer: waiting for another thread
// A lock is tried again and again, while the thread that has it works on.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile char lock;
static volatile long sum;

static void* work(void* unused)
{
   for (long i = 0; i < 100000; i++) sum += i;
   usleep(300000);
   __atomic_clear(&lock, __ATOMIC_RELEASE);
   return unused;
}

int main(void)
{
   pthread_t worker;
   __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE);
   if (pthread_create(&worker, NULL, work, NULL)) return 1;
   while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) __asm__ volatile(""); // here
   printf("%ld\n", sum);
   return pthread_join(worker, NULL);
}
