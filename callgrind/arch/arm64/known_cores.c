// SPDX-License-Identifier: GPL-3.0-or-later
// Which preset describes a core; see known_cores.h.  Numbers as Linux has them (arch/arm64/include/asm/cputype.h).
#include "callgrind/arch/arm64/known_cores.h"

#include <stddef.h>

enum { ARM = 0x41, APPLE = 0x61, MICROSOFT = 0x6d }; // implementers

static const struct {
   uint32_t implementer, part;
   const char* preset;
} known[] = {
   {ARM, 0xd0c, "neoverse-n1"}, {ARM, 0xd40, "neoverse-v1"},       {ARM, 0xd49, "neoverse-n2"},
   {ARM, 0xd4f, "neoverse-v2"}, {MICROSOFT, 0xd49, "neoverse-n2"}, // Cobalt 100
   {APPLE, 0x023, "apple-m1"}, // performance cores of M1, M1 Pro and M1 Max
   {APPLE, 0x025, "apple-m1"},  {APPLE, 0x029, "apple-m1"},
};

const char* known_core(uint64_t midr)
{
   const uint32_t implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      if (implementer == known[i].implementer && part == known[i].part) return known[i].preset;
   return NULL;
}
