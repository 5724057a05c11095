/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * himeno.c: a stencil over many planes that lie a power of two apart (as in HimenoBMT).
 *
 * Problem:   A step reads 14 planes at the same position, and writes another.  The planes are 4096 bytes
 *            each, one after another: all these accesses are to one set.
 * Geometry:  A tile of 256 floats in each of 15 planes is 15 x 16 = 240 lines, less than half of D1, but
 *            they are in 16 sets of 8 ways: 15 lines in each.  They are accessed in turn, so that each
 *            misses, though it was accessed at most 240 lines before: conflict.
 * Fix:       The planes are padded by 1024 bytes: plane p begins in set 16 p, so that no set has more
 *            than 4 lines of the tile.
 * Finding:   conflict, D1, application, relax(), on the variable `planes`.
 */
#include "pattern.h"

enum { A0, A1, A2, A3, B0, B1, B2, C0, C1, C2, BELOW, HERE, ABOVE, BOUND, NEXT, PLANES };
enum { TILE = 256, TILES = 4 };
#ifdef FIXED
enum { PLANE = TILE * TILES + 256 };
#else
enum { PLANE = TILE * TILES };
#endif
static ON_A_LINE float planes[PLANES][PLANE];

HOT static void relax(int tile)
{
    for (int k = tile * TILE + 1; k < (tile + 1) * TILE - 1; k++) {
        float s = planes[A0][k] * planes[BELOW][k] + planes[A1][k] * planes[ABOVE][k]
                  + planes[A2][k] * planes[HERE][k - 1] + planes[A3][k] * planes[HERE][k + 1]
                  + planes[B0][k] * (planes[BELOW][k] - planes[ABOVE][k])
                  + planes[B1][k] * planes[C0][k] + planes[B2][k] * planes[C1][k]
                  + planes[C2][k];
        planes[NEXT][k] = planes[HERE][k] + 0.5f * (s - planes[HERE][k]) * planes[BOUND][k];
    }
}

HOT static void take_over(int tile)
{
    for (int k = tile * TILE + 1; k < (tile + 1) * TILE - 1; k++)
        planes[HERE][k] = planes[NEXT][k];
}

int main(int argc, char **argv)
{
    long iterations = argument(argc, argv, 1, 120);
    double result = 0;
    for (int tile = 0; tile < TILES; tile++) {
        for (int p = 0; p < NEXT; p++)
            for (int k = tile * TILE; k < (tile + 1) * TILE; k++)
                planes[p][k] = 0.125f / (p + 1) + k % 5 * 0.01f;
        for (long i = 0; i < iterations; i++) {
            relax(tile);
            take_over(tile);
        }
        for (int k = tile * TILE; k < (tile + 1) * TILE; k++)
            result += planes[HERE][k];
    }
    return print_result(result);
}
