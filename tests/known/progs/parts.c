/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.c: programs that write parts, fork, exec and handle signals, by name; for
 * tests/known/files.  Usage: parts CASE
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <callgrind.h>

static const char* which;

static int is(const char* name)
{
   return strcmp(which, name) == 0;
}

__attribute__((noinline)) void work(int n)
{
   for (volatile int i = 0; i < n; i++) {
   }
}

static void* thread(void* arg)
{
   work(20000);
   return arg;
}

static void handler(int signal)
{
   (void)signal;
   work(500);
   if (is("dump-in-handler")) CALLGRIND_DUMP_STATS;
   if (is("zero-in-handler")) CALLGRIND_ZERO_STATS;
   if (is("exec-in-handler")) execl("/bin/true", "true", (char*)0);
   if (is("fork-in-handler")) {
      if (!fork()) _exit(0);
      wait(0);
   }
   work(10);
}

static void failed_execs(void)
{
   work(1000);
   CALLGRIND_DUMP_STATS;
   work(2000);
   for (int i = 0; i < 5; i++) execl("/nonexistent", "x", (char*)0);
   work(3000);
}

int main(int argc, char** argv)
{
   which = argc > 1 ? argv[1] : "";
   signal(SIGUSR1, handler);
   if (strstr(which, "handler")) raise(SIGUSR1);
   if (is("thread")) {
      pthread_t t;
      pthread_create(&t, 0, thread, 0);
      pthread_join(t, 0);
   }
   if (is("threads")) {
      enum { N = 64 };
      pthread_t t[N];
      for (int i = 0; i < N; i++) pthread_create(&t[i], 0, thread, 0);
      for (int i = 0; i < N; i++) pthread_join(t[i], 0);
   }
   if (is("fork")) fork();
   if (is("execs")) failed_execs();
   for (int i = 0; is("parts") && i < 100; i++) CALLGRIND_DUMP_STATS;
   if (is("bad-text")) CALLGRIND_DUMP_STATS_AT((char*)8);
   if (is("no-text")) CALLGRIND_DUMP_STATS_AT((char*)0);
   if (is("line-text")) CALLGRIND_DUMP_STATS_AT("a\nfn=(1) evil\n1 5000");
   work(100);
   return 0;
}
