// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that were given and had no effect, as what they are about was not asked for.
//
//    no_effect_report(say, to);     // at the end of the run
#ifndef XG_CALLGRIND_OPTIONS_NO_EFFECT_H
#define XG_CALLGRIND_OPTIONS_NO_EFFECT_H

#include "pub_tool_basics.h"

void no_effect_report(void (*say)(void* to, const HChar* sentence), void* to);

#endif
