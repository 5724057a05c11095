// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time that passes, whatever the clock on the wall is set to.
#ifndef XG_COMMANDS_FILES_ELAPSED_H
#define XG_COMMANDS_FILES_ELAPSED_H

#include <stdint.h>
#include <time.h>

// Milliseconds since some time before the process began.
static inline int64_t now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

#endif
