// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that a run was given, as they were typed: the profile keeps them.
//
//    given_options_note("--cache-sim=yes");          // by the parser
//    const HChar* text = given_options_text();       // as words of a shell
#ifndef XG_CALLGRIND_OPTIONS_GIVEN_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_GIVEN_OPTIONS_H

#include "pub_tool_basics.h"

// arg must live on.
void given_options_note(const HChar* arg);
// All but names of result files, with those of the core's options that change a profile; NULL if there are
// none.  To be given to host_free().
HChar* given_options_text(void);
// The value that an option of the core was given last, such as "--fair-sched"; NULL: none.
const HChar* given_options_to_core(const HChar* name);
// Ends the run with a sentence if an option of the core was given another value than a number in this range: the core takes any, one of
// more than 64 bits for another one, and fails later.  what: "a number of blocks".
void given_options_require_number(const HChar* name, const HChar* what, Long min, Long max);

#endif
