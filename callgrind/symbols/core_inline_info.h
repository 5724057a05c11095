// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions that are inlined at an address, as the core knows them (--read-inline-info=yes).
//
//    UInt n = core_inline_levels_at(address, take, &list);    // calls take(&list, function, ...)
#ifndef XG_CALLGRIND_SYMBOLS_CORE_INLINE_INFO_H
#define XG_CALLGRIND_SYMBOLS_CORE_INLINE_INFO_H

#include "pub_tool_basics.h"

enum { INLINE_LEVELS_MAX = 4096 }; // nesting that the core stores

// Calls `take` for each level of code at an address, the innermost first: the functions inlined
// there, of which the first one was inlined into the second, and at the end the function that the
// symbol names; and for the position in each.  `dir` may be empty, `file` "???".  Returns how many
// levels there are; 0: inlined functions are not known.  Texts are overwritten by the next look-up,
// except names of inlined functions, which the core keeps.
typedef void (*InlineLevel)(void* to, const HChar* function, const HChar* dir,
                            const HChar* file, UInt line);
UInt core_inline_levels_at(Addr address, InlineLevel take, void* to);

#endif
