// SPDX-License-Identifier: GPL-3.0-or-later
//
// With --compat=callgrind and cache simulation: blocks whose costs Callgrind has, but does not write, as it has not
// counted one of their executions.  It counts a block when the next one begins and collection is on then; a request
// that ends the block may have switched it.  Such costs are not zeroed either, and come with the next execution.
//
//    uncounted_add(cost_centre, 1);                  // an execution that was not counted; -1: one counted without costs
//    uncounted_hide();
//    ... a part is written, or costs are zeroed ...
//    uncounted_show(True);                           // those in the part begin anew
#ifndef XG_CALLGRIND_THREADS_UNCOUNTED_H
#define XG_CALLGRIND_THREADS_UNCOUNTED_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

void uncounted_add(CostCentre* c, Long n);
// Takes the costs of blocks that were never counted out of their counters, and puts them back.  is_zero: the other
// blocks have been zeroed.
void uncounted_hide(void);
void uncounted_show(Bool is_zero);

#endif
