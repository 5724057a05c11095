// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that a run was given, as they were typed: for the profile, which keeps them, and to tell which
// had no effect.
//
//    given_options_note("--cache-sim=yes");          // by whoever parses
//    if (given_options_has("--object-depth")) ...
//    const HChar* text = given_options_text();       // as words of a shell
#ifndef XG_CALLGRIND_OPTIONS_GIVEN_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_GIVEN_OPTIONS_H

#include "pub_tool_basics.h"

// arg must live on.
void given_options_note(const HChar* arg);
// The last argument that sets this option, or NULL.
const HChar* given_options_find(const HChar* name);
// All but names of result files, with those of the core's options that change a profile; "" if there are
// none.  To be freed.
HChar* given_options_text(void);

#endif
