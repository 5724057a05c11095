// SPDX-License-Identifier: GPL-3.0-or-later
// What a core has under way; see window.h.
#define _GNU_SOURCE
#include "calibrate/window.h"

#include <string.h>
#include <sys/mman.h>

#include "calibrate/figures.h"
#include "calibrate/sampling.h"

#if defined(__x86_64__)

enum { CODE_B = 1 << 16, WINDOW_MAX = 2048, STORES_MAX = 512 };

// Code that is written now: as many instructions as are wanted.
typedef struct {
   unsigned char* base;
   int size_B;
} Code;

typedef enum { FILL_ANY, FILL_STORES } Filler;

static void add(Code* c, const char* bytes, int n)
{
   memcpy(c->base + c->size_B, bytes, (size_t)n);
   c->size_B += n;
}
#define ADD(c, bytes) add(c, bytes, sizeof bytes - 1)

// Instructions that wait for nothing; none is a nop, which some processors need not execute.
static void add_filler(Code* c, Filler filler, int n)
{
   for (int i = 0; i < n; i++) {
      if (filler == FILL_STORES)
         ADD(c, "\x89\x4c\x24\xc0"); // mov %ecx,-64(%rsp)
      else if (i % 2 == 0)
         ADD(c, "\x8d\x4f\x01"); // lea 1(%rdi),%ecx
      else
         ADD(c, "\x66\x0f\x70\xc8\x00"); // pshufd $0,%xmm0,%xmm1
   }
}

// A function (void** walkers[2], long rounds), in each round of which both go one node on.
static void write_walks(Code* c, Filler filler, int between)
{
   c->size_B = 0;
   ADD(c, "\x48\x8b\x07\x48\x8b\x57\x08"); // mov (%rdi),%rax; mov 8(%rdi),%rdx
   const int begin = c->size_B;
   ADD(c, "\x48\x8b\x00"); // mov (%rax),%rax
   add_filler(c, filler, between);
   ADD(c, "\x48\x8b\x12"); // mov (%rdx),%rdx
   add_filler(c, filler, between);
   ADD(c, "\x48\x83\xee\x01\x0f\x85"); // sub $1,%rsi; jne begin
   const int back = begin - (c->size_B + 4);
   add(c, (const char*)&back, sizeof back);
   ADD(c, "\x48\x89\x07\x48\x89\x57\x08\xc3"); // mov %rax,(%rdi); mov %rdx,8(%rdi); ret
}

typedef struct {
   void*** walkers; // two, which other code uses, too
   Code* code;
} Walks;

static void run_walks(void* data, long n)
{
   Walks* w = data;
   void (*walk)(void***, long);
   memcpy(&walk, &w->code->base, sizeof walk);
   walk(w->walkers, n);
}

// The most that fits between two loads which wait at once; 0: not even one. A walk with nothing between goes on where
// the other stops: both find what others on the machine leave in the caches.
static int most_between(Walks* far, Walks* near, Filler filler, int max)
{
   int fits = 0, too_many = max;
   write_walks(near->code, filler, 0);
   while (too_many - fits > 1 + fits / 32) {
      const int between = (fits + too_many) / 2;
      write_walks(far->code, filler, between);
      if (sampling_ratio(run_walks, far, near) < 1.5)
         fits = between;
      else
         too_many = between;
   }
   return fits;
}

void window_measure(const Ring* r)
{
   unsigned char* memory = mmap(NULL, 2 * CODE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (memory == MAP_FAILED) {
      figure_fail(FIGURE_WINDOW, "the system lets nobody write code");
      figure_fail(FIGURE_STORE_BUFFER, "the system lets nobody write code");
      return;
   }
   Code code[2] = {{memory, 0}, {memory + CODE_B, 0}};
   void** walkers[2] = {r->at[0], r->at[RING_WALKERS / 2]};
   Walks far = {walkers, &code[0]}, near = {walkers, &code[1]};
   figure_set(FIGURE_WINDOW, most_between(&far, &near, FILL_ANY, WINDOW_MAX));
   figure_set(FIGURE_STORE_BUFFER, most_between(&far, &near, FILL_STORES, STORES_MAX));
   munmap(memory, 2 * CODE_B);
}

#else

void window_measure(const Ring* r)
{
   (void)r;
   figure_fail(FIGURE_WINDOW, "that needs an x86-64 processor");
   figure_fail(FIGURE_STORE_BUFFER, "that needs an x86-64 processor");
}

#endif
