// SPDX-License-Identifier: GPL-3.0-or-later
// Whose messages a run prints; see whose_messages.h.
#include "callgrind/summary/whose_messages.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_options.h"

#include "callgrind/core_private.h"
#include "callgrind/options/options.h"

Bool messages_are_callgrinds(void)
{
   return options.compat || VG_(strcmp)(VG_(clo_toolname), "callgrind") == 0;
}
