// SPDX-License-Identifier: GPL-3.0-or-later
// Units of a core; see units.h.
#include "calibrate/units.h"

#include <string.h>

#include "calibrate/figures.h"
#include "calibrate/sampling.h"

#if defined(__x86_64__)

// By the first one, whatever is computed again and again stays an ordinary number.
static const double numbers[4] = {1.0000001, 1.7, 1.7, 1.7};

#define FROM(register, at) "movsd " #at "(%0), %%" #register "\n\t"
#define ALL_FROM(at)                                                                           \
   FROM(xmm0, at)                                                                              \
   FROM(xmm1, at)                                                                              \
   FROM(xmm2, at) FROM(xmm3, at) FROM(xmm4, at) FROM(xmm5, at) FROM(xmm6, at) FROM(xmm7, at)

// A function that repeats eight operations, none of which waits for another, n / 8 times.
#define FREE(name, eight)                                                                      \
   static void name(void* data, long n)                                                        \
   {                                                                                           \
      for (long i = 0; i < n; i += SAMPLING_STEP)                                              \
         __asm__ volatile("movsd (%0), %%xmm8\n\t"                                             \
                          "mov $3, %%r8d\n\t" ALL_FROM(8) ".rept 256 / 8\n\t" eight ".endr"    \
                          :                                                                    \
                          : "r"(data)                                                          \
                          : "memory", "r8", "xmm8", VECTORS, "rax", "rcx", "rdx", "rsi");      \
   }

#define VECTORS "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7"

// An operation on xmm8 and each of eight registers: chains, but so many that they do not wait.
#define EIGHT(operation)                                                                       \
   operation " %%xmm8, %%xmm0\n\t" operation " %%xmm8, %%xmm1\n\t" operation                   \
             " %%xmm8, %%xmm2\n\t" operation " %%xmm8, %%xmm3\n\t" operation                   \
             " %%xmm8, %%xmm4\n\t" operation " %%xmm8, %%xmm5\n\t" operation                   \
             " %%xmm8, %%xmm6\n\t" operation " %%xmm8, %%xmm7\n\t"

#define TWICE(x) x x

FREE(run_loads,
     TWICE("mov (%0), %%eax\n\tmov 8(%0), %%ecx\n\tmov 16(%0), %%edx\n\tmov 24(%0), %%esi\n\t"))
FREE(run_vector_loads,
     TWICE("movsd (%0), %%xmm0\n\tmovsd 8(%0), %%xmm1\n\tmovsd 16(%0), %%xmm2\n\t"
           "movsd 24(%0), %%xmm3\n\t"))
FREE(run_stores,
     TWICE("mov %%r8d, (%0)\n\tmov %%r8d, 8(%0)\n\tmov %%r8d, 16(%0)\n\tmov %%r8d, 24(%0)\n\t"))
FREE(run_additions, EIGHT("addsd"))
FREE(run_multiplications, EIGHT("mulsd"))
FREE(run_divisions, EIGHT("divsd"))
FREE(run_roots, EIGHT("sqrtsd"))
FREE(run_whole_divisions,
     TWICE(TWICE(TWICE("mov $1000, %%eax\n\txor %%edx, %%edx\n\tdiv %%r8d\n\t"))))
// Taken branches as loops have them, two in each round: many different ones in a row do not fit the first table of targets of
// some processors, which then take five times as long.
static void run_branches(void* data, long n)
{
   (void)data;
   long rounds = n / 2;
   __asm__ volatile(".balign 64\n\t"
                    "1:\n\t"
                    "jmp 2f\n\t"
                    ".balign 32\n\t" // beyond what decoders have in one piece
                    "2:\n\t"
                    "sub $1, %0\n\t"
                    "jne 1b"
                    : "+r"(rounds)
                    :
                    : "cc");
}

// --- string instructions

enum { SHORT_B = 64, LONG_B = 512, COPIED_B = 4096, STRING_B = 32 };

typedef struct {
   _Alignas(4096) char from[COPIED_B];
   _Alignas(4096) char to[COPIED_B]; // in lines, as most copies of many bytes are
   long n_B;
} Copy;

static void run_copies(void* data, long n)
{
   Copy* c = data;
   for (long i = 0; i < n; i++) {
      const char* from = c->from;
      char* to = c->to;
      long left_B = c->n_B;
      __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(left_B) : : "memory");
   }
}

static double copy_cycles(long n_B)
{
   static Copy c;
   c.n_B = n_B;
   return sampling_least(run_copies, &c);
}

static void measure_strings(void)
{
   const double copy = copy_cycles(LONG_B),
                unit = (copy_cycles(COPIED_B) - copy) * STRING_B / (COPIED_B - LONG_B);
   figure_set(FIGURE_UNIT_STRING, unit);
   figure_set(FIGURE_STRING, copy - unit * LONG_B / STRING_B);
   figure_set(FIGURE_STRING_SHORT, copy_cycles(SHORT_B) - unit * SHORT_B / STRING_B);
}

void units_measure(void)
{
   static const struct {
      Figure figure;
      Run* run;
   } all[] = {
      {FIGURE_UNIT_LOAD, run_loads},           {FIGURE_UNIT_VECTOR_LOAD, run_vector_loads},
      {FIGURE_UNIT_STORE, run_stores},         {FIGURE_UNIT_FADD, run_additions},
      {FIGURE_UNIT_FMUL, run_multiplications}, {FIGURE_UNIT_FDIV, run_divisions},
      {FIGURE_UNIT_FSQRT, run_roots},          {FIGURE_UNIT_IDIV, run_whole_divisions},
      {FIGURE_UNIT_BRANCH, run_branches}};
   for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
      double at[4];
      memcpy(at, numbers, sizeof at);
      figure_set(all[i].figure, sampling_least(all[i].run, at));
   }
   measure_strings();
}

#else

void units_measure(void)
{
   static const char* why = "that needs an x86-64 processor";
   for (Figure f = FIGURE_UNIT_LOAD; f <= FIGURE_UNIT_STRING; f++) figure_fail(f, why);
   figure_fail(FIGURE_STRING_SHORT, why);
   figure_fail(FIGURE_STRING, why);
}

#endif
