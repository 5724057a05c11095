// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presets: the hierarchy of a processor by its name, for --machine.
//
// Contract: a preset is a hierarchy file, NAME.hierarchy, in the folder xgrind-machines beside the
// tool.
//
//    preset_load("zen4");
#ifndef XG_CALLGRIND_PROCESSOR_PRESETS_H
#define XG_CALLGRIND_PROCESSOR_PRESETS_H

#include "pub_tool_basics.h"

// Sets what the preset says.  Ends the program with a sentence, which lists the names that there
// are, if there is none of this name.
void preset_load(const HChar* name);
// Whether there is one of this name.
Bool preset_exists(const HChar* name);
// Sets of it only what a core has besides caches and TLBs: latencies, processor, rates, operations,
// units and prefetchers, and those TLBs and caches that are named ("dtlb", "L2"; a NULL ends them).
void preset_load_core(const HChar* name, const HChar* const* more);

#endif
