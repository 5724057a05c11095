// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions, by their bytes: VEX makes nothing of them, not even of their address.
//
// Contract: plain C, without Valgrind's headers, so that a unit test can include it.  Each architecture's folder defines
// prefetch_code() in a file of this name.
//
//    PrefetchCode p;
//    if (prefetch_code(bytes, 4, 0x401000, &p)) ... // registers[p.base] + (registers[p.index] << p.shift) + p.displacement
#ifndef XG_CALLGRIND_ARCH_PREFETCH_CODE_H
#define XG_CALLGRIND_ARCH_PREFETCH_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum { PREFETCH_NO_REGISTER = -1 };

typedef enum {
   PREFETCH_NO_SEGMENT,
   PREFETCH_FS, // its base is added
   PREFETCH_GS
} PrefetchSegment;

typedef enum {
   PREFETCH_INDEX_64,
   PREFETCH_INDEX_U32, // its lower half
   PREFETCH_INDEX_S32  // ... with sign
} PrefetchIndex;

// Where the address comes from.  Registers have the numbers that the architecture gives them, from 0; arm64's 31 is the stack
// pointer.
typedef struct {
   int8_t base, index; // or PREFETCH_NO_REGISTER
   uint8_t shift;      // of the index
   uint8_t index_as;   // PrefetchIndex
   uint8_t segment;    // PrefetchSegment
   bool is_32;         // of the sum 32 bits count, before the segment's base is added
   uint64_t displacement;
} PrefetchCode;

// Whether the instruction of size_B bytes at this address asks for a line of data.  What asks for code does not.
bool prefetch_code(const uint8_t* code, uint32_t size_B, uint64_t address, PrefetchCode* p);

#endif
