// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the end of a run speaks about, by construction: findings MODE.
//
//   waste    reads one byte of each of 4,096 lines: 63 of 64 bytes are loaded and never used
//   stride   reads one byte of each of 1,024 lines, 50 times: they stay in LL of 1 MiB, not in D1
//   hot      one function has most instructions
//   branch   one function has branches that cannot be predicted
//   bus      one function has global bus events
//   share    two threads write neighbouring bytes
//   fork     a child that ends by itself
//   exec, execvp, execveat, fexecve    another program in place of this one
//   no-exec  tries what cannot be executed, in all ways, and goes on
//   children, vfork, spawn, many, grandchild   other programs in children
//   late     a child runs another program after this one has ended
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

enum { LINE_B = 64, WASTED = 4096, STRIDDEN = 1024 };

extern char** environ;
static char wasted[WASTED * LINE_B] __attribute__((aligned(4096)));
static volatile struct {
   char of_one, of_other;
} shared __attribute__((aligned(LINE_B)));
static char* const arguments[] = {"true", NULL};
static void* volatile nowhere = (void*)8;

NOINLINE static int waste(void)
{
   int sum = 0;
   for (int i = 0; i < WASTED; i++) sum += ((volatile char*)wasted)[i * LINE_B]; // one byte a line
   return sum;
}

NOINLINE static int stride(void)
{
   int sum = 0;
   for (int n = 0; n < 50; n++)
      for (int i = 0; i < STRIDDEN; i++) sum += ((volatile char*)wasted)[i * LINE_B]; // again
   return sum;
}

NOINLINE static unsigned hot(void)
{
   unsigned x = 1;
   for (int i = 0; i < 1000000; i++) x = x * 1664525u + 1013904223u; // the hot loop
   return x;
}

NOINLINE static unsigned bus(void)
{
   static unsigned counter;
   for (int i = 0; i < 20000; i++) __atomic_fetch_add(&counter, i & 3, __ATOMIC_SEQ_CST); // locked
   return counter;
}

NOINLINE static unsigned branch(void)
{
   volatile unsigned odd = 0;
   unsigned x = 1;
   for (int i = 0; i < 100000; i++) {
      x = x * 1664525u + 1013904223u;
      if (x & 0x10000) odd++; // as good as at random
   }
   return odd;
}

static _Alignas(LINE_B) volatile int turn; // whose it is; on a line of its own

// The threads take turns at each write.
NOINLINE static void write_own(volatile char* own, int me)
{
   for (int i = 0; i < 500; i++) {
      while (turn != me) sched_yield();
      *own = (char)i; // beside the other thread's
      turn = !me;
   }
}

static void* other_thread(void* unused)
{
   write_own(&shared.of_other, 1);
   return unused;
}

static void share(void)
{
   pthread_t other;
   pthread_create(&other, NULL, other_thread, NULL);
   write_own(&shared.of_one, 0);
   pthread_join(other, NULL);
}

static void wait_for_all(void)
{
   while (wait(NULL) > 0) {}
}

static void spawn(const char* program)
{
   pid_t child;
   char* const list[] = {(char*)program, NULL};
   if (posix_spawnp(&child, program, NULL, NULL, list, environ) == 0) wait_for_all();
}

static void run_in_child(const char* program)
{
   if (fork() == 0) {
      execv(program, arguments);
      _exit(1);
   }
   wait_for_all();
}

static void try_what_cannot_be_executed(void)
{
   execv("/no/such/program", arguments);
   execv("/etc/passwd", arguments);
   execv("/tmp", arguments);
   execv("", arguments);
   execv(nowhere, arguments);
   execv("/bin/true", nowhere);
   syscall(SYS_execveat, 999, "true", arguments, environ, 0);
   run_in_child("/no/such/program");
}

static void grandchild(void)
{
   if (fork() == 0) {
      run_in_child("/bin/true");
      exit(0);
   }
   wait_for_all();
}

static void run_many(void)
{
   static const char* const programs[] = {"ls",  "cat", "date", "uname", "id",     "env",  "pwd",
                                          "tty", "nproc", "arch", "groups", "whoami", "df"};
   for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++) spawn(programs[i]);
}

static void run_when_parent_has_ended(void)
{
   const pid_t parent = getpid();
   if (fork()) return;
   while (getppid() == parent) usleep(1000);
   execv("/bin/true", arguments);
}

static int is(const char* mode, const char* name)
{
   return strcmp(mode, name) == 0;
}

static void replace(const char* mode)
{
   if (is(mode, "exec")) execv("/bin/true", arguments);
   if (is(mode, "execvp")) execvp("true", arguments);
   if (is(mode, "execveat"))
      syscall(SYS_execveat, open("/bin", O_PATH | O_DIRECTORY), "true", arguments, environ, 0);
   if (is(mode, "fexecve")) fexecve(open("/bin/true", O_RDONLY | O_CLOEXEC), arguments, environ);
}

static void run_others(const char* mode)
{
   if (is(mode, "no-exec")) try_what_cannot_be_executed();
   if (is(mode, "children")) run_in_child("/bin/true"), run_in_child("/bin/echo"), run_in_child("/bin/true");
   if (is(mode, "spawn")) spawn("true");
   if (is(mode, "many")) run_many();
   if (is(mode, "grandchild")) grandchild();
   if (is(mode, "vfork")) {
      if (vfork() == 0) {
         execv("/bin/true", arguments);
         _exit(1);
      }
      wait_for_all();
   }
   if (is(mode, "fork")) {
      if (fork() == 0) exit(hot() == 12345);
      wait_for_all();
   }
   if (is(mode, "late")) run_when_parent_has_ended();
}

int main(int argc, char** argv)
{
   const char* mode = argc > 1 ? argv[1] : "";
   unsigned sum = 0;
   if (is(mode, "waste")) sum = (unsigned)waste();
   if (is(mode, "stride")) sum = (unsigned)stride();
   if (is(mode, "hot")) sum = hot();
   if (is(mode, "branch")) sum = branch();
   if (is(mode, "bus")) sum = bus();
   if (is(mode, "share")) share();
   replace(mode);
   run_others(mode);
   return sum == 12345;
}
