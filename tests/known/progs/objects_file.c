/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_file.c: a file in memory, shared and private (objects.h).
 */
#define _GNU_SOURCE
#include "objects.h"
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

LOADS(walk_shared);
STORES(walk_private);

NI static char *map_shared(int fd)
{
    return own_line(mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
}

NI static char *map_private(int fd)
{
    /* from the second page of the file on */
    return own_line(mmap(NULL, BLOCK - 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 4096));
}

int main(void)
{
    FILE *f = tmpfile();
    if (f == NULL || ftruncate(fileno(f), BLOCK) != 0) {
        fprintf(stderr, "objects_file: no temporary file\n");
        return 2;
    }
    char *shared = map_shared(fileno(f)), *own = map_private(fileno(f));
    walk_shared(shared, 8, 880);
    walk_private(own, 64, 115);

    expect_loads("map_shared", "walk_shared", 880, 880 / 8, 0);
    expect_stores("map_private", "walk_private", 115, 115, 115 * (64 - 8));
    return 0;
}
