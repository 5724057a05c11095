// SPDX-License-Identifier: GPL-3.0-or-later
// Code made at run time, by address and time; see made_code.h.
#include "callgrind/symbols/made_code.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"

#include "base/arena.h"

// Code, and what was there before it.  Never changed, as pieces share them.
typedef struct Layer {
   MadeCode* code;
   const struct Layer* below;
} Layer;

// Memory [start, end) in which all code had the same neighbours.  No two overlap.
typedef struct {
   Addr start, end;
   const Layer* top;
} Piece;

static OSet* pieces; // of Piece, by address
static Arena arena = {.what = "xg.made_code"};

// Pieces are equal if they overlap.
static Word compare(const void* key, const void* element)
{
   const Piece *a = key, *b = element;
   return a->end <= b->start ? -1 : a->start >= b->end ? 1 : 0;
}

static Piece* piece_at(Addr address)
{
   const Piece key = {.start = address, .end = address + 1};
   return pieces ? VG_(OSetGen_Lookup)(pieces, &key) : NULL;
}

// The first piece that ends behind an address, or NULL.
static Piece* piece_from(Addr address)
{
   const Piece key = {.start = address, .end = address + 1};
   VG_(OSetGen_ResetIterAt)(pieces, &key);
   return VG_(OSetGen_Next)(pieces);
}

static Piece* new_piece(Addr start, Addr end, const Layer* top)
{
   if (!pieces)
      pieces = VG_(OSetGen_Create)(0, compare, VG_(malloc), "xg.made_code", VG_(free));
   Piece* p = VG_(OSetGen_AllocNode)(pieces, sizeof *p);
   *p = (Piece){start, end, top};
   VG_(OSetGen_Insert)(pieces, p);
   return p;
}

// No piece goes beyond the address afterwards.
static void cut(Addr address)
{
   Piece* p = piece_at(address);
   if (!p || p->start == address) return;
   const Addr end = p->end;
   p->end = address;
   new_piece(address, end, p->top);
}

static void put_on(Piece* p, MadeCode* code)
{
   MadeCode* before = p->top ? p->top->code : NULL;
   if (before && before != code && before->until_ns == MADE_CODE_NOW)
      before->until_ns = code->since_ns;
   Layer* layer = arena_alloc(&arena, sizeof *layer);
   // Code that was there always hides all before it.
   *layer = (Layer){code, code->since_ns ? p->top : NULL};
   p->top = layer;
}

const HChar* made_code_text(const HChar* text)
{
   HChar* copy = arena_strdup(&arena, text);
   for (HChar* c = copy; *c; c++)
      if ((UChar)*c < ' ' || *c == 0x7f) *c = ' ';
   return copy;
}

MadeCode* made_code_add(Addr start, SizeT size_B, const HChar* name, ULong since_ns)
{
   const Addr end = start + size_B;
   if (end <= start) return NULL;
   MadeCode* code = arena_alloc(&arena, sizeof *code);
   *code = (MadeCode){.start = start, .end = end, .name = made_code_text(name)};
   code->since_ns = since_ns;
   code->until_ns = MADE_CODE_NOW;
   if (!pieces) new_piece(start, end, NULL);
   cut(start);
   cut(end);
   for (Addr a = start; a < end;) {
      Piece* p = piece_from(a);
      if (!p || p->start > a) p = new_piece(a, p && p->start < end ? p->start : end, NULL);
      put_on(p, code);
      a = p->end;
   }
   return code;
}

void made_code_end(Addr address, ULong until_ns)
{
   Piece* p = piece_at(address);
   if (p && p->top && p->top->code->until_ns == MADE_CODE_NOW)
      p->top->code->until_ns = until_ns;
}

const MadeCode* made_code_at(Addr address, ULong time_ns)
{
   const Piece* p = piece_at(address);
   const MadeCode* next = NULL;
   for (const Layer* l = p ? p->top : NULL; l; l = l->below) {
      const MadeCode* c = l->code;
      if (c->since_ns <= time_ns && (time_ns < c->until_ns || c->until_ns == MADE_CODE_NOW))
         return c;
      if (c->since_ns > time_ns) next = c;
   }
   return next;
}

const MadeLine* made_code_line(const MadeCode* code, Addr address)
{
   const MadeLine* found = NULL;
   UInt from = 0, to = code->n_lines; // the one sought is in [from, to)
   while (from < to) {
      const UInt middle = from + (to - from) / 2;
      if (code->lines[middle].address <= address) {
         found = &code->lines[middle];
         from = middle + 1;
      } else {
         to = middle;
      }
   }
   return found && found->line ? found : NULL;
}
