// SPDX-License-Identifier: GPL-3.0-or-later
//
// Taking costs out of the call graph: of a part that is written, or all.
//
//    profile_begin_part(&graph, &part);
//    profile_write_body(&writer, &graph, &layout, &part, NULL);
//    profile_end_part(&graph, &part, writer_finish(&writer));
#ifndef XG_WRITERS_PROFILE_RESET_H
#define XG_WRITERS_PROFILE_RESET_H

#include "writers/profile.h"

// take: resets to zero what was written; otherwise it is in the next part, too.
void profile_end_part(CallGraph* g, ProfilePart* part, bool take);
// Sets all costs of a thread (0: all) to zero.
void profile_zero(CallGraph* g, uint32_t thread);
// Number of blocks executed since the last part, where costs were collected.
uint64_t profile_count_blocks(const CallGraph* g);

#endif
