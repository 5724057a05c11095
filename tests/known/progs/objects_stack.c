/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_stack.c: an array on the stack (objects.h), far below all that was
 * used of it before.  Everything else on the stack is the same object.
 */
#include "objects.h"
#include <alloca.h>

LOADS(walk_stack);
STORES(fill_stack);

NI static void deep(void)
{
    char *p = own_line(alloca(BLOCK));
    walk_stack(p + BLOCK / 4, 64, 120);
    fill_stack(p + BLOCK / 2, 32, 240);
}

int main(void)
{
    deep();
    /* one load in each of 120 lines, two stores in each of 120 others */
    expect_min("stack", "Dr", 120);
    expect_min("stack", "Dw", 240);
    expect_min("stack", "D1mr", 120);
    expect_min("stack", "D1mw", 120);
    expect_min("stack", "SpLoss1", 120 * (64 - 8) + 120 * (64 - 16));
    self("walk_stack", "Dr", 120 + 1);
    self("walk_stack", "D1mr", 120);
    self("walk_stack", "SpLoss1", 120 * (64 - 8));
    self("fill_stack", "Dw", 240);
    self("fill_stack", "D1mw", 120);
    self("fill_stack", "SpLoss1", 120 * (64 - 16));
    return 0;
}
