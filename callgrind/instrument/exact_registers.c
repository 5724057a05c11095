// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks with exact registers; see exact_registers.h.
#include "callgrind/instrument/exact_registers.h"

#include "pub_tool_options.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_private.h"
#include "callgrind/instrument/ir_build.h"

// How VEX was told to treat registers, of any memory and of files, before exact ones were asked for.
static VexRegisterUpdates any_memory, files;
static Bool are_exact;

static void ask_for(Bool exact)
{
   if (exact) {
      any_memory = vex_control.iropt_register_updates_default;
      files = VG_(clo_px_file_backed);
   }
   are_exact = exact;
   vex_control.iropt_register_updates_default = exact ? VexRegUpdAllregsAtEachInsn : any_memory;
   VG_(clo_px_file_backed) = exact ? VexRegUpdAllregsAtEachInsn : files;
}

// Blocks that ask for their translation, and have not run yet: one of each thread at most, as it runs at once.
enum { ASKING_MAX = 512 };
static Addr asking[ASKING_MAX];
static UInt n_asking;

static void put(IRSB* out, Int offset, ULong value)
{
   addStmtToIRSB(out, IRStmt_Put(offset, ir_const64(value)));
}

IRSB* exact_registers_again(Addr address, const IRSB* in, Bool needed)
{
   if (needed == are_exact || n_asking == ASKING_MAX) return NULL;
   ask_for(needed);
   asking[n_asking++] = address;
   IRSB* out = emptyIRSB();
   put(out, offsetof(GuestState, guest_CMSTART), address);
   put(out, offsetof(GuestState, guest_CMLEN), 1);
   out->next = ir_const64(address);
   out->jumpkind = Ijk_InvalICache;
   out->offsIP = in->offsIP;
   return out;
}

Bool exact_registers_discarded(Addr address)
{
   for (UInt i = 0; i < n_asking; i++) {
      if (asking[i] != address) continue;
      asking[i] = asking[--n_asking];
      return True;
   }
   return False;
}
