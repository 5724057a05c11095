/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fat.c: a step of moving things, whose positions are in large structures and whose velocities are packed.
 *
 * Problem:   Of each structure of 128 bytes, the loop uses the first 24; of each velocity all 24.  A finding that judges both
 *            together says that lines are well used, or that both are badly used.
 * Geometry:  2000 structures are 2000 lines of D1 that are used, of 4000, and velocities 750 lines: five times D1.  Each round loads
 *            all of them again: capacity.  Of the lines of structures, 40 of 64 bytes are not used, of the others none.
 * Fix:       Positions are an array of their own: 750 lines and 750, three times D1, and 1500 misses in a round instead of 2750.
 * Finding:   capacity, D1, application, move_all(), on `things` and `velocities`; split, of `things`.  Fixed, it is well used, and blocks
 *            are left.
 */
#include "pattern.h"

enum { THINGS = 2000 };
struct vector {
    double x, y, z;
};
#ifdef FIXED
static ON_A_LINE struct vector things[THINGS];
static struct {
    char tag[104];
} rest[THINGS];
#define POSITION(i) (&things[i])
#define TAG(i) (rest[i].tag)
#else
static ON_A_LINE struct {
    struct vector position;
    char tag[104];
} things[THINGS];
#define POSITION(i) (&things[i].position)
#define TAG(i) (things[i].tag)
#endif
static ON_A_LINE struct vector velocities[THINGS];

HOT static void move_all(void)
{
    for (int i = 0; i < THINGS; i++) {
        struct vector *p = POSITION(i), *v = &velocities[i];
        p->x += v->x;
        p->y += v->y;
        p->z += v->z;
    }
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 150);
    for (int i = 0; i < THINGS; i++) {
        velocities[i] = (struct vector){i % 3, 1, i % 7};
        TAG(i)[0] = i % 100;
    }
    for (long r = 0; r < rounds; r++)
        move_all();
    return print_result(POSITION(5)->x + POSITION(THINGS - 1)->z + TAG(7)[0]);
}
