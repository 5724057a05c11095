/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * regroup.c: arrays that are used together, through indices (as in IRS, with the remedy of ArrayTool).
 *
 * Problem:   For each index of a list, one element of each of four arrays is read.  Of each line, 8 of 64
 *            bytes are used, or 4, and four lines are needed for each index.  The arrays have equally many elements, and
 *            two types.
 * Geometry:  The 256 indices are 61 elements apart, in an order like a random one.  Four arrays: 4 x 256
 *            lines, twice D1, read again in each round: capacity.  The indices are 16 lines.
 * Fix:       The arrays are regrouped to one array of structs of 32 bytes: 256 lines, half of D1.  They
 *            are 30.5 lines apart, and each set has 4 of them.
 * Finding:   capacity, D1, application, gather(), on what new_arrays() allocates.
 */
#include "pattern.h"

enum { STRIDE = 61 };
#ifdef FIXED
struct particle {
    double x, y, z;
    float mass;
};
static struct particle *particles;
#define OF(component, i) (particles[i].component)
#else
static double *all_x, *all_y, *all_z;
static float *all_mass;
#define OF(component, i) (all_##component[i])
#endif
static int *indices;

HOT static void new_arrays(long n)
{
#ifdef FIXED
    particles = checked(aligned_alloc(LINE, n * STRIDE * sizeof *particles));
#else
    all_x = checked(aligned_alloc(LINE, n * STRIDE * sizeof(double)));
    all_y = checked(aligned_alloc(LINE, n * STRIDE * sizeof(double)));
    all_z = checked(aligned_alloc(LINE, n * STRIDE * sizeof(double)));
    all_mass = checked(aligned_alloc(LINE, n * STRIDE * sizeof(float)));
#endif
    indices = checked(aligned_alloc(LINE, n * sizeof(int)));
}

HOT static double gather(long n)
{
    double sum = 0;
    for (long k = 0; k < n; k++) {
        int i = indices[k];
        sum += (OF(x, i) + OF(y, i) + OF(z, i)) * OF(mass, i);
    }
    return sum;
}

int main(int argc, char **argv)
{
    /* n: a power of two */
    long rounds = argument(argc, argv, 1, 800), n = argument(argc, argv, 2, 256);
    new_arrays(n);
    for (long k = 0; k < n; k++) {
        int i = indices[k] = ((k * 77 + 13) & (n - 1)) * STRIDE;
        OF(x, i) = k % 10;
        OF(y, i) = k % 3;
        OF(z, i) = 1;
        OF(mass, i) = 0.5 + k % 2;
    }
    double result = 0;
    for (long r = 0; r < rounds; r++)
        result += gather(n);
    return print_result(result);
}
