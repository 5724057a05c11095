// SPDX-License-Identifier: GPL-3.0-or-later
//
// The thread-local variables that an ELF file defines (System V ABI, "Symbol Table" and "Program
// Header"; "ELF Handling For Thread-Local Storage", section 3).
//
//    TlsSegment s = elf_tls_read("/usr/bin/program");
//    for (UInt i = 0; i < s.n; i++)
//       ... thread_pointer + s.start + s.variable[i].offset ...   // where a thread has it
#ifndef XG_CALLGRIND_OWNERSHIP_ELF_TLS_H
#define XG_CALLGRIND_OWNERSHIP_ELF_TLS_H

#include "pub_tool_basics.h"

typedef struct {
   HChar* name;
   ULong offset; // in the file's thread-local segment
   ULong size_B;
} TlsVariable;

typedef struct {
   TlsVariable* variable;
   UInt n;
   Long start;   // where the segment begins, from the thread pointer
   ULong size_B; // of the segment; 0: there is none
} TlsSegment;

// What a 64-bit file defines; no variables if it has none, has no symbols, or cannot be read.
TlsSegment elf_tls_read(const HChar* file);

#endif
