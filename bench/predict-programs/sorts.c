/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sorts.c: sorts of 32-bit numbers; each pass copies them from where they are unsorted.  SIZE is how many.
 */
#include "timed.h"

static uint32_t *unsorted, *sorted, *spare;
static long n;

static void set_up_random(long size)
{
   n = size;
   unsorted = allocate(n * sizeof *unsorted);
   sorted = allocate(n * sizeof *sorted);
   spare = allocate(n * sizeof *spare);
   for (long i = 0; i < n; i++) unsorted[i] = next_random();
}

static void set_up_sorted(long size)
{
   set_up_random(size);
   for (long i = 0; i < n; i++) unsorted[i] = 5 * i;
}

static void copy_unsorted(void)
{
   for (long i = 0; i < n; i++) sorted[i] = unsorted[i];
}

static long middle(void)
{
   return sorted[n / 2];
}

__attribute__((noinline)) static void insertion_sort(uint32_t* v, long count)
{
   for (long i = 1; i < count; i++) {
      const uint32_t x = v[i];
      long at = i;
      for (; at > 0 && v[at - 1] > x; at--) v[at] = v[at - 1];
      v[at] = x;
   }
}

static void quick_sort(uint32_t* v, long count)
{
   while (count > 16) {
      const uint32_t pivot = v[count / 2];
      long left = 0, right = count - 1;
      while (left <= right) {
         while (v[left] < pivot) left++;
         while (v[right] > pivot) right--;
         if (left <= right) {
            const uint32_t x = v[left];
            v[left++] = v[right];
            v[right--] = x;
         }
      }
      quick_sort(v, right + 1);
      v += left;
      count -= left;
   }
   insertion_sort(v, count);
}

static void sift(uint32_t* v, long at, long count)
{
   const uint32_t x = v[at];
   for (long child; (child = 2 * at + 1) < count; at = child) {
      if (child + 1 < count && v[child + 1] > v[child]) child++;
      if (v[child] <= x) break;
      v[at] = v[child];
   }
   v[at] = x;
}

static long run_insertion(long passes)
{
   EACH_PASS(passes)
   {
      copy_unsorted();
      insertion_sort(sorted, n);
   }
   return middle();
}

static long run_quick(long passes)
{
   EACH_PASS(passes)
   {
      copy_unsorted();
      quick_sort(sorted, n);
   }
   return middle();
}

static long run_heap(long passes)
{
   EACH_PASS(passes)
   {
      copy_unsorted();
      for (long i = n / 2; i-- > 0;) sift(sorted, i, n);
      for (long i = n - 1; i > 0; i--) {
         const uint32_t x = sorted[0];
         sorted[0] = sorted[i];
         sorted[i] = x;
         sift(sorted, 0, i);
      }
   }
   return middle();
}

static long run_merge(long passes)
{
   EACH_PASS(passes)
   {
      copy_unsorted();
      for (long width = 1; width < n; width *= 2) {
         for (long i = 0; i < n; i += 2 * width) {
            long a = i, b = i + width < n ? i + width : n;
            const long a_end = b, b_end = i + 2 * width < n ? i + 2 * width : n;
            for (long to = i; to < b_end; to++)
               spare[to] = a < a_end && (b >= b_end || sorted[a] <= sorted[b]) ? sorted[a++]
                                                                               : sorted[b++];
         }
         uint32_t* merged = spare;
         spare = sorted;
         sorted = merged;
      }
   }
   return middle();
}

static long run_radix(long passes)
{
   EACH_PASS(passes)
   {
      copy_unsorted();
      for (int shift = 0; shift < 32; shift += 8) {
         long begin[257] = {0};
         for (long i = 0; i < n; i++) begin[(sorted[i] >> shift & 255) + 1]++;
         for (int d = 0; d < 256; d++) begin[d + 1] += begin[d];
         for (long i = 0; i < n; i++) spare[begin[sorted[i] >> shift & 255]++] = sorted[i];
         uint32_t* moved = spare;
         spare = sorted;
         sorted = moved;
      }
   }
   return middle();
}

const Kernel kernels[] = {{"insertion", set_up_random, run_insertion},
                          {"quick", set_up_random, run_quick},
                          {"quick-sorted", set_up_sorted, run_quick},
                          {"heap", set_up_random, run_heap},
                          {"merge", set_up_random, run_merge},
                          {"radix", set_up_random, run_radix},
                          {NULL}};
