// SPDX-License-Identifier: GPL-3.0-or-later
// Code that the core cannot decode; see unknown_code.h.
#include "callgrind/help/unknown_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

enum {
   EVEX = 0x62
}; // the first byte of AVX-512's instructions, and of nothing else in 64-bit code

void unknown_code_explain(const IRSB* in)
{
   static Bool said;
   if (said || in->jumpkind != Ijk_NoDecode || in->next->tag != Iex_Const) return;
   const Addr address = in->next->Iex.Const.con->Ico.U64;
   if (!VG_(am_is_valid_for_client)(address, 1, VKI_PROT_READ)) return;
   if (*(const UChar*)address != EVEX) return;
   said = True;
   VG_(umsg)
   ("The instruction at %#lx is one of AVX-512, which Valgrind does not know: it raises "
    "SIGILL. Compile without it, such "
    "as with -march=x86-64-v3 in place of -march=native.\n",
    address);
}

void unknown_statement_end(UInt tag)
{
   VG_(fmsg)
   ("This Valgrind translates code into statements of kind %#x, whose accesses Xgrind cannot "
    "count; "
    "build Xgrind with --with-valgrind=3.27.1 instead.\n",
    tag);
   VG_(exit)(1);
}
