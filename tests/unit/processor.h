// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the processor has that runs the tests: those of other code than plain C are run where it has it.
//
//    if (processor_has_avx2()) sites_with(true, &c);
#ifndef XG_TESTS_UNIT_PROCESSOR_H
#define XG_TESTS_UNIT_PROCESSOR_H

#include <stdbool.h>

static inline bool processor_has_avx2(void)
{
#if defined(__x86_64__)
   return __builtin_cpu_supports("avx2") != 0;
#else
   return false;
#endif
}

#endif
