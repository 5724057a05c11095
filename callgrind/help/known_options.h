// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that are not ours, but that people give: Valgrind's own, and those of its other tools.
//
//    const HChar* option = known_core_option(2);                // "--log-file=<file>"
//    const HChar* title = known_tool_of("leak-check", &name);   // "Memcheck", "memcheck"
#ifndef XG_CALLGRIND_HELP_KNOWN_OPTIONS_H
#define XG_CALLGRIND_HELP_KNOWN_OPTIONS_H

#include "pub_tool_basics.h"

// The n-th option of the core, from 0, with its values; NULL behind the last one.
const HChar* known_core_option(Int n);
// The tool that has an option, given without dashes and value, and its name for --tool=; or NULL.
const HChar* known_tool_of(const HChar* option, const HChar** name);

#endif
