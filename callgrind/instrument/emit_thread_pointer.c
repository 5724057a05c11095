// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that set the thread pointer; see emit_thread_pointer.h.
#include "callgrind/instrument/emit_thread_pointer.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/ownership/tls.h"

static void is_set(void)
{
   tls_thread_starts(VG_(get_running_tid)());
}

Bool emit_sets_thread_pointer(const IRStmt* st)
{
   return st->tag == Ist_Put && st->Ist.Put.offset == GUEST_THREAD_POINTER;
}

void emit_thread_pointer(IRSB* out, const IRStmt* st)
{
   if (!emit_sets_thread_pointer(st)) return;
   IRDirty* d = ir_call(out, "xg_thread_pointer", is_set, mkIRExprVec_0(), NULL);
   d->nFxState = 1;
   VG_(memset)(d->fxState, 0, sizeof d->fxState);
   d->fxState[0].fx = Ifx_Read;
   d->fxState[0].offset = GUEST_THREAD_POINTER;
   d->fxState[0].size = sizeof(ULong);
}
