// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * drafts.c: blocks whose translations are discarded at any moment: by a fault, by other code at their address, in
 * a child, while other threads run.
 *
 *    drafts faults | reads | rewritten | children | threads | handlers
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
enum { PAGE_B = 4096, PAGES = 64, ROUNDS = 40 };

static int memory[PAGE_B];

// --- accesses that fault ---

static sigjmp_buf out;

static void leave(int s)
{
   (void)s;
   siglongjmp(out, 1);
}

static void open_page(int s, siginfo_t *i, void *c)
{
   (void)s, (void)c;
   mprotect((void *)((size_t)i->si_addr & ~(size_t)(PAGE_B - 1)), PAGE_B, PROT_READ | PROT_WRITE);
}

NOINLINE static void put(volatile char *to, volatile int *beside)
{
   beside[0]++;
   beside[640] = 1;
   *to = 7;
   beside[1280]++;
}

NOINLINE static int get(volatile char *from, volatile int *beside)
{
   int x = beside[0] + beside[64];
   x += *from;
   beside[128] = x;
   return x + beside[192];
}

static void on_fault(void (*f)(int), void (*g)(int, siginfo_t *, void *))
{
   struct sigaction a = {.sa_handler = f};
   if (g) a.sa_sigaction = g;
   if (g) a.sa_flags = SA_SIGINFO;
   sigaction(SIGSEGV, &a, NULL);
}

static void faults(int reads)
{
   on_fault(leave, NULL);
   for (volatile int i = 0; i < ROUNDS; i++) {
      if (!sigsetjmp(out, 1)) put((char *)8, memory + i);
      if (reads && !sigsetjmp(out, 1)) get((char *)0, memory + i);
      put((char *)memory, memory + i);
      get((char *)memory, memory + i);
   }
   on_fault(NULL, open_page);
   char *pages = mmap(NULL, PAGES * PAGE_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   for (int i = 0; i < PAGES; i++)
      if (reads && i & 1) get(pages + PAGE_B * i + i, memory + i);
      else put(pages + PAGE_B * i + i, memory + i);
   on_fault(SIG_DFL, NULL);
   put((char *)16, memory);
}

// --- code that takes the place of other code ---

static void rewritten(void)
{
   // mov $n,%eax; add $5,%edi; add %edi,%eax; mov (%rsi),%ecx; add %ecx,%eax; mov %eax,(%rsi); ret
   unsigned char code[] = {0xb8, 0, 0, 0, 0, 0x83, 0xc7, 5, 0x01, 0xf8, 0x8b, 0x0e, 0x01, 0xc8, 0x89, 0x06, 0xc3};
   unsigned char *at = mmap(NULL, PAGE_B, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   int sum = 0;
   for (int k = 0; k < 12; k++) {
      code[1] = (unsigned char)k;
      const int has_load = k < 6 || k > 8;
      memcpy(code + 10, has_load ? "\x8b\x0e" : "\x90\x90", 2);
      memcpy(at, code, sizeof code);
      for (int i = 0; i < 1 + 5 * k * k * k; i++) sum += ((int (*)(int, int *))at)(i, memory + i % 64);
   }
   printf("%d\n", sum);
}

// --- who runs them ---

NOINLINE static int work(int n)
{
   int x = 0;
   for (int i = 0; i < n; i++) {
      x += memory[i * 17 % PAGE_B];
      memory[(i * 31 + x) % PAGE_B & (PAGE_B - 1)] = i;
   }
   return x;
}

static void children(void)
{
   for (int i = 1; i <= 3; i++) {
      work(i);
      const pid_t child = fork();
      if (child) waitpid(child, NULL, 0);
      work(20 * i);
      if (!child) _exit(0);
   }
}

static void *in_thread(void *n)
{
   work(*(int *)n);
   return NULL;
}

// One after the other: what they do does not depend on whose turn it is.
static void threads(void)
{
   for (int i = 1; i < 30; i++) {
      pthread_t t;
      if (pthread_create(&t, NULL, in_thread, &i)) exit(1);
      pthread_join(t, NULL);
   }
}

static void on_signal(int s)
{
   work(s % 7);
}

static void handlers(void)
{
   signal(SIGUSR1, on_signal);
   for (int i = 0; i < ROUNDS; i++) {
      work(i);
      raise(SIGUSR1);
   }
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   if (!strcmp(what, "faults")) faults(0);
   else if (!strcmp(what, "reads")) faults(1);
   else if (!strcmp(what, "rewritten")) rewritten();
   else if (!strcmp(what, "children")) children();
   else if (!strcmp(what, "threads")) threads();
   else if (!strcmp(what, "handlers")) handlers();
   else return 2;
   return 0;
}
