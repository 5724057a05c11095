/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gathered: for each of 256 indices, 61 elements apart, one element of each of four arrays of doubles is read; with -DFIXED the four
 * are one array of structures.  Four arrays need twice D1, the structures half of it.
 */
#include <stdio.h>
#include <stdlib.h>

enum { APART = 61, INDICES = 256 };

#ifdef FIXED
struct element {
    double x, y, z, mass;
};
static struct element *elements;
#define OF(component, i) (elements[i].component)
#else
static double *all_x, *all_y, *all_z, *all_mass;
#define OF(component, i) (all_##component[i])
#endif
static int indices[INDICES];

static double gather(void)
{
    double sum = 0;
    for (int k = 0; k < INDICES; k++) {
        int i = indices[k];
        sum += (OF(x, i) + OF(y, i) + OF(z, i)) * OF(mass, i);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    size_t n = INDICES * APART;
#ifdef FIXED
    elements = aligned_alloc(64, n * sizeof *elements);
#else
    all_x = aligned_alloc(64, n * sizeof(double));
    all_y = aligned_alloc(64, n * sizeof(double));
    all_z = aligned_alloc(64, n * sizeof(double));
    all_mass = aligned_alloc(64, n * sizeof(double));
#endif
    for (int k = 0; k < INDICES; k++) {
        int i = indices[k] = ((k * 77 + 13) & (INDICES - 1)) * APART;
        OF(x, i) = k % 10;
        OF(y, i) = k % 3;
        OF(z, i) = 1;
        OF(mass, i) = 0.5 + k % 2;
    }
    double result = 0;
    for (int r = 0; r < rounds; r++)
        result += gather();
    printf("%g\n", result);
    return 0;
}
