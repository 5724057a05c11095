/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * arrays.c: arrays read and written in one order or another.  SIZE is bytes of the array, of each one
 * if there are two.
 */
#include "timed.h"

static long *array, *other;
static double *numbers, *others;
static uint32_t* order;
static long n, n_order;

static void set_up_array(long size)
{
   n = size / sizeof *array;
   array = allocate(size);
   for (long i = 0; i < n; i++) array[i] = i & 1023;
}

static void set_up_numbers(long size)
{
   n = size / sizeof *numbers;
   numbers = allocate(size);
   for (long i = 0; i < n; i++) numbers[i] = i & 1023;
}

static void set_up_random(long size)
{
   set_up_array(size);
   for (long i = 0; i < n; i++) array[i] = next_random() & 1023;
}

static void set_up_two(long size)
{
   set_up_array(size);
   other = allocate(size);
}

static void set_up_two_of_numbers(long size)
{
   set_up_numbers(size);
   others = allocate(size);
}

/* As many random elements as there are, or a million of them. */
static void set_up_gather(long size)
{
   set_up_array(size);
   n_order = n < 1 << 20 ? n : 1 << 20;
   order = allocate(n_order * sizeof *order);
   for (long i = 0; i < n_order; i++) order[i] = next_random() % n;
}

static int compare(const void* a, const void* b)
{
   const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
   return (x > y) - (x < y);
}

static void set_up_sorted_gather(long size)
{
   set_up_gather(size);
   qsort(order, n_order, sizeof *order, compare);
}

static long run_sum(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) sum += array[i];
   return sum;
}

static long run_backwards(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = n; i-- > 0;) sum += array[i] ^ i;
   return sum;
}

static long run_numbers(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) sum += numbers[i];
   return sum;
}

static long run_four_sums(long passes)
{
   double a = 0, b = 0, c = 0, d = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i += 4) {
      a += numbers[i];
      b += numbers[i + 1];
      c += numbers[i + 2];
      d += numbers[i + 3];
   }
   return a + b + c + d;
}

/* one byte of each line */
static long run_lines(long passes)
{
   const char* bytes = (const char*)array;
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n * 8; i += LINE) sum += bytes[i];
   return sum;
}

/* one element of each fourth line */
static long run_fourth_lines(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i += 4 * LINE / 8) sum += array[i];
   return sum;
}

/* one element of each page, each in another line of it */
static long run_pages(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i += (4096 + LINE) / 8) sum += array[i];
   return sum;
}

static long run_gather(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n_order; i++) sum += array[order[i]];
   return sum;
}

/* likewise, with work on each element that takes 50 cycles, and with the prefetch of the one 16 ahead, or without */
#define WORK_ON_EACH(prefetch)                                                                 \
   double sum = 0;                                                                             \
   EACH_PASS(passes)                                                                           \
   for (long i = 0; i < n_order - 16; i++) {                                                   \
      prefetch;                                                                                \
      double x = array[order[i]];                                                              \
      for (int k = 0; k < 8; k++) x = x * x * 0.5 + 0.25;                                      \
      sum += x;                                                                                \
   }                                                                                           \
   return sum > 0

static long run_prefetched(long passes)
{
   WORK_ON_EACH(__builtin_prefetch(&array[order[i + 16]]));
}

static long run_not_prefetched(long passes)
{
   WORK_ON_EACH();
}

/* changes elements in the order of a gather */
static long run_scatter(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n_order; i++) array[order[i]] += i;
   return 0;
}

static long run_fill(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) array[i] = i;
   return array[n / 2];
}

/* one store to each line */
static long run_store_lines(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i += LINE / 8) array[i] = i;
   return 0;
}

/* one store to each fourth line */
static long run_store_fourth_lines(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i += 4 * LINE / 8) array[i] = i;
   return 0;
}

static long run_copy(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) other[i] = array[i];
   return other[n / 2];
}

#if defined(__x86_64__)
/* by one instruction, as a C library does, and compilers with -Os; SIZE is a multiple of 8 */
static long run_string_fill(long passes)
{
   EACH_PASS(passes)
   {
      long* to = array;
      long left_B = 8 * n;
      __asm__ volatile("rep stosb" : "+D"(to), "+c"(left_B) : "a"(pass + 1) : "memory");
   }
   return 0;
}

static long run_string_copy(long passes)
{
   EACH_PASS(passes)
   {
      const long* from = array;
      long *to = other, left = n;
      __asm__ volatile("rep movsq" : "+S"(from), "+D"(to), "+c"(left) : : "memory");
   }
   return other[n / 2];
}
#else
#define run_string_fill run_fill
#define run_string_copy run_copy
#endif

/* each element changed in place */
static long run_scale(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) numbers[i] = numbers[i] * 0.5 + 3;
   return 0;
}

static long run_triad(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) others[i] = 1.5 * numbers[i] + others[i] * 0.25;
   return 0;
}

static long run_dot(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) sum += numbers[i] * others[i] + 1;
   return sum;
}

/* each element the sum of those before it, through memory */
static long run_prefix(long passes)
{
   EACH_PASS(passes)
   for (long i = 1; i < n; i++) other[i] = other[i - 1] + array[i];
   return other[n - 1];
}

/* counts values in 1024 counters */
static long run_histogram(long passes)
{
   static uint32_t counters[1024];
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) counters[array[i] & 1023]++;
   return 0;
}

/* the largest element */
static long run_largest(long passes)
{
   long largest = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      if (array[i] + pass > largest) largest = array[i] + pass;
   return largest;
}

const Kernel kernels[] = {{"sum", set_up_array, run_sum},
                          {"backwards", set_up_array, run_backwards},
                          {"numbers", set_up_numbers, run_numbers},
                          {"four-sums", set_up_numbers, run_four_sums},
                          {"lines", set_up_array, run_lines},
                          {"fourth-lines", set_up_array, run_fourth_lines},
                          {"pages", set_up_array, run_pages},
                          {"gather", set_up_gather, run_gather},
                          {"sorted-gather", set_up_sorted_gather, run_gather},
                          {"scatter", set_up_gather, run_scatter},
                          {"gather-prefetched", set_up_gather, run_prefetched},
                          {"gather-not-prefetched", set_up_gather, run_not_prefetched},
                          {"fill", set_up_array, run_fill},
                          {"store-lines", set_up_array, run_store_lines},
                          {"store-fourth-lines", set_up_array, run_store_fourth_lines},
                          {"string-fill", set_up_array, run_string_fill},
                          {"string-copy", set_up_two, run_string_copy},
                          {"copy", set_up_two, run_copy},
                          {"scale", set_up_numbers, run_scale},
                          {"triad", set_up_two_of_numbers, run_triad},
                          {"dot", set_up_two_of_numbers, run_dot},
                          {"prefix", set_up_two, run_prefix},
                          {"histogram", set_up_random, run_histogram},
                          {"largest", set_up_random, run_largest},
                          {NULL}};
