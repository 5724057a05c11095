// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that others have overridden, and options that change nothing: a sentence names each.  What
// is refused instead is in options.c.
//
//    lost_options_to_last();        // before what needs the caches is forgotten
//    lost_options_without_effect(); // when all options are known
#ifndef XG_CALLGRIND_OPTIONS_LOST_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_LOST_OPTIONS_H

// Of two options that contradict each other, the last one counts: names the other one.
void lost_options_to_last(void);
// Names options that change nothing, because another one is missing.
void lost_options_without_effect(void);

#endif
