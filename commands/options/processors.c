// SPDX-License-Identifier: GPL-3.0-or-later
// Processors; see processors.h.
#define _GNU_SOURCE
#include "commands/options/processors.h"

#include <errno.h>
#include <sched.h>

enum { PROCESSORS_MAX = 1 << 20 };

uint32_t processors(void)
{
   // the kernel refuses a set that has no room for all processors of the machine
   for (int room = 1024; room <= PROCESSORS_MAX; room *= 2) {
      cpu_set_t* set = CPU_ALLOC(room);
      if (!set) break;
      const int is_read = sched_getaffinity(0, CPU_ALLOC_SIZE(room), set) == 0;
      const int n = is_read ? CPU_COUNT_S(CPU_ALLOC_SIZE(room), set) : 0;
      CPU_FREE(set);
      if (n > 0) return (uint32_t)n;
      if (is_read || errno != EINVAL) break;
   }
   return 1;
}
