/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_threadlocal.c: an array that each thread has of its own (objects.h).
 * The runtime clears it, with stores alone, before the thread begins; it is so
 * large that its middle is no longer in a D1 of 32 KB after that.
 */
#include "objects.h"
#include <pthread.h>

static __thread ALIGNED char per_thread[16 * 64 * 1024];

LOADS(walk_main);
LOADS(walk_thread);

static void *run(void *unused)
{
    (void)unused;
    walk_thread(per_thread + sizeof per_thread / 2, 32, 260);
    return NULL;
}

int main(void)
{
    pthread_t t;
    walk_main(per_thread + sizeof per_thread / 2, 64, 100);
    if (pthread_create(&t, NULL, run, NULL) != 0 || pthread_join(t, NULL) != 0)
        return 2;

    /* One load in each line; two in each.  The linker clears the main thread's with stores
       once there is a thread, another one's is cleared before; what is cleared is used whole. */
    const long in_main = 100, in_thread = 260 / 2;
    expect("per_thread", "Dr", 100 + 260);
    expect("per_thread", "D1mr", in_main + in_thread);
    expect("per_thread", "SpLoss1", in_main * (64 - 8) + in_thread * (64 - 16));
    expect_min("per_thread", "AcCost1", in_main * 1000000 + in_thread * 500000);
    self("walk_main", "Dr", 100 + 1);
    self("walk_main", "D1mr", in_main);
    self("walk_main", "SpLoss1", in_main * (64 - 8));
    self("walk_thread", "Dr", 260 + 1);
    self("walk_thread", "D1mr", in_thread);
    self("walk_thread", "SpLoss1", in_thread * (64 - 16));
    return 0;
}
