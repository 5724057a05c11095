// SPDX-License-Identifier: GPL-3.0-or-later
// Which preset describes a processor; see known_processors.h.
//
// Families and models: AMD's by what Linux takes for Zen 2 to Zen 5 (arch/x86/kernel/cpu/amd.c), Intel's by its names
// for them (arch/x86/include/asm/intel-family.h) and by InstLatx64 (github.com/InstLatx64/InstLatx64).
#include "callgrind/arch/amd64/known_processors.h"

#include <stddef.h>

enum { AMD = 0x68747541, INTEL = 0x756e6547 }; // "Auth", "Genu"
enum {
   ANY_CORE = 0,
   EFFICIENCY = 0x20,
   LAST = 15
}; // kinds of cores, in leaf 0x1A; the last stepping

typedef struct {
   uint32_t vendor, family, first_model, last_model, first_stepping, last_stepping, core;
   const char* preset;
} Known;

// The first line that fits.
static const Known known[] = {
   {AMD, 0x17, 0x30, 0x4f, 0, LAST, ANY_CORE, "zen2"},
   {AMD, 0x17, 0x60, 0x7f, 0, LAST, ANY_CORE, "zen2"},
   {AMD, 0x17, 0x90, 0x91, 0, LAST, ANY_CORE, "zen2"},
   {AMD, 0x17, 0xa0, 0xaf, 0, LAST, ANY_CORE, "zen2"},
   {AMD, 0x19, 0x00, 0x0f, 0, LAST, ANY_CORE, "zen3"},
   {AMD, 0x19, 0x20, 0x5f, 0, LAST, ANY_CORE, "zen3"},
   {AMD, 0x19, 0x10, 0x1f, 0, LAST, ANY_CORE, "zen4"},
   {AMD, 0x19, 0x60, 0xaf, 0, LAST, ANY_CORE, "zen4"},
   {AMD, 0x1a, 0x00, 0x2f, 0, LAST, ANY_CORE, "zen5"},
   {AMD, 0x1a, 0x40, 0x4f, 0, LAST, ANY_CORE, "zen5"},
   {AMD, 0x1a, 0x60, 0x7f, 0, LAST, ANY_CORE, "zen5"},
   {INTEL, 6, 0x47, 0x47, 0, LAST, ANY_CORE, "broadwell-h"},
   {INTEL, 6, 0x55, 0x55, 0, 4, ANY_CORE, "skylake-sp"},
   {INTEL, 6, 0x55, 0x55, 5, LAST, ANY_CORE,
    "cascadelake"}, // from 10 on Cooper Lake, the same core
   {INTEL, 6, 0x6a, 0x6a, 0, LAST, ANY_CORE, "icelake-sp"},
   {INTEL, 6, 0x6c, 0x6c, 0, LAST, ANY_CORE, "icelake-sp"}, // Xeon D
   {INTEL, 6, 0x8f, 0x8f, 0, LAST, ANY_CORE, "sapphirerapids"},
   {INTEL, 6, 0xcf, 0xcf, 0, LAST, ANY_CORE,
    "sapphirerapids"}, // Emerald Rapids: its successor, nearly the same
   {INTEL, 6, 0xad, 0xae, 0, LAST, ANY_CORE, "graniterapids"},
   {INTEL, 6, 0xbe, 0xbe, 0, LAST, ANY_CORE, "alderlake-e"}, // Alder Lake-N has no others
   {INTEL, 6, 0x97, 0x97, 0, LAST, EFFICIENCY, "alderlake-e"},
   {INTEL, 6, 0x9a, 0x9a, 0, LAST, EFFICIENCY, "alderlake-e"},
   {INTEL, 6, 0x97, 0x97, 0, LAST, ANY_CORE, "alderlake-p"},
   {INTEL, 6, 0x9a, 0x9a, 0, LAST, ANY_CORE, "alderlake-p"},
   // Raptor Lake: its successor, nearly the same
   {INTEL, 6, 0xb7, 0xb7, 0, LAST, EFFICIENCY, "alderlake-e"},
   {INTEL, 6, 0xba, 0xba, 0, LAST, EFFICIENCY, "alderlake-e"},
   {INTEL, 6, 0xbf, 0xbf, 0, LAST, EFFICIENCY, "alderlake-e"},
   {INTEL, 6, 0xb7, 0xb7, 0, LAST, ANY_CORE, "alderlake-p"},
   {INTEL, 6, 0xba, 0xba, 0, LAST, ANY_CORE, "alderlake-p"},
   {INTEL, 6, 0xbf, 0xbf, 0, LAST, ANY_CORE, "alderlake-p"},
};

static int is_between(uint32_t n, uint32_t first, uint32_t last)
{
   return first <= n && n <= last;
}

uint32_t processor_family(uint32_t signature)
{
   const uint32_t base = signature >> 8 & 15;
   return base == 15 ? base + (signature >> 20 & 0xff) : base;
}

static uint32_t model_of(uint32_t signature)
{
   const uint32_t base = signature >> 8 & 15, model = signature >> 4 & 15;
   return base == 15 || base == 6 ? (signature >> 16 & 15) << 4 | model : model;
}

const char* known_processor(const ProcessorId* id)
{
   const uint32_t family = processor_family(id->signature), model = model_of(id->signature);
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
      const Known* k = &known[i];
      if (id->vendor == k->vendor && family == k->family
          && is_between(model, k->first_model, k->last_model)
          && is_between(id->signature & 15, k->first_stepping, k->last_stepping)
          && (k->core == ANY_CORE || id->core >> 24 == k->core))
         return k->preset;
   }
   return NULL;
}
