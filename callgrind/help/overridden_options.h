// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that others have overridden, and options that change nothing: a sentence names each.  What
// is refused instead is in options.c.
//
//    overridden_options_warn();        // before what needs the caches is forgotten
//    overridden_options_warn_useless(); // when all options are known
#ifndef XG_CALLGRIND_HELP_OVERRIDDEN_OPTIONS_H
#define XG_CALLGRIND_HELP_OVERRIDDEN_OPTIONS_H

// Of two options that contradict each other, the last one counts: names the other one.
void overridden_options_warn(void);
// Names options that change nothing, because another one is missing.
void overridden_options_warn_useless(void);

#endif
