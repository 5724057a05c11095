// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that generated code calls.  All take their arguments in registers (VG_REGPARM) and
// touch no guest state.
#ifndef XG_CALLGRIND_INSTRUMENT_HELPERS_H
#define XG_CALLGRIND_INSTRUMENT_HELPERS_H

#include "pub_tool_basics.h"

#include "engine/engine.h"

typedef struct {
   const HChar* name;
   void* address;
   Int n_register_args;
} HelperRef;

typedef struct {
   HelperRef call;         // (Exit*, target, sp): a call is made
   HelperRef ret;          // (Exit*, target, sp): a return
   HelperRef jump;         // (Exit*, target, sp): a jump that may leave the function
   HelperRef enter;        // (Block*): block->key is stale
   HelperRef data;         // (Site*, address)
   HelperRef data_guarded; // (Site*, address): an access under a condition that holds
   HelperRef data_sampled; // (Site*, address): with sampling, one of a kind that is sampled
   HelperRef fetch;        // (Site*)
   HelperRef fetch_missed; // (Site*, CodeLine*): the line, or the one behind it, is not in I1
   HelperRef branch;       // (Site*, taken)
   HelperRef indirect;     // (Site*, target)
   HelperRef check;        // (Block*, sp): debugging aid, at each block
} Helpers;

// Chooses the variants for the options; to be called once, after engine_init().
void helpers_init(void);
extern Helpers helpers;

#endif
