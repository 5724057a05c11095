// SPDX-License-Identifier: GPL-3.0-or-later
//
// Addresses of the tool's own data in generated code.  Each is a constant of 64 bits, which takes an instruction of
// ten bytes wherever it is used, and a block uses a dozen of them.  Where an instruction can have a displacement of 32
// bits, they become displacements from a register that has the address of all that data, more or less: it is loaded
// once in a block.
//
//    out = near_addresses(out);   // a whole block
#ifndef XG_CALLGRIND_INSTRUMENT_NEAR_ADDRESSES_H
#define XG_CALLGRIND_INSTRUMENT_NEAR_ADDRESSES_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// The block, with displacements where they pay.  What it does is the same.
IRSB* near_addresses(IRSB* in);

#endif
