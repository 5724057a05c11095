// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which preset of --machine describes a core, by its MIDR_EL1.
//
// Contract: plain C, without Valgrind's headers, so that a unit test can include it.
//
//    const char* preset = known_core(0x413fd0c1); // "neoverse-n1"
#ifndef XG_CALLGRIND_ARCH_ARM64_KNOWN_CORES_H
#define XG_CALLGRIND_ARCH_ARM64_KNOWN_CORES_H

#include <stdint.h>

// The name of the preset, or NULL if none has this core.
const char* known_core(uint64_t midr);

#endif
