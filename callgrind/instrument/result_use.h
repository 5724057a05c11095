// SPDX-License-Identifier: GPL-3.0-or-later
//
// What blocks do with the register in which functions return their result.
//
//    block->result_use = result_use_of(in);
//    if (result_use_is_read(return_address, in_caller)) ... // the function that has returned there has a result
#ifndef XG_CALLGRIND_INSTRUMENT_RESULT_USE_H
#define XG_CALLGRIND_INSTRUMENT_RESULT_USE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// What a block does with it.
ResultUse result_use_of(const IRSB* in);
// Whether code that has run reads the whole register at this address, before it writes it: a truth value has one byte, above which the
// address may be that it was made of. To be asked of addresses that functions
// return to, as only then nothing else can be read than their result. `returns`: the answer where the code returns and leaves the
// register as it is, so that its own result is the same.
Bool result_use_is_read(Addr address, Bool (*returns)(Addr address));

#endif
