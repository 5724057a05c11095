// SPDX-License-Identifier: GPL-3.0-or-later
//
// thread_names: thread 2 names itself, thread 3 is named by the first one, thread 4 has no name, thread 5 has the number of thread 2
// again and another name, and a child process is named like nobody else.  All write to one line of memory.  For tests/known/names.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static long counts[8] __attribute__((aligned(64)));
static pthread_barrier_t all;

static void count(int n)
{
   for (int i = 0; i < 100000; i++) __atomic_fetch_add(&counts[n], 1, __ATOMIC_RELAXED);
}

static void* named(void* name)
{
   prctl(PR_SET_NAME, name);
   if (*(char*)name == 'w') pthread_barrier_wait(&all);
   count(0);
   return NULL;
}

static void* waiting(void* unused)
{
   pthread_barrier_wait(&all);
   count(1);
   return unused;
}

static void* nameless(void* unused)
{
   pthread_barrier_wait(&all);
   count(2);
   return unused;
}

int main(void)
{
   pthread_t t[3];
   pthread_barrier_init(&all, NULL, 4);
   pthread_create(&t[0], NULL, named, "worker");
   pthread_create(&t[1], NULL, waiting, NULL);
   pthread_setname_np(t[1], "in\"out");
   pthread_create(&t[2], NULL, nameless, NULL);
   pthread_barrier_wait(&all);
   for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
   pthread_create(&t[0], NULL, named, "again");
   pthread_join(t[0], NULL);
   fflush(stdout);
   if (fork() == 0) {
      prctl(PR_SET_NAME, "child");
      count(3);
      _exit(0);
   }
   wait(NULL);
   return 0;
}
