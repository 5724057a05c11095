/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * requests.c: client requests of callgrind.h and, with -DUSE_XGRIND, the same ones
 * of xgrind.h; regions and labels.  Compiled and run by tests/known/requests, which
 * has the arithmetic.  Usage: requests CASE [NUMBER]
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <valgrind/callgrind.h>
#include "xgrind.h"
#include "known.h"

#ifdef USE_XGRIND
#define ASK(name) XGRIND_##name
#else
#define ASK(name) CALLGRIND_##name
#endif

/* xgrind.h has numbers of its own making for Callgrind's requests. */
#define SAME(i, name)                                                         \
    typedef char same_##name[XGRIND_REQUEST_CALLGRIND_ + i == VG_USERREQ__##name ? 1 : -1]
SAME(0, DUMP_STATS);
SAME(1, ZERO_STATS);
SAME(2, TOGGLE_COLLECT);
SAME(3, DUMP_STATS_AT);
SAME(4, START_INSTRUMENTATION);
SAME(5, STOP_INSTRUMENTATION);

SPIN(spin_a);
SPIN(spin_b);
LOADS(walk);

static char memory[100 * 64] __attribute__((aligned(64)));

/* A request in assembler, 3 instructions, of which the last is the request itself, whose five
 * instructions for the processor Valgrind takes as one.  The result destroys rdx. */
#define REQUEST(args)                                                         \
    " lea " args "(%rip),%rax\n xor %edx,%edx\n rolq $3,%rdi\n rolq $13,%rdi\n"   \
    " rolq $61,%rdi\n rolq $51,%rdi\n xchgq %rbx,%rbx\n"

typedef unsigned long Args[6];
#define BEGIN_ARGS(variable, name)                                            \
    Args variable = {XGRIND_REQUEST_OWN_ + 0, (unsigned long)name, 0, 0, 0, 0}
const char name_one[] = "one: first", name_two[] = "two", name_same[] = "same";
Args begin_one, begin_two, begin_same, end_args, middle_args;

/* NAME(...) calls CALLEE in a region: in the region there are 5 instructions more than in the
 * callee (mov, call; lea, xor, request), and 10 altogether. */
#define MARKED(name, begin, callee)                                           \
    void name(void *p, long stride, long n);                                  \
    ASM_FUNCTION(name, " mov %rdx,%r8\n" REQUEST(begin) " mov %r8,%rdx\n call " callee \
                       "\n" REQUEST("end_args") " ret\n")
MARKED(one_spin, "begin_one", "spin_a");
MARKED(one_walk, "begin_one", "walk");
MARKED(one_middle, "begin_one", "middle");
MARKED(two_spin, "begin_two", "spin_a");
MARKED(one_two, "begin_one", "two_spin");
MARKED(same_spin, "begin_same", "spin_a");
MARKED(same_same, "begin_same", "same_spin");

/* 2 n + 8 instructions up to and with a request, 2 n + 4 after it */
void middle(long n);
ASM_FUNCTION(middle, " mov %rdi,%r9\n call spin_a\n mov %r9,%rdi\n" REQUEST("middle_args")
                     " call spin_b\n ret\n");

static void fill(Args args, unsigned long number, const char *text)
{
   args[0] = number;
   args[1] = (unsigned long)text;
}

static void spin_in_one(long n)
{
   one_spin((void *)n, 0, 0);
}

static long handler_rounds;
void handler(int signal);
void handler(int signal)
{
   (void)signal;
   spin_b(handler_rounds);
}

static pthread_barrier_t all_run; /* or a thread could have the number of one that has ended */
static void *thread(void *arg)
{
   pthread_barrier_wait(&all_run);
   spin_in_one((long)arg);
   return arg;
}

static void threads(void)
{
   enum { N = 4 };
   pthread_t t[N];
   pthread_barrier_init(&all_run, 0, N);
   for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)(1000 * (i + 1)));
   for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}

static ucontext_t own, other;
static void body(void)
{
   spin_b(50);
   swapcontext(&other, &own);
}

static void coroutine(void)
{
   static char stack[1 << 16];
   getcontext(&other);
   other.uc_stack.ss_sp = stack;
   other.uc_stack.ss_size = sizeof stack;
   makecontext(&other, body, 0);
   swapcontext(&own, &other);
}

/* A request on another stack, as those of Go are. */
static void asking_body(void)
{
   ASK(TOGGLE_COLLECT);
   swapcontext(&other, &own);
}

static void toggle_elsewhere(void)
{
   static char stack[1 << 16];
   getcontext(&other);
   other.uc_stack.ss_sp = stack;
   other.uc_stack.ss_size = sizeof stack;
   makecontext(&other, asking_body, 0);
   swapcontext(&own, &other);
}

/* A handler, on a stack of its own, whose first instruction is a jump. */
void jumping_handler(int signal);
ASM_FUNCTION(jumping_handler, " jmp handler\n");

static void take_signal_elsewhere(void)
{
   static char stack[1 << 16];
   stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
   struct sigaction a = {.sa_handler = jumping_handler, .sa_flags = SA_ONSTACK};
   if (sigaltstack(&alternate, 0) || sigaction(SIGUSR1, &a, 0)) exit(2);
   handler_rounds = 100;
   raise(SIGUSR1);
}

static void *unfinished(void *arg)
{
   XGRIND_REGION_BEGIN("unfinished");
   spin_a(1000);
   return arg;
}

static void in_threads_one_by_one(void *(*f)(void *))
{
   for (int i = 0; i < 3; i++) {
      pthread_t t;
      pthread_create(&t, 0, f, 0);
      pthread_join(t, 0);
   }
}

static void labels(void)
{
   char text[] = "first";
   XGRIND_LABEL(text);
   text[0] = 'w';
   XGRIND_LABEL("second: with\nfn=(1) two lines");
   XGRIND_LABEL(text);
   for (int i = 0; i < 1000; i++) XGRIND_LABEL("often");
   XGRIND_LABEL((const char *)8);
   XGRIND_DUMP_STATS;
   XGRIND_LABEL("often");
}

int main(int argc, char **argv)
{
   const char *which = argc > 1 ? argv[1] : "";
   long number = argc > 2 ? atol(argv[2]) : 0;
   fill(begin_one, XGRIND_REQUEST_OWN_, name_one);
   fill(begin_two, XGRIND_REQUEST_OWN_, name_two);
   fill(begin_same, XGRIND_REQUEST_OWN_, name_same);
   fill(end_args, XGRIND_REQUEST_OWN_ + 1, 0);
#define IF(name) if (strcmp(which, name) == 0)
   IF("dump") { spin_a(1000); ASK(DUMP_STATS); spin_b(2000); }
   IF("dump-at") { spin_a(1000); ASK(DUMP_STATS_AT("some text")); spin_b(2000); }
   IF("zero") { spin_a(1000); ASK(ZERO_STATS); spin_b(2000); }
   IF("toggle") { spin_a(1000); ASK(TOGGLE_COLLECT); spin_b(2000); ASK(TOGGLE_COLLECT); spin_a(10); }
   IF("toggle-same") { spin_a(1000); ASK(TOGGLE_COLLECT); spin_a(500); ASK(TOGGLE_COLLECT); spin_a(10); }
   IF("toggle-elsewhere") {
      toggle_elsewhere();
      spin_b(2000);
      ASK(TOGGLE_COLLECT);
      spin_a(10);
   }
   IF("toggle-handler") {
      ASK(TOGGLE_COLLECT);
      take_signal_elsewhere();
      spin_a(1000);
      ASK(TOGGLE_COLLECT);
      spin_a(10);
   }
   IF("start-stop") {
      spin_a(1000);
      ASK(START_INSTRUMENTATION);
      spin_b(2000);
      ASK(STOP_INSTRUMENTATION);
      spin_a(10);
   }
   IF("region") for (int i = 1; i <= number; i++) spin_in_one(1000 * i);
   IF("walk") one_walk(memory, 64, 100);
   IF("nested") one_two((void *)1000L, 0, 0);
   IF("same") same_same((void *)1000L, 0, 0);
   IF("middle") {
      /* numbers of Callgrind's; others are unknown and do nothing */
      fill(middle_args, number < 0 ? XGRIND_REQUEST_OWN_ + 999 : XGRIND_REQUEST_CALLGRIND_ + number, 0);
      one_middle((void *)5000L, 0, 0);
   }
   IF("threads") threads();
   IF("unfinished-threads") in_threads_one_by_one(unfinished);
   IF("handler") {
      handler_rounds = number;
      signal(SIGUSR1, handler);
      XGRIND_REGION_BEGIN("signal");
      raise(SIGUSR1);
      XGRIND_REGION_END;
   }
   IF("all") {
      XGRIND_REGION_BEGIN("all");
      XGRIND_ZERO_STATS;
      signal(SIGUSR1, handler);
      handler_rounds = 100;
      raise(SIGUSR1);
      spin_in_one(1000);
      one_walk(memory, 64, 100);
      coroutine();
   }
   IF("fork") {
      XGRIND_REGION_BEGIN("all");
      spin_a(1000);
      if (!fork()) {
         spin_b(2000);
         _exit(0);
      }
      wait(0);
   }
   IF("end-alone") { XGRIND_REGION_END; spin_in_one(1000); XGRIND_REGION_END; }
   IF("labels") labels();
   return 0;
}
