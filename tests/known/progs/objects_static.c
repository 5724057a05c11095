/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_static.c: static arrays, walked with known strides (objects.h).
 */
#include "objects.h"

ALIGNED char table_dense[200 * 64];          /* .bss */
static ALIGNED char table_line[100 * 64];    /* local symbol */
static ALIGNED char table_bytes[100 * 64] = {1}; /* .data */
/* strings may be before it, and are read in large steps, so 4 lines are left out */
static const ALIGNED char table_const[84 * 64] = {1};
ALIGNED char table_stored[150 * 64];
ALIGNED char table_modified[70 * 64];
ALIGNED char table_straddled[50 * 128];

LOADS(walk_dense);
LOADS(walk_line);
LOADS1(walk_bytes);
LOADS(walk_const);
STORES(walk_stored);
MODIFIES(walk_modified);
LOADS(walk_straddled);

int main(void)
{
    walk_dense(table_dense, 8, 1600);
    walk_line(table_line, 64, 100);
    walk_bytes(table_bytes, 16, 400);
    walk_const((char *)table_const + 4 * 64, 32, 160);
    walk_stored(table_stored, 32, 300);
    walk_modified(table_modified, 64, 70);
    walk_straddled(table_straddled + 60, 128, 49);

    /* 8 loads of 8 bytes in each line: all of it */
    expect_loads("table_dense", "walk_dense", 1600, 200, 0);
    /* one in each */
    expect_loads("table_line", "walk_line", 100, 100, 100 * (64 - 8));
    /* four bytes in each */
    expect_loads("table_bytes", "walk_bytes", 400, 100, 100 * (64 - 4));
    /* two times 8 bytes */
    expect_loads("table_const", "walk_const", 160, 80, 80 * (64 - 16));
    expect_stores("table_stored", "walk_stored", 300, 150, 150 * (64 - 16));
    expect_stores("table_modified", "walk_modified", 70, 70, 70 * (64 - 8));

    /* Bytes 60 to 67 of each 128: one access and one miss, but two lines filled,
       with four bytes used of each. */
    const long n = 49;
    expect("table_straddled", "Dr", n);
    expect("table_straddled", "D1mr", n);
    expect("table_straddled", "SpLoss1", 2 * n * (64 - 4));
    self("walk_straddled", "Dr", n + 1);
    self("walk_straddled", "D1mr", n);
    self("walk_straddled", "SpLoss1", 2 * n * (64 - 4));
    return 0;
}
