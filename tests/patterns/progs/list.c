/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * list.c: a linked list whose nodes are scattered over memory.
 *
 * Problem:   The nodes of a list come from a pool in an order unlike that of the list, with other nodes
 *            between them.  Each node has the address of the next one, so that a miss has to end before the
 *            next one can begin.
 * Geometry:  1536 nodes of 16 bytes: 24 KiB, three quarters of D1, if they were side by side.  They are 64
 *            bytes apart, 1536 lines, three times D1, visited in turn: capacity.
 * Fix:       Nodes stand in the order of the list, four to a line.
 * Finding:   capacity, D1, application, add_up(), on what new_list() allocates.
 */
#include "pattern.h"

enum { NODES = 1536 };
struct node {
    struct node *next;
    long value;
};

static struct node *place(struct node *pool, const long *order, long n)
{
#ifdef FIXED
    (void)order;
    return &pool[n % NODES];
#else
    return &pool[order[n % NODES] * (LINE / sizeof *pool)];
#endif
}

HOT static struct node *new_list(void)
{
    long *order = shuffled(NODES);
    struct node *pool = checked(aligned_alloc(LINE, (size_t)NODES * LINE)), *first = place(pool, order, 0);
    for (long n = 0; n < NODES; n++)
        *place(pool, order, n) = (struct node){place(pool, order, n + 1), n};
    free(order);
    return first;
}

HOT static long add_up(const struct node *first, long rounds)
{
    long sum = 0;
    for (long steps = rounds * NODES; steps > 0; steps--) {
        sum += first->value;
        first = first->next;
    }
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 300);
    return print_result(add_up(new_list(), rounds));
}
