/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_shared.c: two objects of 96 bytes that share the line between them
 * (objects.h).  The line counts for the one that was accessed when it was filled.
 */
#include "objects.h"

extern char half_left[96], half_right[96];
__asm__(".bss\n.balign 64\n"
        ".globl half_left, half_right\n"
        ".type half_left,@object\n.size half_left,96\n"
        ".type half_right,@object\n.size half_right,96\n"
        "half_left: .zero 96\n"
        "half_right: .zero 96\n"
        ".text\n");

LOADS(walk_left);
LOADS(walk_right);

int main(void)
{
    walk_left(half_left, 16, 6);
    walk_right(half_right, 8, 12);

    /* Left: at 0, 16, ..., 80, so half of line 0 and two times 8 bytes of line 1.
       Right: all its bytes; those in line 1 are there already. */
    const long unused_left = (64 - 4 * 8) + (64 - 2 * 8 - 32);
    expect("half_left", "Dr", 6);
    expect("half_left", "D1mr", 2);
    expect("half_left", "SpLoss1", unused_left);
    expect("half_right", "Dr", 12);
    expect("half_right", "D1mr", 1);
    expect("half_right", "SpLoss1", 0);
    self("walk_left", "Dr", 6 + 1);
    self("walk_left", "D1mr", 2);
    self("walk_left", "SpLoss1", unused_left);
    self("walk_right", "Dr", 12 + 1);
    self("walk_right", "D1mr", 1);
    self("walk_right", "SpLoss1", 0);
    return 0;
}
