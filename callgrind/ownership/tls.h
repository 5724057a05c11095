// SPDX-License-Identifier: GPL-3.0-or-later
//
// Thread-local variables of the executable: one object each, with a range for each thread.  The
// symbol table says where in a thread's copy a variable lies, the ABI where the copies are, from
// the thread pointer ("ELF Handling For Thread-Local Storage", section 3; callgrind/arch).
// Those of libraries are unknown: no interface reports where the linker puts them.
#ifndef XG_CALLGRIND_OWNERSHIP_TLS_H
#define XG_CALLGRIND_OWNERSHIP_TLS_H

#include "pub_tool_basics.h"

// The thread has got a thread pointer: its variables exist from now on.
void tls_thread_starts(ThreadId tid);
// Code of this file is about to run for the first time.
void tls_code_of(const HChar* file);
// The thread ends, and its variables.
void tls_thread_ends(ThreadId tid);

#endif
