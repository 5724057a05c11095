/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_zero.c: a first iteration that warms the caches up, after which all
 * costs are set to zero (objects.h).  Usage: objects_zero request|function
 * request: the program asks for it; function: --zero-before=second_iteration.
 * Needs a D1 of exactly 32 KB and 8 ways.
 */
#include "objects.h"
#include <callgrind.h>
#include <string.h>

enum { FITS = 4096, LARGE = 4096 * 64 };
static ALIGNED char fits[FITS];
static ALIGNED char stored[FITS];
static ALIGNED char large[LARGE];
static ALIGNED char cold[FITS];

LOADS(walk_fits);
STORES(walk_stored);
LOADS(walk_large);
LOADS(walk_block);
LOADS(walk_cold);

NI static char *new_block(void) { return malloc(BLOCK); }

static void iteration(char *block)
{
    walk_large(large, 64, LARGE / 64);
    walk_fits(fits, 8, FITS / 8);
    walk_stored(stored, 64, FITS / 64);
    walk_block(block, 16, FITS / 16);
}

NI static void second_iteration(char *block)
{
    walk_fits(fits, 8, FITS / 8);
    walk_stored(stored, 64, FITS / 64);
    walk_block(block, 16, FITS / 16);
    walk_large(large, 64, LARGE / 64);
    walk_cold(cold, 64, FITS / 64);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    char *block = own_line(new_block());
    iteration(block);
    if (strcmp(argv[1], "request") == 0)
        CALLGRIND_ZERO_STATS;
    second_iteration(block);

    /* each has one line in each of the 64 sets, which is still there; nothing is loaded for it,
       so nothing is unused */
    const char *const warm[] = {"fits", "stored", "new_block"};
    for (int i = 0; i < 3; i++) {
        expect(warm[i], "D1mr", 0);
        expect(warm[i], "D1mw", 0);
        expect(warm[i], "DLmr", 0);
        expect(warm[i], "DLmw", 0);
        expect(warm[i], "SpLoss1", 0);
        expect(warm[i], "AcCost1", 0);
        expect(warm[i], "SpLossLL", 0);
        expect(warm[i], "Lines1", 0);
        expect(warm[i], "LinesLL", 0);
    }
    expect("fits", "Dr", FITS / 8);
    expect("stored", "Dw", FITS / 64);
    expect("new_block", "Dr", FITS / 16);
    self("walk_fits", "Dr", FITS / 8 + 1);
    self("walk_fits", "D1mr", 0);
    self("walk_stored", "Dr", 1);
    self("walk_stored", "Dw", FITS / 64);
    self("walk_stored", "D1mw", 0);
    self("walk_block", "Dr", FITS / 16 + 1);
    self("walk_block", "D1mr", 0);
    /* it does not fit D1, but LL */
    expect("large", "Dr", LARGE / 64);
    expect("large", "D1mr", LARGE / 64);
    expect("large", "DLmr", 0);
    expect("large", "Lines1", LARGE / 64);
    expect("large", "LinesLL", 0);
    expect("large", "SpLoss1", LARGE / 64 * (64 - 8));
    expect("large", "AcCost1", LARGE / 64 * 1000000L);
    self("walk_large", "Dr", LARGE / 64 + 1);
    self("walk_large", "DLmr", 0);
    expect("cold", "Dr", FITS / 64);
    expect("cold", "D1mr", FITS / 64);
    expect("cold", "DLmr", FITS / 64);
    expect("cold", "Lines1", FITS / 64);
    expect("cold", "LinesLL", FITS / 64);
    expect("cold", "SpLoss1", FITS / 64 * (64 - 8));
    self("walk_cold", "Dr", FITS / 64 + 1);
    self("walk_cold", "DLmr", FITS / 64);
    return 0;
}
