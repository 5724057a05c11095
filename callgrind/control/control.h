// SPDX-License-Identifier: GPL-3.0-or-later
//
// Control of collection from outside: client requests, monitor commands, instrumentation.
#ifndef XG_CALLGRIND_CONTROL_CONTROL_H
#define XG_CALLGRIND_CONTROL_CONTROL_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// Registers the callbacks.
void control_init(void);
// Switches instrumentation; `reason` is for messages.
void control_instrument(const HChar* reason, Bool on);

#endif
