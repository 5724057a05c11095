/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * phases.c: two kernels, one after the other, of known work: known/work.
 *
 *   scale   reads and writes an array of 16 KB in vectors of 16 bytes, and multiplies
 *   sums    reads one of 8 MB, double by double, and adds
 */
typedef double Vector __attribute__((vector_size(16)));

enum { SMALL = 1024, PASSES = 800, LARGE = 1 << 20 };

static Vector small[SMALL];
static double large[LARGE];

/* In assembler, so that all instructions are known. */
__attribute__((noinline)) static void scale(Vector* v, long n)
{
   const Vector half = {0.5, 0.5};
   __asm__ volatile("1: movapd (%0), %%xmm0\n"
                    "   mulpd %2, %%xmm0\n"
                    "   movapd %%xmm0, (%0)\n"
                    "   add $16, %0\n"
                    "   dec %1\n"
                    "   jnz 1b"
                    : "+r"(v), "+r"(n)
                    : "x"(half)
                    : "xmm0", "memory");
}

__attribute__((noinline)) static double sums(const double* v, long n)
{
   double sum = 0;
   __asm__ volatile("1: addsd (%0), %2\n"
                    "   add $8, %0\n"
                    "   dec %1\n"
                    "   jnz 1b"
                    : "+r"(v), "+r"(n), "+x"(sum)
                    :
                    : "memory");
   return sum;
}

int main(void)
{
   for (int i = 0; i < PASSES; i++) scale(small, SMALL);
   return sums(large, LARGE) != 0;
}
