/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * graph.c: clusters of a graph whose nodes are scattered over memory.
 *
 * Problem:   A large graph is worked on cluster by cluster, each for many rounds.  The nodes of a cluster
 *            would fit D1, but their numbers, and so their addresses, are scattered: each is in a line
 *            with nodes of other clusters.
 * Geometry:  A cluster has 2048 nodes of 8 bytes: 256 lines at best.  Node i is at i * 20251 modulo the
 *            number of nodes, which puts the 2048 nodes into some 2048 lines, four times D1, visited in
 *            turn: capacity.
 * Fix:       Nodes are numbered by cluster: 256 lines, half of D1.
 * Finding:   capacity, D1, application, walk(), on what new_graph() allocates.
 */
#include "pattern.h"

enum { CLUSTER = 2048 };
struct node {
    int next, value;
};
static struct node *nodes;
static long n_nodes;    /* a power of two */

static long position(long node)
{
#ifdef FIXED
    return node;
#else
    return (node * 20251) & (n_nodes - 1);
#endif
}

/* the node at a position: 20251 times its inverse is 1 modulo 2^32 */
static long node_at(long position)
{
#ifdef FIXED
    return position;
#else
    unsigned inverse = 20251;
    for (int i = 0; i < 5; i++)
        inverse *= 2 - 20251 * inverse;
    return (position * (long)inverse) & (n_nodes - 1);
#endif
}

HOT static void new_graph(long clusters)
{
    n_nodes = clusters * CLUSTER;
    nodes = checked(aligned_alloc(LINE, n_nodes * sizeof *nodes));
    for (long p = 0; p < n_nodes; p++) {
        /* a cluster is a ring through all its nodes in an order like a random one */
        long node = node_at(p), in_cluster = node % CLUSTER;
        long next = node - in_cluster + (in_cluster * 1229 + 1) % CLUSTER;
        nodes[p] = (struct node){position(next), node % 100};
    }
}

HOT static long walk(long first, long steps)
{
    long sum = 0;
    for (long at = first; steps > 0; steps--) {
        sum += nodes[at].value++;
        at = nodes[at].next;
    }
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 25), clusters = argument(argc, argv, 2, 16);
    double result = 0;
    new_graph(clusters);
    for (long c = 0; c < clusters; c++)
        result += walk(position(c * CLUSTER), rounds * CLUSTER);
    return print_result(result);
}
