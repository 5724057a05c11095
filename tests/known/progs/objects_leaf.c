/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_leaf.c: allocators of one basic block each (objects.h), under names that
 * a profiler knows: their arguments are read and their results written in the very
 * block that a profiler watches.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <sys/mman.h>

char *leaf_free; /* what is left of the mapping */

void *tc_malloc(size_t size);
void *tc_calloc(size_t n, size_t size);
void tc_free(void *p);

/* The result is written twice, last by the instruction before the return. */
ASM_FUNCTION(tc_malloc, " mov $1,%eax\n mov leaf_free(%rip),%rax\n add %rax,%rdi\n"
                        " mov %rdi,leaf_free(%rip)\n ret\n");
/* The arguments are changed before the result is known. */
ASM_FUNCTION(tc_calloc, " imul %rsi,%rdi\n mov leaf_free(%rip),%rsi\n add %rsi,%rdi\n"
                        " mov %rdi,leaf_free(%rip)\n xor %eax,%eax\n mov %rsi,%rax\n ret\n");
ASM_FUNCTION(tc_free, " xor %edi,%edi\n ret\n");

LOADS(walk_keys);
STORES(walk_values);

NI static char *new_keys(void)
{
    return tc_malloc(100 * LINE);
}

NI static char *new_values(void)
{
    return tc_calloc(LINE, 110);
}

int main(void)
{
    leaf_free = own_line(mmap(NULL, BLOCK, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    char *keys = new_keys(), *values = new_values();
    walk_keys(keys, 64, 100);
    walk_values(values, 16, 440);
    tc_free(keys);

    expect_loads("new_keys", "walk_keys", 100, 100, 100 * (64 - 8));
    expect_stores("new_values", "walk_values", 440, 110, 110 * (64 - 32));
    expect("new_keys", "count", 1);
    expect("new_keys", "total_B", 100 * LINE);
    expect("new_keys", "freed", 1);
    expect("new_values", "count", 1);
    expect("new_values", "total_B", 110 * LINE);
    expect("new_values", "freed", 0);
    return 0;
}
