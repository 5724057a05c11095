/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * twopass.c: calls at random that read and write memory at random, interrupted by signals, left by
 * jumps, on several threads; the same at every run.  Compiled and run by tests/known/twopass.
 *
 * Usage: twopass STEPS [WHAT...]      what else may happen anywhere:
 *   signals    handlers, in handlers too, on another stack too, with calls
 *   jumps      siglongjmp() to where an outer function stands, out of handlers too
 *   toggle     collection is switched
 *   switch     instrumentation is switched
 *   zero       costs are zeroed
 *   dump       parts are written, except in handlers
 *   threads    two more threads; one at a time runs
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <callgrind.h>

#define NI __attribute__((noinline, noclone))

enum { BYTES = 1 << 14, DEPTH_MAX = 60, THREADS = 3 };

static int signals, jumps, toggle, switching, zero, dump, threads;
static unsigned state = 1;
static volatile unsigned char memory[BYTES];
static volatile long left; /* steps */

/* Of the thread that runs. */
typedef struct {
   sigjmp_buf targets[DEPTH_MAX];
   int n_targets, depth, handlers;
} activity_t;
static __thread activity_t now;

NI static unsigned draw(unsigned below)
{
   state = state * 1103515245 + 12345;
   return (state >> 8) % below;
}

NI static void touch(unsigned stride)
{
   unsigned at = draw(BYTES);
   for (int i = 0; i < 6; i++, at = (at + stride) % BYTES) memory[at]++;
}

static void call(void);

NI static void leaf(void) { touch(1); }
NI static void stride(void) { touch(200); call(); }
NI static void twice(void) { call(); touch(64); call(); }
NI static void direct(int n) { touch(8); if (n > 0) direct(n - 1); else call(); }
NI static void ping(int n);
NI static void pong(int n) { touch(16); if (n > 0) ping(n - 1); }
NI static void ping(int n) { if (n > 0) pong(n - 1); else call(); touch(16); }
NI static void tail(void) { touch(32); leaf(); }
NI static void library(void) { char text[32]; snprintf(text, sizeof text, "%u", draw(1000)); touch((unsigned)strlen(text)); }

NI static void place(void)
{
   int n = now.n_targets, depth = now.depth, handlers = now.handlers;
   if (n == DEPTH_MAX) return;
   if (sigsetjmp(now.targets[n], 1) == 0) {
      now.n_targets = n + 1;
      call();
      call();
   }
   now.n_targets = n;
   now.depth = depth;
   now.handlers = handlers;
   touch(4);
}

static void hand_over(void);

NI static void happen(void)
{
   switch (draw(9)) {
   case 0: if (signals && now.handlers < 3) raise(SIGUSR1); break;
   case 1: if (signals && now.handlers < 3) raise(SIGUSR2); break;
   case 2: if (jumps && now.n_targets) siglongjmp(now.targets[draw((unsigned)now.n_targets)], 1); break;
   case 3: if (toggle) CALLGRIND_TOGGLE_COLLECT; break;
   case 4: if (switching) CALLGRIND_START_INSTRUMENTATION; break;
   case 5: if (switching && !draw(4)) CALLGRIND_STOP_INSTRUMENTATION; break;
   case 6: if (zero && !draw(8)) CALLGRIND_ZERO_STATS; break;
   case 7: if (dump && !now.handlers && !draw(8)) CALLGRIND_DUMP_STATS; break;
   default: if (threads && !now.handlers) hand_over(); break;
   }
}

static void call(void)
{
   if (left <= 0 || now.depth >= DEPTH_MAX) return;
   left--;
   now.depth++;
   switch (draw(10)) {
   case 0: leaf(); break;
   case 1: stride(); break;
   case 2: twice(); break;
   case 3: direct((int)draw(4)); break;
   case 4: ping((int)draw(4)); break;
   case 5: tail(); break;
   case 6: library(); break;
   case 7: place(); break;
   default: happen(); call(); break;
   }
   now.depth--;
}

static void handler(int s)
{
   now.handlers++;
   touch((unsigned)s);
   call();
   now.handlers--;
}

/* Whoever's turn it is runs; the others wait.  A thread waits for the end of its pipe, which the
   other end's being closed is: under Valgrind close() does not let other threads run, as what wakes
   a thread otherwise does, so that the order of what happens is always the same; all but whether
   the creator or the new thread goes on first. */
static int pipes[THREADS][2];
static __thread int me;

NI static void wait_for_turn(void)
{
   char byte;
   while (read(pipes[me][0], &byte, 1) < 0) {}
   close(pipes[me][0]);
}

NI static void new_pipe(int of)
{
   if (pipe(pipes[of])) abort();
}

NI static void hand_over_to(int to)
{
   if (to == me) return;
   new_pipe(me);
   close(pipes[to][1]);
   wait_for_turn();
}

NI static void hand_over(void)
{
   hand_over_to((int)draw(THREADS));
}

NI static void run(void)
{
   while (left > 0) {
      now.n_targets = now.depth = now.handlers = 0;
      call();
   }
}

/* Never ends before the program does, with calls that have not returned. */
static void* thread(void* number)
{
   me = (int)(long)number;
   for (;;) {
      hand_over_to(0);
      run();
   }
   return NULL;
}

static void start_threads(void)
{
   for (long i = 1; i < THREADS; i++) {
      pthread_t t;
      new_pipe(0);
      if (pthread_create(&t, NULL, thread, (void*)i)) abort();
      wait_for_turn();
   }
}

static int asked(int argc, char** argv, const char* what)
{
   for (int i = 2; i < argc; i++)
      if (strcmp(argv[i], what) == 0) return 1;
   return 0;
}

int main(int argc, char** argv)
{
   static char stack[65536];
   stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
   left = argc > 1 ? atol(argv[1]) : 100;
   signals = asked(argc, argv, "signals");
   jumps = asked(argc, argv, "jumps");
   toggle = asked(argc, argv, "toggle");
   switching = asked(argc, argv, "switch");
   zero = asked(argc, argv, "zero");
   dump = asked(argc, argv, "dump");
   threads = asked(argc, argv, "threads");
   sigaltstack(&alternate, NULL);
   struct sigaction a = {.sa_handler = handler, .sa_flags = SA_NODEFER};
   sigaction(SIGUSR1, &a, NULL);
   a.sa_flags = SA_NODEFER | (threads ? 0 : SA_ONSTACK);
   sigaction(SIGUSR2, &a, NULL);
   if (threads) start_threads();
   run();
   printf("%u\n", state);
   return 0;
}
