// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks get a draft; see drafts.h.
#include "callgrind/instrument/drafts.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_private.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/options/options.h"
#include "engine/draft.h"

static Bool replacing; // drafts are being discarded

static Bool apply(void)
{
   return options.draft_runs && !options.python && !options.check_blocks
          && !options.dump_every_blocks && drafts_apply(&engine.config);
}

// --- where the state lies -----------------------------------------------------------------

// The state lies in the first set of shadow registers and goes on into the second one, as those follow each other.
enum { REGISTERS_B = sizeof(GuestState), SETS = 2 };

typedef union {
   DraftState state;
   UChar bytes[SETS * REGISTERS_B];
} ThreadDraft;

static const UInt room = SETS * REGISTERS_B / sizeof(ULong) - 1;

// --- translations -------------------------------------------------------------------------

Block* drafts_take_kept(Block* b, UInt code_B)
{
   if (!b->kept) return NULL;
   b->kept = false;
   return draft_is_of(b->draft, (const void*)b->start, code_B) ? b : NULL;
}

Bool drafts_begin(Block* b, const Shape* shape, const VexGuestLayout* layout)
{
   if (b->draft) return b->draft_runs > 0;
   if (!apply()) return False;
   tl_assert(layout->total_sizeB == REGISTERS_B);
   if (shape->sites > room) return False;
   // What the block accesses before it does so belongs to other objects.
   if (options.track_objects && shape->sets_thread_pointer) return False;
   draft_new(b, (const void*)b->start, (UInt)(shape->next - b->start),
             (UInt)options.draft_runs);
   return True;
}

Bool drafts_keep(Block* b)
{
   if (!replacing || !b->draft) return False;
   b->kept = true;
   return True;
}

// --- threads ------------------------------------------------------------------------------

static void store(ThreadId tid, const ThreadDraft* t)
{
   for (Int i = 0; i < SETS; i++)
      VG_(set_shadow_regs_area)(tid, i + 1, 0, REGISTERS_B, t->bytes + i * REGISTERS_B);
}

void drafts_begin_thread(ThreadId tid)
{
   ThreadDraft t;
   draft_clear(&t.state, room);
   store(tid, &t);
}

void drafts_fault(ThreadId tid)
{
   ULong number;
   VG_(get_shadow_regs_area)(tid, (UChar*)&number, 1, 0, sizeof number);
   if (!number) return;
   ThreadDraft t;
   for (Int i = 0; i < SETS; i++)
      VG_(get_shadow_regs_area)(tid, t.bytes + i * REGISTERS_B, i + 1, 0, REGISTERS_B);
   draft_fault(&t.state);
   store(tid, &t);
}

void drafts_stop_code(ThreadId tid)
{
   drafts_fault(tid);
   replacing = True;
   for (Block* b; (b = drafts_next_hot()) != NULL;)
      VG_(discard_translations)(b->start, 1, "xgrind");
   replacing = False;
}
