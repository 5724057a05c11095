// SPDX-License-Identifier: GPL-3.0-or-later
// What code was inlined from; see inlined.h.
//
// The core does not tell the file of an inlined function.  That is where its code stands; but some
// instructions of it have the file of the code around them, and so the file with most of the
// instructions of functions of that name is taken, among those seen at this call.
#include "callgrind/symbols/inlined.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_options.h"

#include "base/arena.h"
#include "base/map.h"
#include "callgrind/core_private.h"
#include "callgrind/symbols/core_inline_info.h"
#include "callgrind/symbols/symbols.h"

// A level of code at an address: its function, and where it is in it.
typedef struct {
   const HChar* name; // of an inlined function, else NULL; the core keeps it
   SourceFile* file;
   UInt line;
} Level;

// A file that code of the inlined function was seen in.
typedef struct Candidate {
   SourceFile* file;
   struct Candidate* next;
} Candidate;

typedef struct CallSite {
   Inlined inlined;
   Candidate* candidates;
   struct CallSite* next;
} CallSite;

static Map sites;            // CallSite by the outer one and hash of name
static CallSite* unresolved; // those without a function
static Map votes;            // by hash of name and file: instructions of it there
static Map known;            // Inlined by address and epoch
static Inlined none;         // in `known`: not inlined
static Arena arena = {.what = "inlined"};
static Level levels[INLINE_LEVELS_MAX]; // innermost first

Bool inlined_is_known(void)
{
   return VG_(clo_read_inline_info);
}

typedef struct {
   Module* module;
   UInt n;
} LevelList;

static void add_level(void* to, const HChar* function, const HChar* dir, const HChar* file,
                      UInt line)
{
   LevelList* list = to;
   levels[list->n++] = (Level){function, symbols_file(list->module, dir, file), line};
}

// Fills in the levels; returns how many, the last being that of the symbol's function, or 0.
static UInt read_levels(const Block* b, Addr address)
{
   LevelList list = {.module = b->module};
   return core_inline_levels_at(address, add_level, &list);
}

static void vote(CallSite* site, SourceFile* file)
{
   uint64_t name = map_hash_string(site->inlined.name);
   uintptr_t n = (uintptr_t)map_get(&votes, name, (uintptr_t)file);
   map_put(&votes, name, (uintptr_t)file, (void*)(n + 1));
   for (const Candidate* c = site->candidates; c; c = c->next)
      if (c->file == file) return;
   Candidate* made = arena_alloc(&arena, sizeof *made);
   *made = (Candidate){file, site->candidates};
   site->candidates = made;
}

static CallSite* find_or_make(const Inlined* outer, const Level* in, const Level* out)
{
   uint64_t h = map_hash_string(in->name) + out->line;
   CallSite* s;
   for (; (s = map_get(&sites, (uintptr_t)outer, h)); h++)
      if (s->inlined.call_line == out->line && s->inlined.call_file == out->file
          && VG_(strcmp)(s->inlined.name, in->name) == 0)
         return s;
   s = arena_alloc(&arena, sizeof *s);
   s->inlined = (Inlined){.outer = outer,
                          .name = arena_strdup(&arena, in->name),
                          .call_file = out->file,
                          .call_line = out->line};
   s->next = unresolved;
   unresolved = s;
   map_put(&sites, (uintptr_t)outer, h, s);
   return s;
}

static const Inlined* look_up(const Block* b, Addr address)
{
   const Inlined* inner = NULL;
   // The outermost level is the function itself.
   for (UInt n = read_levels(b, address); n > 1; n--) {
      CallSite* s = find_or_make(inner, &levels[n - 2], &levels[n - 1]);
      vote(s, levels[n - 2].file);
      inner = &s->inlined;
   }
   return inner;
}

static SourceFile* elected(const CallSite* site)
{
   uint64_t name = map_hash_string(site->inlined.name);
   SourceFile* best = NULL;
   uintptr_t most = 0;
   for (const Candidate* c = site->candidates; c; c = c->next) {
      uintptr_t n = (uintptr_t)map_get(&votes, name, (uintptr_t)c->file);
      if (n < most) continue;
      most = n;
      best = c->file;
   }
   return best;
}

void inlined_resolve(void)
{
   for (; unresolved; unresolved = unresolved->next)
      unresolved->inlined.function =
         symbols_function(SECTION_TEXT, elected(unresolved), unresolved->inlined.name);
}

const Inlined* inlined_at(const Block* b, uint64_t address)
{
   UInt epoch = VG_(current_DiEpoch)().n;
   const Inlined* i = map_get(&known, address, epoch);
   if (!i) {
      i = look_up(b, address);
      map_put(&known, address, epoch, i ? (void*)i : &none);
   }
   return i == &none ? NULL : i;
}

SourceFile* inlined_outer_file(const Block* b, Addr address)
{
   const Inlined* i = inlined_at(b, address);
   while (i && i->outer) i = i->outer;
   return i ? i->call_file : NULL;
}
