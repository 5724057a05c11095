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

// Lines of 64 bytes, in pieces of so many behind each other: these are twice the lines that half the sets of an I1 of 64 KiB
// have, where each piece is one line.
enum { LINE_B = 64, LINES = 1024, APART = 2, CODE_B = LINES * APART * LINE_B, PIECE = 8 };

// A line of a piece begins with lea 1(%rdi),%eax; nops, which wait for nothing, go on to the line behind it.
static void write_through(unsigned char* line)
{
   static const char begin[] =
      "\x8d\x47\x01\x66\x0f\x1f\x44\x00"; // with six bytes of nop behind it
   static const char nop[] = "\x66\x0f\x1f\x84\x00\x00\x00\x00\x00";
   memset(line, 0x90, LINE_B);
   memcpy(line, begin, sizeof begin);
   for (int at = sizeof begin; at + (int)sizeof nop - 1 <= LINE_B; at += sizeof nop - 1)
      memcpy(line + at, nop, sizeof nop - 1);
}

// ... and the last one goes on to another piece, or ends with ret.
static void write_last(unsigned char* line, const unsigned char* next)
{
   const char begin[] = "\x8d\x47\x01\xe9"; // lea 1(%rdi),%eax; jmp
   memcpy(line, begin, sizeof begin - 1);
   const int way = (int)(next - (line + sizeof begin - 1 + sizeof(int)));
   memcpy(line + sizeof begin - 1, &way, sizeof way);
   if (!next) memcpy(line, "\xc3", 1);
}

// Code of LINES lines in pieces, each of which lies so many lines behind the one before it in memory.
static void write_code(unsigned char* code, int piece, int apart)
{
   int order[LINES];
   const int n = LINES / piece;
   for (int i = 0; i < n; i++) order[i] = i;
   uint64_t seed = 1;
   for (int i = n - 1; i > 1; i--) { // the first one stays: it is called
      const int j = 1 + (int)random_below(&seed, (uint64_t)i);
      const int other = order[i];
      order[i] = order[j];
      order[j] = other;
   }
   for (int i = 0; i < n; i++) {
      unsigned char* line = code + order[i] * apart * LINE_B;
      for (int k = 1; k < piece; k++, line += LINE_B) write_through(line);
      write_last(line, i + 1 < n ? code + order[i + 1] * apart * LINE_B : NULL);
   }
}

static void run_code(void* data, long n)
{
   void (*code)(long);
   memcpy(&code, &data, sizeof code);
   for (long i = 0; i < n; i += LINES) code(i);
}

static void fail(const char* why)
{
   figure_fail(FIGURE_RATE_CODE, why);
   figure_fail(FIGURE_RATE_CODE_NEXT, why);
}

void code_measure(const Hierarchy* h)
{
   if (!h->l2_B || h->l2_B < 4 * CODE_B) {
      fail(h->l2_B ? "L2 is too small for it" : "the processor has no such level");
      return;
   }
   unsigned char* code = mmap(NULL, CODE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (code == MAP_FAILED) {
      fail("the system lets nobody write code");
      return;
   }
   write_code(code, 1, APART);
   const double far = sampling_cycles(run_code, code);
   figure_set(FIGURE_RATE_CODE, far);
   write_code(code, PIECE, APART * PIECE);
   const double mean = sampling_cycles(run_code, code);
   figure_set(FIGURE_RATE_CODE_NEXT, (PIECE * mean - far) / (PIECE - 1));
   munmap(code, CODE_B);
}

#else

void code_measure(const Hierarchy* h)
{
   (void)h;
   figure_fail(FIGURE_RATE_CODE, "that needs an x86-64 processor");
   figure_fail(FIGURE_RATE_CODE_NEXT, "that needs an x86-64 processor");
}

#endif
