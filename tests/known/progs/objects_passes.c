/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_passes.c: arrays walked again and again (objects.h), one that fits D1
 * and one that does not.  Needs a D1 of exactly 32 KB and 8 ways.
 */
#include "objects.h"

static ALIGNED char fits[4096];
static ALIGNED char large[4096 * 64];

LOADS(walk_fits);
LOADS(walk_large);

int main(void)
{
    for (int pass = 0; pass < 5; pass++)
        walk_fits(fits, 8, 4096 / 8);
    for (int pass = 0; pass < 3; pass++)
        walk_large(large, 64, 4096);

    /* one line in each of the 64 sets: filled once */
    expect("fits", "Dr", 5 * 512);
    expect("fits", "D1mr", 64);
    expect("fits", "DLmr", 64);
    expect("fits", "SpLoss1", 0);
    expect("fits", "AcCost1", 64 * (1000000 / 40)); /* 5 times 8 accesses each */
    self("walk_fits", "Dr", 5 * 512 + 5);
    self("walk_fits", "D1mr", 64);
    self("walk_fits", "SpLoss1", 0);
    /* 64 lines in each set of 8 ways: gone when their turn comes again, but in
       LL; so is the line with the return address */
    expect("large", "Dr", 3 * 4096);
    expect("large", "D1mr", 3 * 4096);
    expect("large", "DLmr", 4096);
    expect("large", "SpLoss1", 3 * 4096L * (64 - 8));
    expect("large", "AcCost1", 3 * 4096L * 1000000);
    self("walk_large", "Dr", 3 * 4096 + 3);
    self("walk_large", "D1mr", 3 * 4096 + 3);
    self("walk_large", "DLmr", 4096);
    return 0;
}
