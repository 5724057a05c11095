/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * churn.c: memory that is allocated and freed again and again.
 *
 * Problem:   In each round, the program takes nodes from an allocator and gives all of them back.  The allocator keeps free blocks in
 *            a list, whose links are in the blocks: the first access to each is its own.
 * Geometry:  1536 blocks of a line: three times D1, in both lists visited in turn: capacity.
 * Fix:       The nodes stay allocated for all rounds.
 * Finding:   capacity, D1, allocator: tc_malloc(), which follows the links, and tc_free(), which writes them.  (The names are those of
 *            an allocator that Xgrind knows, so that the C library's does not matter.)
 */
#include "pattern.h"

enum { NODES = 1536 };

struct block {
    struct block *next;
    char rest[LINE - sizeof(struct block *)];
};
static struct block *free_blocks, *heap;

void *tc_malloc(size_t size);
void tc_free(void *memory);

HOT void *tc_malloc(size_t size)
{
    struct block *block = free_blocks;
    if (size > LINE)
        abort();
    free_blocks = block->next;
    return block;
}

HOT void tc_free(void *memory)
{
    struct block *block = memory;
    block->next = free_blocks;
    free_blocks = block;
}

static void fill(unsigned short *nodes)
{
    for (long n = 0; n < NODES; n++)
        nodes[n] = (unsigned short)((struct block *)tc_malloc(LINE) - heap);
}

static void empty(unsigned short *nodes)
{
    for (long n = 0; n < NODES; n++)
        tc_free(heap + nodes[n]);
}

HOT static long do_rounds(long rounds)
{
    static unsigned short nodes[NODES];
    long sum = 0;
#ifdef FIXED
    fill(nodes);
#endif
    for (long r = 0; r < rounds; r++) {
#ifndef FIXED
        fill(nodes);
        empty(nodes);
#endif
        sum += NODES;
    }
#ifdef FIXED
    empty(nodes);
#endif
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 300);
    heap = checked(aligned_alloc(LINE, NODES * sizeof *heap));
    long *order = shuffled(NODES);
    for (long n = 0; n < NODES; n++)
        tc_free(&heap[order[n]]);
    free(order);
    return print_result(do_rounds(rounds));
}
