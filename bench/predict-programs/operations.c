/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * operations.c: what the processor computes and where it jumps decide, not memory.  SIZE is how many
 * operations a pass does.
 */
#include "timed.h"

static long n;
static double* numbers;
static uint8_t *bytes, *text;

static void set_up_count(long size)
{
   n = size;
}

static void set_up_numbers(long size)
{
   n = size;
   numbers = allocate(n * sizeof *numbers);
   for (long i = 0; i < n; i++) numbers[i] = 1 + i % 7 * 0.125;
}

static void set_up_bytes(long size)
{
   n = size;
   bytes = allocate(n);
   for (long i = 0; i < n; i++) bytes[i] = next_random();
}

static void set_up_sorted_bytes(long size)
{
   n = size;
   bytes = allocate(n);
   for (long i = 0; i < n; i++) bytes[i] = i * 256 / n;
}

/* bytes that repeat after 8 */
static void set_up_pattern(long size)
{
   set_up_bytes(size);
   for (long i = 8; i < n; i++) bytes[i] = bytes[i - 8];
}

/* words of random length */
static void set_up_text(long size)
{
   n = size;
   text = allocate(n + 1);
   for (long i = 0; i < n; i++) text[i] = next_random() % 6 ? 'a' + next_random() % 26 : ' ';
}

/* ---- chains, in which each operation waits for the one before, and operations that do not wait */

static long run_divisions(long passes)
{
   double x = 1.5;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) x = 2.75 / x;
   return x * 1000;
}

static long run_multiplications(long passes)
{
   double x = 1.5, factor = 0.9999999;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      x *= factor;
      __asm__("" : "+x"(x));
   }
   return x * 1000;
}

static long run_additions(long passes)
{
   double x = 1.5;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) x += 0.125;
   return x;
}

static long run_square_roots(long passes)
{
   double x = 3;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      x += 2;
      __asm__("sqrtsd %0, %0" : "+x"(x));
   }
   return x * 1000;
}

static long run_whole_divisions(long passes)
{
   uint32_t x = 123456789;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) x = 0xfffffff1u / (x % 1000 + 3);
   return x;
}

static long run_whole_multiplications(long passes)
{
   uint64_t x = 1;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) x = x * 6364136223846793005 + 1442695040888963407;
   return x >> 33;
}

static long run_shifts(long passes)
{
   uint64_t x = 88172645463325252;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
   }
   return x >> 33;
}

static long run_free_divisions(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i += 4) {
      double a = 1 / numbers[i], b = 1 / numbers[i + 1], c = 1 / numbers[i + 2],
             d = 1 / numbers[i + 3];
      sum += a + b + (c + d);
   }
   return sum;
}

static long run_polynomial(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      const double x = numbers[i];
      sum += ((((0.1 * x + 0.2) * x + 0.3) * x + 0.4) * x + 0.5) * x + 0.6;
   }
   return sum;
}

static long run_mandelbrot(long passes)
{
   long steps = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      const double cr = -1.5 + i % 64 * 0.03, ci = -1 + i / 64 % 64 * 0.03;
      double x = 0, y = 0;
      for (int s = 0; s < 100 && x * x + y * y < 4; s++, steps++) {
         const double next = x * x - y * y + cr;
         y = 2 * x * y + ci;
         x = next;
      }
   }
   return steps;
}

/* ---- branches */

static long run_branches(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      if (bytes[i] >= 128) {
         sum += bytes[i] ^ i;
         __asm__ volatile("" : "+r"(sum)); /* a branch, not a conditional move */
      }
   }
   return sum;
}

static long run_gcd(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      uint32_t a = (i * 7919 + 12) & 0xffff, b = i & 0xfff;
      while (b != 0) {
         const uint32_t rest = a % b;
         a = b;
         b = rest;
      }
      sum += a;
   }
   return sum;
}

static long run_collatz(long passes)
{
   long steps = 0;
   EACH_PASS(passes)
   for (long i = 1; i <= n; i++)
      for (uint64_t x = i; x > 1; steps++)
         if (x & 1)
            x = 3 * x + 1;
         else
            x >>= 1;
   return steps;
}

/* an interpreter of eight instructions, whose program is random */
static long run_interpreter(long passes)
{
   uint64_t x = 1;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      switch (bytes[i] & 7) {
      case 0: x += i; break;
      case 1: x ^= x >> 5; break;
      case 2: x = -x; break;
      case 3: x += x << 3; break;
      case 4: x -= 77; break;
      case 5: x = ~x; break;
      case 6: x ^= i << 4; break;
      default: x *= 3;
      }
      __asm__ volatile("" : "+r"(x));
   }
   return x & 0xffff;
}

static long run_words(long passes)
{
   long words = 0;
   EACH_PASS(passes)
   {
      int inside = 0;
      for (long i = 0; i < n; i++) {
         if (text[i] == ' ')
            inside = 0;
         else if (!inside)
            inside = 1, words++;
      }
   }
   return words;
}

/* ---- calls, and a table that stays in D1 */

__attribute__((noipa)) static long fibonacci(long i)
{
   return i < 2 ? i : fibonacci(i - 1) + fibonacci(i - 2);
}

static long run_calls(long passes)
{
   long sum = 0;
   EACH_PASS(passes) sum += fibonacci(n);
   return sum;
}

static uint32_t crc_table[256];

static void set_up_crc(long size)
{
   set_up_bytes(size);
   for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      crc_table[i] = c;
   }
}

static long run_crc(long passes)
{
   uint32_t c = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) c = crc_table[(c ^ bytes[i]) & 255] ^ c >> 8;
   return c;
}

/* the numbers below n that are prime */
static long run_sieve(long passes)
{
   long primes = 0;
   EACH_PASS(passes)
   {
      for (long i = 0; i < n; i++) bytes[i] = 1;
      for (long i = 2; i < n; i++) {
         if (!bytes[i]) continue;
         primes++;
         for (long j = 2 * i; j < n; j += i) bytes[j] = 0;
      }
   }
   return primes;
}

/* ---- words that were stored in pieces, or whole: a message that is put together */

typedef union {
   volatile uint64_t word;
   volatile uint32_t half[2];
   volatile uint8_t byte[8];
} Word;

static long run_stored_bytes(long passes)
{
   static Word w;
   uint64_t x = 1;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      for (int k = 0; k < 8; k++) w.byte[k] = x >> 8 * k;
      x = w.word * 3 + i;
   }
   return x;
}

static long run_stored_halves(long passes)
{
   static Word w[64];
   uint64_t sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      w[i % 64].half[0] = i;
      w[i % 64].half[1] = i;
      sum += w[i % 64].word;
   }
   return sum;
}

static long run_stored_whole(long passes)
{
   static Word w[64];
   uint64_t sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      w[i % 64].word = i;
      sum += w[i % 64].word;
   }
   return sum;
}

const Kernel kernels[] = {{"divisions", set_up_count, run_divisions},
                          {"multiplications", set_up_count, run_multiplications},
                          {"additions", set_up_count, run_additions},
                          {"square-roots", set_up_count, run_square_roots},
                          {"whole-divisions", set_up_count, run_whole_divisions},
                          {"whole-multiplications", set_up_count, run_whole_multiplications},
                          {"shifts", set_up_count, run_shifts},
                          {"free-divisions", set_up_numbers, run_free_divisions},
                          {"polynomial", set_up_numbers, run_polynomial},
                          {"mandelbrot", set_up_count, run_mandelbrot},
                          {"branches-random", set_up_bytes, run_branches},
                          {"branches-sorted", set_up_sorted_bytes, run_branches},
                          {"branches-pattern", set_up_pattern, run_branches},
                          {"gcd", set_up_count, run_gcd},
                          {"collatz", set_up_count, run_collatz},
                          {"interpreter", set_up_bytes, run_interpreter},
                          {"words", set_up_text, run_words},
                          {"calls", set_up_count, run_calls},
                          {"crc", set_up_crc, run_crc},
                          {"sieve", set_up_bytes, run_sieve},
                          {"stored-bytes", set_up_count, run_stored_bytes},
                          {"stored-halves", set_up_count, run_stored_halves},
                          {"stored-whole", set_up_count, run_stored_whole},
                          {NULL}};
