// SPDX-License-Identifier: GPL-3.0-or-later
// Programs whose calls and returns do not match as in plain ones: what is left open, left at once,
// begun elsewhere, or in code that goes away.
//   odd CASE
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile long sum;
static volatile int zero;

NOINLINE static void work(int n)
{
   for (int i = 0; i < n; i++) sum += i;
}

NOINLINE static void die(const char* what)
{
   perror(what);
   exit(3);
}

// --- deep recursion ---

NOINLINE static int deep(int n)
{
   if (n == 0) return 0;
   int below = deep(n - 1);
   sum += below;
   return below + 1;
}

static int odd_levels(int n);
NOINLINE static int even_levels(int n)
{
   return n == 0 ? (work(2), 0) : odd_levels(n - 1) + 1 + zero;
}
NOINLINE static int odd_levels(int n)
{
   return n == 0 ? (work(3), 0) : even_levels(n - 1) + 1 + zero;
}

static jmp_buf far;
NOINLINE static void climb(int n)
{
   if (n == 0) {
      work(1);
      longjmp(far, 1);
   }
   climb(n - 1);
   sum++;
}

static void *in_big_stack(void *how)
{
   if (how) {
      deep(100000);
      even_levels(100000);
   } else {
      for (volatile int i = 0; i < 50; i++)
         if (!setjmp(far)) climb(1000 + i);
   }
   work(10);
   return NULL;
}

static void on_big_stack(int how)
{
   pthread_attr_t a;
   pthread_t t;
   pthread_attr_init(&a);
   pthread_attr_setstacksize(&a, 256 << 20);
   if (pthread_create(&t, &a, in_big_stack, how ? "" : NULL)) die("pthread_create");
   pthread_join(t, NULL);
}

// --- signals ---

static sigjmp_buf out_of_handler;
NOINLINE static void leave(int sig)
{
   work(3);
   siglongjmp(out_of_handler, sig);
}
NOINLINE static void stay(int sig)
{
   work(sig == SIGUSR1 ? 5 : 6);
   if (sig == SIGUSR1) raise(SIGUSR2);
}

static void signals(void)
{
   static char space[1 << 17];
   stack_t st = {.ss_sp = space, .ss_size = sizeof space};
   sigaltstack(&st, NULL);
   struct sigaction a = {.sa_handler = stay, .sa_flags = SA_ONSTACK | SA_NODEFER};
   sigaction(SIGUSR1, &a, NULL);
   sigaction(SIGUSR2, &a, NULL);
   a.sa_handler = leave;
   sigaction(SIGSEGV, &a, NULL);
   for (volatile int i = 0; i < 20; i++) {
      raise(SIGUSR1);
      if (!sigsetjmp(out_of_handler, 1)) *(volatile int *)8 = 1;
   }
}

// --- stacks of one's own ---

static ucontext_t back, each[20];
NOINLINE static void turn(int i)
{
   for (int k = 0; k < 5; k++) {
      work(i);
      swapcontext(&each[i], &back);
   }
   if (i & 1) swapcontext(&each[i], &back); // never comes to its end
}

static void contexts(void)
{
   for (int i = 0; i < 20; i++) {
      getcontext(&each[i]);
      each[i].uc_stack.ss_sp = malloc(1 << 16);
      each[i].uc_stack.ss_size = 1 << 16;
      each[i].uc_link = &back;
      makecontext(&each[i], (void (*)(void))turn, 1, i);
   }
   for (int k = 0; k < 6; k++)
      for (int i = 0; i < 20; i++) swapcontext(&back, &each[i]);
   for (int i = 0; i < 20; i++) free(each[i].uc_stack.ss_sp);
}

// --- threads and processes ---

static void *short_thread(void *n)
{
   work((int)(long)n);
   if ((long)n & 1) pthread_exit(NULL);
   return NULL;
}

static void hundred(void)
{
   for (long i = 0; i < 100; i += 10) {
      pthread_t t[10];
      for (long k = 0; k < 10; k++)
         if (pthread_create(&t[k], NULL, short_thread, (void *)(i + k))) die("pthread_create");
      for (long k = 0; k < 10; k++) pthread_join(t[k], NULL);
   }
}

extern char **environ;
static char *self;

NOINLINE static void start(const char *how)
{
   pid_t p = strstr(how, "vfork") ? vfork() : fork();
   if (p < 0) die("fork");
   if (p == 0) {
      if (strstr(how, "exec")) execl(self, self, "work", NULL);
      if (!strstr(how, "vfork")) work(17);
      _exit(0);
   }
   int status;
   if (waitpid(p, &status, 0) != p || status) die("child");
}

static void *in_thread(void *what)
{
   work(9);
   if (!strcmp(what, "exit")) exit(0);
   if (!strcmp(what, "_exit")) _exit(0);
   if (!strcmp(what, "exec")) execl(self, self, "work", NULL);
   if (!strcmp(what, "kill")) kill(getpid(), SIGTERM);
   if (!strcmp(what, "abort")) abort();
   start(what);
   work(9);
   return NULL;
}

static void by_thread(char *what)
{
   pthread_t t;
   work(8);
   if (pthread_create(&t, NULL, in_thread, what)) die("pthread_create");
   pthread_join(t, NULL);
}

static void *outlives(void *unused)
{
   work(1000);
   return unused;
}

// --- code that comes and goes ---

static void libraries(void)
{
   static const char *const name[] = {"libm.so.6", "libresolv.so.2", "libm.so.6"};
   for (int i = 0; i < 6; i++) {
      void *lib = dlopen(name[i % 3], RTLD_NOW);
      if (!lib) die(name[i % 3]);
      double (*f)(double) = (double (*)(double))dlsym(lib, "cbrt");
      if (f) sum += (long)f(27.0 + i);
      dlclose(lib);
   }
}

// Code at one address that calls, jumps, or returns; it is unmapped each time.
static void written(void)
{
   for (int i = 0; i < 30; i++) {
      unsigned char *code = mmap((void *)0x7e0000000, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
      if (code == MAP_FAILED) die("mmap");
      void *to = (void *)work;
      // sub $8,%rsp; mov $to,%rax; call *%rax; add $8,%rsp; ret   or   mov $to,%rax; jmp *%rax
      static const unsigned char call[] = {0x48, 0x83, 0xec, 8, 0x48, 0xb8}, called[] = {0xff, 0xd0, 0x48, 0x83, 0xc4, 8, 0xc3};
      unsigned char *p = code;
      if (i % 3 == 0) {
         memcpy(p, call, sizeof call);
         memcpy(p + sizeof call, &to, 8);
         memcpy(p + sizeof call + 8, called, sizeof called);
      } else if (i % 3 == 1) {
         memcpy(p, call + 4, 2);
         memcpy(p + 2, &to, 8);
         memcpy(p + 10, "\xff\xe0", 2);
      } else {
         *p = 0xc3;
      }
      ((void (*)(int))code)(i);
      munmap(code, 4096);
   }
}

int main(int argc, char **argv)
{
   const char *c = argc > 1 ? argv[1] : "";
   self = argv[0];
   if (!strcmp(c, "work")) work(100);
   else if (!strcmp(c, "deep")) on_big_stack(1);
   else if (!strcmp(c, "jumps")) on_big_stack(0);
   else if (!strcmp(c, "signals")) signals();
   else if (!strcmp(c, "contexts")) contexts();
   else if (!strcmp(c, "hundred")) hundred();
   else if (!strcmp(c, "libraries")) libraries();
   else if (!strcmp(c, "written")) written();
   else if (!strncmp(c, "thread-", 7)) by_thread(argv[1] + 7);
   else if (!strcmp(c, "main-ends")) {
      pthread_t t;
      if (pthread_create(&t, NULL, outlives, NULL)) die("pthread_create");
      pthread_exit(NULL);
   } else if (!strcmp(c, "segv")) deep(*(volatile int *)8);
   else start(c);
   return 0;
}
