// SPDX-License-Identifier: GPL-3.0-or-later
// How fast L2 sends lines of code; see code.h.
#define _GNU_SOURCE
#include "calibrate/code.h"

#include <string.h>
#include <sys/mman.h>

#include "calibrate/figures.h"
#include "calibrate/random.h"
#include "calibrate/sampling.h"

#if defined(__x86_64__)

// Every second line of 64 bytes: these are twice the lines that half the sets of an I1 of 64 KiB have.
enum { LINES = 1024, APART_B = 128, CODE_B = LINES * APART_B };

// A line begins with lea 1(%rdi),%eax and goes on to another one; the last one ends with ret.
static void write_line(unsigned char* line, const unsigned char* next)
{
   const char begin[] = "\x8d\x47\x01\xe9"; // lea 1(%rdi),%eax; jmp
   memcpy(line, begin, sizeof begin - 1);
   const int way = (int)(next - (line + sizeof begin - 1 + sizeof(int)));
   memcpy(line + sizeof begin - 1, &way, sizeof way);
   if (!next) memcpy(line, "\xc3", 1);
}

static void write_code(unsigned char* code)
{
   int order[LINES];
   for (int i = 0; i < LINES; i++) order[i] = i;
   uint64_t seed = 1;
   for (int i = LINES - 1; i > 1; i--) { // the first one stays: it is called
      const int j = 1 + (int)random_below(&seed, (uint64_t)i);
      const int other = order[i];
      order[i] = order[j];
      order[j] = other;
   }
   for (int i = 0; i < LINES; i++)
      write_line(code + order[i] * APART_B,
                 i + 1 < LINES ? code + order[i + 1] * APART_B : NULL);
}

static void run_code(void* data, long n)
{
   void (*code)(long);
   memcpy(&code, &data, sizeof code);
   for (long i = 0; i < n; i += LINES) code(i);
}

void code_measure(const Hierarchy* h)
{
   if (!h->l2_B || h->l2_B < 4 * CODE_B) {
      figure_fail(FIGURE_RATE_CODE,
                  h->l2_B ? "L2 is too small for it" : "the processor has no such level");
      return;
   }
   unsigned char* code = mmap(NULL, CODE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (code == MAP_FAILED) {
      figure_fail(FIGURE_RATE_CODE, "the system lets nobody write code");
      return;
   }
   write_code(code);
   figure_set(FIGURE_RATE_CODE, sampling_cycles(run_code, code));
   munmap(code, CODE_B);
}

#else

void code_measure(const Hierarchy* h)
{
   (void)h;
   figure_fail(FIGURE_RATE_CODE, "that needs an x86-64 processor");
}

#endif
