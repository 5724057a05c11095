/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * boxes.c: an array of pointers to numbers, as languages with boxed values have it.
 *
 * Problem:   The numbers are anywhere in memory; to add them up, the program loads an address from the array, which is
 *            cheap, and then a line for 8 bytes.
 * Geometry:  1536 numbers, each in a line of its own: three times D1, visited in turn: capacity.  The array of
 *            pointers has 12 KiB.
 * Fix:       The array has the numbers, 12 KiB.
 * Finding:   capacity, D1, application, add_up(), on what new_boxes() allocates.
 */
#include "pattern.h"

enum { BOXES = 1536 };
#ifdef FIXED
typedef long box;
#define VALUE(b) (b)
#else
typedef long *box;
#define VALUE(b) (*(b))
#endif

HOT static box *new_boxes(void)
{
    box *boxes = checked(malloc(BOXES * sizeof *boxes));
#ifdef FIXED
    for (long n = 0; n < BOXES; n++)
        boxes[n] = n;
#else
    long *order = shuffled(BOXES);
    char *heap = checked(aligned_alloc(LINE, (size_t)BOXES * LINE));
    for (long n = 0; n < BOXES; n++) {
        boxes[n] = (long *)(heap + order[n] * LINE);
        *boxes[n] = n;
    }
    free(order);
#endif
    return boxes;
}

HOT static long add_up(const box *boxes, long rounds)
{
    long sum = 0;
    for (long r = 0; r < rounds; r++)
        for (long n = 0; n < BOXES; n++)
            sum += VALUE(boxes[n]);
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 300);
    return print_result(add_up(new_boxes(), rounds));
}
