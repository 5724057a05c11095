/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * big_nodes.c: allocations that begin in one set (as in PARSEC: raytrace).
 *
 * Problem:   A list of 64 nodes is searched.  A node has 4080 bytes, of which the search reads the first
 *            16.  glibc puts 8 bytes in front of it and rounds up to 16: the nodes are 4096 bytes apart.
 * Geometry:  64 lines in one set of 8 ways, accessed in turn: each misses.  64 lines are an eighth of
 *            D1: conflict.  Neither the code nor a single object has many lines in that set: where
 *            allocations begin decides it.
 * Fix:       A node asks for 64 bytes more: nodes are 65 lines apart, and begin in 64 sets.
 * Finding:   conflict, D1, allocator, search(), on what new_node() allocates for main().
 */
#include "pattern.h"

enum { NODES = 64, SIZE = 4080 };
struct node {
    struct node *next;
    long key;
    char text[SIZE - 16];
};

HOT static struct node *new_node(struct node *next, long key)
{
#ifdef FIXED
    struct node *n = checked(malloc(sizeof *n + LINE));
#else
    struct node *n = checked(malloc(sizeof *n));
#endif
    n->next = next;
    n->key = key;
    return n;
}

HOT static long search(const struct node *list, long key)
{
    long steps = 0;
    for (const struct node *n = list; n != NULL && n->key != key; n = n->next)
        steps++;
    return steps;
}

int main(int argc, char **argv)
{
    long searches = argument(argc, argv, 1, 10000);
    struct node *list = NULL;
    for (long i = 0; i < NODES; i++)
        list = new_node(list, i);
    double result = 0;
    for (long i = 0; i < searches; i++)
        result += search(list, i % 4);
    return print_result(result);
}
