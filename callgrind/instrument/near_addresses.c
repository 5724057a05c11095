// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses as displacements; see near_addresses.h.
#include "callgrind/instrument/near_addresses.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/ir_build.h"
#include "engine/engine.h"

enum {
   TOOL, // static data
   HEAP, // what the tool has allocated
   BASES,
   USES_MIN = 3 // with fewer, loading the base costs as much as it saves
};

// Read by generated code, so that VEX does not take them for constants.
static ULong base[BASES];

// The heap grows upwards: of what a displacement reaches, a quarter of a gigabyte lies below the first blocks, and the
// rest above.
static void find_bases(void)
{
   if (base[TOOL]) return;
   base[TOOL] = (ULong)&xg_current;
   base[HEAP] = (ULong)engine.graph.arena_blocks.newest + 0x70000000;
}

static Bool is_near(Int b, ULong address)
{
   const Long displacement = (Long)(address - base[b]);
   return displacement == (Int)displacement;
}

// The base that a constant is near to; -1: it is none, or near to none.
static Int base_of(const IRExpr* e)
{
   if (e->tag != Iex_Const || e->Iex.Const.con->tag != Ico_U64) return -1;
   for (Int b = 0; b < BASES; b++)
      if (is_near(b, e->Iex.Const.con->Ico.U64)) return b;
   return -1;
}

// The address that a statement loads from or stores to; NULL: it does neither.  As an argument of a call, a displacement
// would save nothing.
static IRExpr** address_in(IRStmt* st)
{
   if (st->tag == Ist_Store) return &st->Ist.Store.addr;
   if (st->tag != Ist_WrTmp || st->Ist.WrTmp.data->tag != Iex_Load) return NULL;
   return &st->Ist.WrTmp.data->Iex.Load.addr;
}

// ... and the base that it is near to; -1: there is none.
static Int base_of_address(IRExpr** address)
{
   return address ? base_of(*address) : -1;
}

static void count_uses(const IRSB* in, Int uses[BASES])
{
   for (Int i = 0; i < in->stmts_used; i++) {
      const Int b = base_of_address(address_in(in->stmts[i]));
      if (b >= 0) uses[b]++;
   }
}

IRSB* near_addresses(IRSB* in)
{
   Int uses[BASES] = {0};
   IRExpr* loaded[BASES] = {NULL};
   find_bases();
   count_uses(in, uses);
   IRSB* out = deepCopyIRSBExceptStmts(in);
   for (Int i = 0; i < in->stmts_used; i++) {
      IRExpr** address = address_in(in->stmts[i]);
      const Int b = base_of_address(address);
      if (b >= 0 && uses[b] >= USES_MIN) {
         if (!loaded[b]) loaded[b] = ir_load64(out, ir_const64((ULong)&base[b]));
         *address = ir_binop(out, Iop_Add64, loaded[b],
                             ir_const64((*address)->Iex.Const.con->Ico.U64 - base[b]));
      }
      addStmtToIRSB(out, in->stmts[i]);
   }
   return out;
}
