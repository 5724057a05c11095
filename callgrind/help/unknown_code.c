// SPDX-License-Identifier: GPL-3.0-or-later
// Code that the core cannot decode; see unknown_code.h.
#include "callgrind/help/unknown_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "base/arch.h"
#include "callgrind/arch/arch.h"

void unknown_code_explain(const IRSB* in)
{
   static Bool said;
   if (said || in->jumpkind != Ijk_NoDecode || in->next->tag != Iex_Const) return;
   const Addr address = in->next->Iex.Const.con->Ico.U64;
   if (!VG_(am_is_valid_for_client)(address, 1 << CODE_ZERO_BITS, VKI_PROT_READ)) return;
   const UnknownCode* code = code_unknown((const UChar*)address);
   if (!code) return;
   said = True;
   VG_(umsg)
   ("The instruction at %#lx is one of %s, which Valgrind does not know: it raises SIGILL. "
    "Compile without it, such as with %s.\n",
    address, code->family, code->without);
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
