/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * split.c: one field of a large struct is used.
 *
 * Problem:   The masses of all particles are changed again and again.  A particle is a line of 64 bytes, of
 *            which these 8 are used.
 * Geometry:  2048 particles are 2048 lines, four times D1, each 2047 lines after its last access:
 *            capacity.
 * Fix:       The masses are an array of their own: 256 lines, half of D1.
 * Finding:   capacity, D1, application, lose_mass(), on what new_particles() allocates.
 */
#include "pattern.h"

struct particle {
#ifndef FIXED
    double mass;
#endif
    double x[3], v[3];
    long id;
#ifdef FIXED
    long unused;
#endif
};
static struct particle *particles;
#ifdef FIXED
static double *masses;
#define MASS(i) (masses[i])
#else
#define MASS(i) (particles[i].mass)
#endif

HOT static void new_particles(long n)
{
    particles = checked(aligned_alloc(LINE, n * sizeof *particles));
#ifdef FIXED
    masses = checked(aligned_alloc(LINE, n * sizeof *masses));
#endif
}

HOT static double lose_mass(long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++) {
        MASS(i) *= 0.999;
        sum += MASS(i);
    }
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 300), n = argument(argc, argv, 2, 2048);
    new_particles(n);
    for (long i = 0; i < n; i++) {
        MASS(i) = i % 9;
        particles[i].id = i;
    }
    double result = 0;
    for (long r = 0; r < rounds; r++)
        result += lose_mass(n);
    return print_result(result + particles[n / 2].id);
}
