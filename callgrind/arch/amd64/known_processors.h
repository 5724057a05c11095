// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which preset of --machine describes a processor, by what the processor says of itself.
//
// Contract: plain C, without Valgrind's headers, so that a unit test can include it.
//
//    ProcessorId id = {.vendor = 0x68747541, .signature = 0x00a60f12};
//    const char* preset = known_processor(&id); // "zen4"
#ifndef XG_CALLGRIND_ARCH_AMD64_KNOWN_PROCESSORS_H
#define XG_CALLGRIND_ARCH_AMD64_KNOWN_PROCESSORS_H

#include <stdint.h>

// Registers of CPUID.
typedef struct {
   uint32_t vendor;    // leaf 0, EBX: the first four letters
   uint32_t signature; // leaf 1, EAX: family, model and stepping
   uint32_t core;      // leaf 0x1A, EAX: which kind of core this is; 0: not said
} ProcessorId;

// As vendors count them: the base family and the extended one, 15 + 8 = 0x17, are one number.
uint32_t processor_family(uint32_t signature);

// The name of the preset, or NULL if none has this core.
const char* known_processor(const ProcessorId* id);

#endif
