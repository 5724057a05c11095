// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that the profiled program hands over; what it hands over may be wrong.
//
//    HChar text[CLIENT_TEXT_MAX];
//    client_text_copy(text, (const HChar*)args[1]);   // args of a client request
#ifndef XG_CALLGRIND_CONTROL_CLIENT_TEXT_H
#define XG_CALLGRIND_CONTROL_CLIENT_TEXT_H

#include "pub_tool_basics.h"

enum { CLIENT_TEXT_MAX = 4096 }; // with the zero at the end

// Copies a text of the program's, cut to what fits; a text that cannot be read becomes empty.
void client_text_copy(HChar to[CLIENT_TEXT_MAX], const HChar* from);

#endif
