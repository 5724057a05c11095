// SPDX-License-Identifier: GPL-3.0-or-later
//
// Regions whose instances are known: regions MODE [ARGUMENT...]
//
//    phases N LENGTH SPREAD   N instances of work() of LENGTH or more units, three eighths of each before
//                             and three behind a phase of misses
//    outliers                 1000 instances, of which 17 and 503 take 20 times as long
//    nested                   10 instances of outer(), each with 5 of inner(), within request "all"
//    recursion                7 outermost calls of again(), which calls itself
//    threads N                N threads with 20 instances of work() each, and of request "piece"
//    longjmp                  50 instances, of which every second one is left by longjmp
//    exit, pthread_exit       an instance that ends so
//    fork                     a child is born in an instance, and ends in it
//    exec                     the program is replaced in an instance
//    open                     requests that are never ended, and one end too many
//    many                     70 regions of requests
//    self                     a request that is open inside itself
//    zero, dump, toggle, off  requests for that in the middle of an instance
//    signal                   handlers run in instances, and one has instances of its own
//    coroutines               two of them take turns in instances
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "callgrind.h"
#include "xgrind.h"

enum { LINE_B = 64, LINES = 1 << 16 };

char field[LINES * LINE_B] __attribute__((aligned(4096)));

#define CALLED __attribute__((noinline, noclone))

// One load per iteration, always the same instructions.
CALLED void walk(const char* p, long stride, long n)
{
   for (; n > 0; n--, p += stride) *(volatile const char*)p;
}

// 8 * units loads: first and last of one line, 2 * units between them of a line each.
CALLED void work(long units)
{
   walk(field, 0, 3 * units);
   walk(field, LINE_B, 2 * units);
   walk(field, 0, 3 * units);
}

static unsigned next_random(unsigned n)
{
   static uint64_t seed = 12345;
   seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
   return (unsigned)((seed >> 32) * n >> 32);
}

static void phases(char** arg)
{
   long n = atol(arg[0]), length = atol(arg[1]), spread = atol(arg[2]);
   for (long i = 0; i < n; i++) {
      long units = length + (spread ? (long)next_random((unsigned)spread) : 0);
      printf("%ld\n", units);
      work(units);
   }
}

static void outliers(void)
{
   for (int i = 0; i < 1000; i++) work(i == 17 || i == 503 ? 400 : 20);
}

CALLED void inner(long n)
{
   walk(field, 0, n);
   __asm__ volatile("");
}

CALLED void outer(long n)
{
   for (int i = 0; i < 5; i++) inner(n + i);
   walk(field, 0, n);
   __asm__ volatile("");
}

static void nested(void)
{
   XGRIND_REGION_BEGIN("all");
   for (int i = 0; i < 10; i++) {
      XGRIND_REGION_BEGIN("one");
      outer(100 * i);
      XGRIND_REGION_END;
   }
   XGRIND_REGION_END;
}

CALLED long again(long depth)
{
   walk(field, 0, 10);
   return depth ? again(depth - 1) + again(depth - 1) : 1;
}

static void recursion(void)
{
   long sum = 0;
   for (int i = 0; i < 7; i++) sum += again(i);
   printf("%ld\n", sum);
}

static pthread_barrier_t all_run;

static void* thread(void* number)
{
   pthread_barrier_wait(&all_run); // none ends before all have numbers of their own
   for (int i = 0; i < 20; i++) {
      XGRIND_REGION_BEGIN("piece");
      work(100 + 10 * (long)number);
      XGRIND_REGION_END;
      usleep(10);
   }
   return NULL;
}

static void threads(int n)
{
   pthread_t t[64];
   pthread_barrier_init(&all_run, NULL, (unsigned)n);
   for (long i = 0; i < n; i++) pthread_create(&t[i], NULL, thread, (void*)i);
   for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
}

static jmp_buf back;

CALLED void jumps(int i)
{
   walk(field, 0, 100 + i);
   if (i % 2) longjmp(back, 1);
   walk(field, 0, 100);
}

CALLED void jumper(int i)
{
   walk(field, 0, 50);
   jumps(i);
   walk(field, 0, 50);
   __asm__ volatile("");
}

static void long_jumps(void)
{
   for (volatile int i = 0; i < 50; i++)
      if (!setjmp(back)) jumper(i);
}

CALLED void leaves(void)
{
   work(50);
   exit(0);
}

CALLED void ends_thread(void)
{
   work(50);
   pthread_exit(NULL);
}

static void* short_thread(void* unused)
{
   ends_thread();
   return unused;
}

static void exit_thread(void)
{
   pthread_t t;
   pthread_create(&t, NULL, short_thread, NULL);
   pthread_join(t, NULL);
}

CALLED void forks(void)
{
   work(100);
   if (fork() == 0) {
      work(30);
      _exit(0);
   }
   wait(NULL);
   work(200);
}

static void forked(void)
{
   work(1);
   forks();
   forks();
}

CALLED void replaces(const char* program)
{
   work(100);
   execl("/nonexistent", "nothing", NULL);
   work(50);
   execl(program, program, "outliers", NULL);
}

static void stay_open(void)
{
   XGRIND_REGION_END;
   for (int i = 0; i < 3; i++) {
      XGRIND_REGION_BEGIN(i ? "second" : "first");
      work(10);
   }
}

static void many(void)
{
   char name[16];
   for (int i = 0; i < 70; i++) {
      sprintf(name, "number %d", i);
      XGRIND_REGION_BEGIN(name);
      work(1);
      XGRIND_REGION_END;
   }
}

static void within_self(int n)
{
   XGRIND_REGION_BEGIN("self");
   work(10);
   if (n) within_self(n - 1);
   XGRIND_REGION_END;
}

CALLED void interrupted(int how)
{
   work(100);
   switch (how) {
   case 'z': XGRIND_ZERO_STATS; break;
   case 'd': XGRIND_DUMP_STATS; break;
   case 't': XGRIND_TOGGLE_COLLECT; break;
   case 'o': XGRIND_STOP_INSTRUMENTATION; break;
   }
   work(40);
   if (how == 't') XGRIND_TOGGLE_COLLECT;
   if (how == 'o') XGRIND_START_INSTRUMENTATION;
   work(100);
}

static void interruptions(int how)
{
   for (int i = 0; i < 5; i++) {
      XGRIND_REGION_BEGIN("request");
      interrupted(how);
      XGRIND_REGION_END;
      work(5);
   }
}

static sigjmp_buf from_handler;
static volatile int left_handlers;

CALLED void in_handler(void)
{
   walk(field, 0, 500);
   __asm__ volatile("");
}

CALLED void on_signal(int number)
{
   in_handler();
   if (number == SIGUSR2 && left_handlers++ % 2) siglongjmp(from_handler, 1);
   in_handler();
}

CALLED void raises(int number)
{
   walk(field, 0, 100);
   raise(number);
   walk(field, 0, 100);
   __asm__ volatile("");
}

static void signals(void)
{
   signal(SIGUSR1, on_signal);
   signal(SIGUSR2, on_signal);
   for (volatile int i = 0; i < 10; i++) {
      XGRIND_REGION_BEGIN("request");
      if (!sigsetjmp(from_handler, 1)) raises(i % 3 ? SIGUSR1 : SIGUSR2);
      XGRIND_REGION_END;
   }
}

static ucontext_t home, other[2];

CALLED void yields(int i)
{
   walk(field, 0, 200);
   swapcontext(&other[i], &home);
   walk(field, 0, 300);
   __asm__ volatile("");
}

static void coroutine(int i)
{
   for (;;) yields(i);
}

static void coroutines(void)
{
   static char stack[2][1 << 18];
   for (int i = 0; i < 2; i++) {
      getcontext(&other[i]);
      other[i].uc_stack.ss_sp = stack[i];
      other[i].uc_stack.ss_size = sizeof stack[i];
      other[i].uc_link = &home;
      makecontext(&other[i], (void (*)(void))coroutine, 1, i);
   }
   for (int turn = 0; turn < 20; turn++) swapcontext(&home, &other[turn % 3 == 0]);
}

int main(int argc, char** argv)
{
   if (argc < 2) return 2;
   const char* mode = argv[1];
   setvbuf(stdout, NULL, _IOFBF, 1 << 16);
   printf("%#lx\n", (unsigned long)(uintptr_t)field);
   if (!strcmp(mode, "phases") && argc == 5)
      phases(argv + 2);
   else if (!strcmp(mode, "outliers"))
      outliers();
   else if (!strcmp(mode, "nested"))
      nested();
   else if (!strcmp(mode, "recursion"))
      recursion();
   else if (!strcmp(mode, "threads") && argc == 3)
      threads(atoi(argv[2]));
   else if (!strcmp(mode, "longjmp"))
      long_jumps();
   else if (!strcmp(mode, "exit"))
      leaves();
   else if (!strcmp(mode, "pthread_exit"))
      exit_thread();
   else if (!strcmp(mode, "fork"))
      forked();
   else if (!strcmp(mode, "exec"))
      replaces(argv[0]);
   else if (!strcmp(mode, "open"))
      stay_open();
   else if (!strcmp(mode, "many"))
      many();
   else if (!strcmp(mode, "self"))
      within_self(4);
   else if (!strcmp(mode, "zero") || !strcmp(mode, "dump") || !strcmp(mode, "toggle")
            || !strcmp(mode, "off"))
      interruptions(mode[0]);
   else if (!strcmp(mode, "signal"))
      signals();
   else if (!strcmp(mode, "coroutines"))
      coroutines();
   else
      return 2;
   return 0;
}
