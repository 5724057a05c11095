/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_threadlocals.c: variables that each thread has of its own, so small
 * that a C library may put the main thread's into its own data (objects.h).
 * Nobody but the walks touches them, so their use is known; their lines are
 * not only theirs.
 */
#include "objects.h"
#include <pthread.h>

static __thread char mine[8];
__thread char ours[16];

LOADS(walk_mine);
STORES(walk_ours);

static void *run(void *unused)
{
    (void)unused;
    walk_mine(mine, 0, 30);
    walk_ours(ours + 8, 0, 7);
    return NULL;
}

int main(void)
{
    pthread_t t;
    walk_ours(ours, 0, 100);
    run(NULL);
    for (int i = 0; i < 3; i++)
        if (pthread_create(&t, NULL, run, NULL) != 0 || pthread_join(t, NULL) != 0)
            return 2;

    expect("mine", "Dr", 4 * 30);
    expect("ours", "Dr", 0);
    expect_min("ours", "Dw", 100 + 4 * 7); /* and what clears it */
    self("walk_mine", "Dr", 4 * (30 + 1));
    self("walk_ours", "Dw", 100 + 4 * 7);
    return 0;
}
