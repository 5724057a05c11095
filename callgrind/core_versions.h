// SPDX-License-Identifier: GPL-3.0-or-later
//
// What differs in the versions of Valgrind's core that Xgrind is built against.  configure asks for
// each interface by its name (launch/interfaces.m4); all code that depends on the answers is here and
// in core_versions.c.
#ifndef XG_CALLGRIND_CORE_VERSIONS_H
#define XG_CALLGRIND_CORE_VERSIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

// Zeroed memory in a mapping of its own.  If there is none, the core says so and ends the run.
void* core_map_zeroed(const HChar* what, SizeT size_B);

// The code at an address, or what it is inlined in, as XML; valid until the next one is asked for.
const HChar* core_describe_as_xml(DiEpoch epoch, Addr address, const InlIPCursor* cursor);

// The name of the function at the cursor.  That of an inlined function stays valid, that of the
// outermost one until the next name is asked for.
const HChar* core_inlined_name(DiEpoch epoch, Addr address, const InlIPCursor* cursor);

// Names of Ada stay as they are, even if a program was compiled from Ada.  The core decodes them for
// all tools but callgrind, since decoded names of overloaded subprograms are the same.
void core_leave_ada_names(void);

// --scheduling-quantum: blocks that a thread runs before another one does.
#ifdef XG_HAVE_SCHEDULING_QUANTUM
enum { CORE_HAS_QUANTUM = True };
#else
enum { CORE_HAS_QUANTUM = False };
#endif
Word core_quantum(void);
void core_set_quantum(Word blocks); // unless CORE_HAS_QUANTUM, it is only known then

#endif
