// SPDX-License-Identifier: GPL-3.0-or-later
// Operations of a core; see core.h.
#include "calibrate/core.h"

#include <stdint.h>
#include <string.h>

#include "calibrate/figures.h"
#include "calibrate/random.h"
#include "calibrate/sampling.h"

#if defined(__x86_64__)
#define OPAQUE_DOUBLE(x) __asm__ volatile("" : "+x"(x))
#else
#define OPAQUE_DOUBLE(x) __asm__ volatile("" : "+w"(x))
#endif

static double larger(double a, double b)
{
   return a > b ? a : b;
}

#define TIMES_4(x) x x x x
#define TIMES_16(x) TIMES_4(x) TIMES_4(x) TIMES_4(x) TIMES_4(x)

// A function that does an operation on x and y n times, each time with the x of the one before.
#define CHAIN(name, type, first, second, opaque, operation)                                    \
   static void name(void* data, long n)                                                        \
   {                                                                                           \
      (void)data;                                                                              \
      type x = first, y = second;                                                              \
      opaque(y);                                                                               \
      for (long i = 0; i < n; i += 16) {                                                       \
         TIMES_16(operation; opaque(x);)                                                       \
      }                                                                                        \
   }

CHAIN(run_fadd, double, 1, 0.25, OPAQUE_DOUBLE, x += y)
CHAIN(run_fmul, double, 1, 1.0000000001, OPAQUE_DOUBLE, x *= y)
CHAIN(run_fdiv, double, 1.5, 2.75, OPAQUE_DOUBLE, x = y / x)
// the root of a number that has no simple one, which the multiplication makes
CHAIN(run_fsqrt_fmul, double, 1.5, 1.9, OPAQUE_DOUBLE, x = __builtin_sqrt(x) * y)
CHAIN(run_imul, uint64_t, 3, 2862933555777941757, OPAQUE, x *= y)
// 65537 and 65535 in turn
CHAIN(run_idiv, uint32_t, 65535, 0xffffffff, OPAQUE, x = y / x)

typedef long Vector __attribute__((vector_size(16)));
static const Vector one = {1, 2};
CHAIN(run_vector, Vector, one, one, OPAQUE_DOUBLE, x += y)

// --- through memory: each operation loads what an earlier one has stored

enum { PLACES = 1024 };

// Counters, and which one is next.
typedef struct {
   volatile uint32_t counter[2];
   volatile double sum;
   uint8_t next[PLACES];
} Memory;

static void run_counters(void* data, long n)
{
   Memory* m = data;
   for (long i = 0; i < n; i++) m->counter[m->next[i % PLACES]]++;
}

static void run_sum(void* data, long n)
{
   Memory* m = data;
   for (long i = 0; i < n; i++) m->sum += 1;
}

// A word, as halves.
typedef union {
   volatile uint64_t word;
   volatile uint32_t half[2];
} Pieces;

// Each word is what the one before makes of its halves: no store has all of it.
static void run_pieces(void* data, long n)
{
   Pieces* p = data;
   uint64_t x = 1;
   for (long i = 0; i < n; i += 16) {
      TIMES_16(p->half[0] = (uint32_t)x; p->half[1] = (uint32_t)x; x = p->word; OPAQUE(x);)
   }
}

static void measure_forwarding(void)
{
   static Memory m;
   memset(m.next, 0, sizeof m.next);
   figure_set(FIGURE_FORWARD_NEXT, larger(sampling_least(run_counters, &m) - 1, 0));
   for (long i = 0; i < PLACES; i++) m.next[i] = i % 2;
   figure_set(FIGURE_FORWARD, 2 * sampling_least(run_counters, &m) - 1);
   figure_set(FIGURE_FORWARD_VECTOR, sampling_least(run_sum, &m) - figure_value(FIGURE_FADD));
   static Pieces pieces;
   figure_set(FIGURE_FORWARD_FAILED, sampling_least(run_pieces, &pieces));
}

static void run_load(void* data, long n)
{
   void** x = data;
   for (long i = 0; i < n; i += 16) {
      TIMES_16(x = *x; OPAQUE(x);)
   }
}

static void run_atomic(void* data, long n)
{
   for (long i = 0; i < n; i += 16) {
      TIMES_16(__atomic_fetch_add((long*)data, 1, __ATOMIC_RELAXED);)
   }
}

// Instructions that wait for nothing, of several kinds, since a core has few units of each. None is a nop,
// which some processors need not execute.
static void run_free(void* data, long n)
{
   for (long i = 0; i < n; i += SAMPLING_STEP) {
#if defined(__x86_64__)
      __asm__ volatile(".rept 256 / 8\n\t"
                       "lea 1(%0), %%rcx\n\t"
                       "mov (%0), %%rdx\n\t"
                       "pshufd $0, %%xmm0, %%xmm1\n\t"
                       "lea 2(%0), %%rsi\n\t"
                       "mov (%0), %%rdi\n\t"
                       "pshufd $0, %%xmm0, %%xmm2\n\t"
                       "lea 3(%0), %%rcx\n\t"
                       "mov (%0), %%rdx\n\t"
                       ".endr"
                       :
                       : "r"(data)
                       : "rcx", "rdx", "rsi", "rdi", "xmm1", "xmm2");
#else
      (void)data;
      __asm__ volatile(".rept 256\n\tnop\n\t.endr");
#endif
   }
}

enum { BITS = 1 << 14 };

typedef struct {
   uint8_t bit[BITS];
   int is_random;
} Bits;

// New ones for each run: processors learn long sequences by heart.
static void prepare_bits(void* data)
{
   static uint64_t state = 1;
   Bits* b = data;
   for (long i = 0; i < BITS; i++) {
      const uint8_t bit = random_bit(&state);
      b->bit[i] = b->is_random ? bit : 0;
   }
}

// A branch on each bit, around nothing.
static void run_branches(const uint8_t* bit, long n)
{
   long count = 0;
   for (long i = 0; i < n; i++) {
      if (bit[i])
         __asm__ volatile("" : "+r"(count));
      else
         __asm__ volatile("" : "+r"(i));
   }
}

static void run_bits(void* data, long n)
{
   run_branches(((const Bits*)data)->bit, n);
}

static double cycles_of_branches(int is_random)
{
   static Bits bits;
   bits.is_random = is_random;
   return sampling_cycles_prepared(prepare_bits, run_bits, &bits, BITS);
}

// --- what the predictor knows by heart

enum { OUTCOMES_MIN_LOG2 = 10, OUTCOMES_MAX_LOG2 = 18 }; // what Xgrind takes

// So many random outcomes, again and again.
typedef struct {
   uint8_t bit[1 << OUTCOMES_MAX_LOG2];
   long n, at;
} Outcomes;

static void prepare_outcomes(Outcomes* o, long n)
{
   static uint64_t state = 7;
   *o = (Outcomes){.n = n};
   for (long i = 0; i < n; i++) o->bit[i] = random_bit(&state);
}

static void run_outcomes(void* data, long n)
{
   Outcomes* o = data;
   while (n > 0) {
      const long end = o->n - o->at < n ? o->n - o->at : n;
      run_branches(o->bit + o->at, end);
      n -= end;
      o->at = (o->at + end) % o->n;
   }
}

// What of the outcomes the predictor does not foresee, 1 as if they were new.
static double unforeseen(long n, double known, double mispredicted)
{
   static Outcomes o;
   prepare_outcomes(&o, n);
   return (sampling_cycles(run_outcomes, &o) - known) / mispredicted;
}

// Half of what is mispredicted of new outcomes is mispredicted of so many that are repeated: found between two powers of two.
static void measure_predictor(double known, double mispredicted)
{
   int least = OUTCOMES_MIN_LOG2, most = OUTCOMES_MAX_LOG2;
   double of_least = 0, of_most = 1;
   while (most - least > 1) {
      const int between = (least + most) / 2;
      const double is = unforeseen(1L << between, known, mispredicted);
      if (is < 0.5) {
         least = between;
         of_least = is;
      } else {
         most = between;
         of_most = is;
      }
   }
   figure_set(FIGURE_PREDICTOR,
              (double)(1L << least) * (1 + (0.5 - of_least) / (of_most - of_least)));
}

void core_measure(void)
{
   void* itself = &itself;
   static long counter;
   figure_set(FIGURE_LOAD, sampling_least(run_load, &itself));
   figure_set(FIGURE_FADD, sampling_least(run_fadd, NULL));
   const double fmul = sampling_least(run_fmul, NULL);
   figure_set(FIGURE_FMUL, fmul);
   figure_set(FIGURE_FDIV, sampling_least(run_fdiv, NULL));
   figure_set(FIGURE_FSQRT, sampling_least(run_fsqrt_fmul, NULL) - fmul);
   figure_set(FIGURE_IMUL, sampling_least(run_imul, NULL));
   figure_set(FIGURE_IDIV, sampling_least(run_idiv, NULL));
   figure_set(FIGURE_ATOMIC, sampling_least(run_atomic, &counter));
   figure_set(FIGURE_VECTOR, sampling_least(run_vector, NULL));
   measure_forwarding();
   figure_set(FIGURE_WIDTH, 1 / sampling_least(run_free, &counter));
   // half of the random ones are mispredicted
   const double known = cycles_of_branches(0), mispredicted = cycles_of_branches(1) - known;
   figure_set(FIGURE_MISPREDICT, 2 * mispredicted);
   measure_predictor(known, mispredicted);
}
