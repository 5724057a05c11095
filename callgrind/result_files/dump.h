// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of the profile: writing them, with their calling-context trees, and zeroing costs.
//
// A part that is written takes its costs with it.  A file that cannot be written keeps its costs in
// the counters: they are in the next part.  So the sum over the files in place is what was
// collected.
//
//    if (!dump_profile("Client Request", True)) ...    // a part
//    dump_profile(NULL, False);                        // the last one, when all calls have ended
//    if (dump_failed()) ...                            // for the exit status
#ifndef XG_CALLGRIND_RESULT_FILES_DUMP_H
#define XG_CALLGRIND_RESULT_FILES_DUMP_H

#include "pub_tool_basics.h"

#include "cachesim/set_sample.h"
#include "callgraph/model.h"
#include "writers/costly_code.h"

// After metrics_init().
void dump_init(void);
// In a forked child: nothing is written so far.
void dump_after_fork(void);
// Writes a part (trigger != NULL says why) or the last part (NULL).  only_running: with
// --separate-threads, of the running thread only.  False: a file could not be written, which has
// been reported.
Bool dump_profile(const HChar* trigger, Bool only_running);
// Writes the last part as if the program ended here; costs go on from where they are.  False: a file could not
// be written, which has been reported; dump_failed() does not count it, as later files replace it.
Bool dump_snapshot(void);
// Sets the costs of all threads, or of the running one, to zero.
void dump_zero(Bool only_running);
// Costs of a thread (0: of all) since the last part, signal handlers included.
void dump_since_last_part(UInt thread, uint64_t sum[EV_COUNT]);
// Costs of all parts written so far and of what has run since.
void dump_collected(uint64_t sum[EV_COUNT]);
// Bytes of the lines of a level, from 0, whose use is in these costs.
uint64_t dump_bytes_evicted(UInt level);
// With sampled sets: what each group has in these costs of an event.
void dump_sampled_groups(Event e, uint64_t sums[SAMPLE_GROUPS_MAX]);
// The code of all parts in place, and of the snapshot if that was the last to be written.
const CostlyCode* dump_code(void);
// The code of all parts, with its costs in layouts beside the program; empty if these are not simulated beside.
const CostlyCode* dump_code_of_layouts(void);
// The search for the most costly code leaves this out; totals stay.
void dump_leave_out(const Function* function, const uint64_t cost[EV_COUNT]);
// Whether some file could not be written.
Bool dump_failed(void);
// Number of the last part.
UInt dump_parts(void);

#endif
