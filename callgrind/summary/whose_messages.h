// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whose messages a run prints: Xgrind's, or Callgrind's, as it is run in place of that.
#ifndef XG_CALLGRIND_SUMMARY_WHOSE_MESSAGES_H
#define XG_CALLGRIND_SUMMARY_WHOSE_MESSAGES_H

#include "pub_tool_basics.h"

// Whether they are Callgrind's: by --compat=callgrind, or by the tool's name.
Bool messages_are_callgrinds(void);

#endif
