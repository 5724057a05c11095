// SPDX-License-Identifier: GPL-3.0-or-later
// Regions and labels; see regions.h.
#include "callgrind/control/regions.h"

#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "base/map.h"
#include "callgrind/control/client_text.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/thread_stacks.h"
#include "engine/dependences/dependences.h"
#include "engine/engine.h"

enum {
   REQUEST_REGION_BEGIN = VG_USERREQ_TOOL_BASE('X', 'G'),
   REQUEST_REGION_END,
   REQUEST_LABEL,
};

typedef struct Region Region;
struct Region {
   const HChar* name;
   UInt group;              // thread with --separate-threads, else 0
   ULong entered;           // in this part
   UInt open;               // how often it is open now
   uint64_t cost[EV_COUNT]; // in this part
   Region* next;            // in order of their first begin
   Region* next_same_hash;
};

// A begin without an end so far.
typedef struct Open Open;
struct Open {
   Region* region;
   Bool counts; // the thread has it open once only, or this is the outermost one
   uint64_t
      since[EV_COUNT]; // totals of the thread at the begin, or when its cost was last added
   OpenRegion* in_timeline; // its instance there, or NULL
   Open* outer;
};

typedef struct Label Label;
struct Label {
   const HChar* text;
   UInt group;
   Label* next;
};

static Region *regions, **regions_end = &regions;
static Label* labels;
static Map region_of;  // by hash of the name and group
static Open** open_of; // innermost of each thread

static UInt group_of(UInt thread)
{
   return options.separate_threads ? thread : 0;
}

// All that a thread has executed so far, on whatever stack and in signal handlers.
static void thread_total(UInt thread, uint64_t total[EV_COUNT])
{
   VG_(memset)(total, 0, EV_COUNT * sizeof *total);
   shadow_stack_update_totals(&xg_current);
   for (const ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == thread) shadow_stack_add_total(&xg_current, s, total);
}

// --- regions --------------------------------------------------------------------------------

static Region* find_region(const HChar* name, UInt group)
{
   uint64_t hash = map_hash_string(name);
   Region* first = map_get(&region_of, hash, group);
   for (Region* r = first; r; r = r->next_same_hash)
      if (VG_(strcmp)(r->name, name) == 0) return r;
   Region* r = VG_(calloc)("xg.marks", 1, sizeof *r);
   r->name = VG_(strdup)("xg.marks", name);
   r->group = group;
   r->next_same_hash = first;
   map_put(&region_of, hash, group, r);
   *regions_end = r;
   regions_end = &r->next;
   return r;
}

static Bool is_open_in(const Open* open, const Region* r)
{
   for (; open; open = open->outer)
      if (open->region == r) return True;
   return False;
}

static void begin_region(UInt thread, const HChar* name)
{
   Region* r = find_region(name, group_of(thread));
   Open* o = VG_(malloc)("xg.marks", sizeof *o);
   *o =
      (Open){.region = r, .counts = !is_open_in(open_of[thread], r), .outer = open_of[thread]};
   r->entered++;
   r->open++;
   open_of[thread] = o;
   thread_total(thread, o->since);
   if (options.dependences) dependences_set_region(thread, r->name);
   if (options.timeline && o->counts) o->in_timeline = timeline_regions_begin(r->name);
}

static void flush_thread(UInt thread)
{
   uint64_t total[EV_COUNT];
   if (!open_of[thread]) return;
   thread_total(thread, total);
   for (Open* o = open_of[thread]; o; o = o->outer) {
      for (Int e = 0; o->counts && e < EV_COUNT; e++)
         o->region->cost[e] += total[e] - o->since[e];
      VG_(memcpy)(o->since, total, sizeof total);
   }
}

static void close_innermost(UInt thread, Bool finished)
{
   Open* o = open_of[thread];
   timeline_regions_end(o->in_timeline, finished);
   o->region->open--;
   open_of[thread] = o->outer;
   if (options.dependences)
      dependences_set_region(thread, o->outer ? o->outer->region->name : NULL);
   VG_(free)(o);
}

static void end_region(UInt thread)
{
   static Bool warned;
   if (open_of[thread]) {
      flush_thread(thread);
      close_innermost(thread, True);
   } else if (!warned) {
      warned = True;
      VG_(umsg)
      ("Warning: XGRIND_REGION_END in thread %u, which has no region open, is ignored.\n",
       thread);
   }
}

// --- labels ---------------------------------------------------------------------------------

static void add_label(UInt group, const HChar* text)
{
   Label** at = &labels;
   for (; *at; at = &(*at)->next)
      if ((*at)->group == group && VG_(strcmp)((*at)->text, text) == 0) return;
   *at = VG_(malloc)("xg.marks", sizeof **at);
   **at = (Label){.text = VG_(strdup)("xg.marks", text), .group = group};
}

static void drop_labels(UInt group)
{
   for (Label** at = &labels; *at;) {
      Label* l = *at;
      if (group && l->group != group) {
         at = &l->next;
         continue;
      }
      *at = l->next;
      VG_(free)((void*)l->text);
      VG_(free)(l);
   }
}

// --------------------------------------------------------------------------------------------

Bool regions_request(const UWord* args)
{
   UInt thread = xg_current.stack->thread;
   HChar text[CLIENT_TEXT_MAX];
   if (!open_of) open_of = VG_(calloc)("xg.marks", thread_stacks_end(), sizeof *open_of);
   switch (args[0]) {
   case REQUEST_REGION_BEGIN:
      client_text_copy(text, (const HChar*)args[1]);
      begin_region(thread, text);
      return True;
   case REQUEST_REGION_END: end_region(thread); return True;
   case REQUEST_LABEL:
      client_text_copy(text, (const HChar*)args[1]);
      add_label(group_of(thread), text);
      return True;
   default: return False;
   }
}

void regions_flush(void)
{
   if (!open_of) return;
   for (UInt t = 1; t < thread_stacks_end(); t++) flush_thread(t);
}

static void write_region(Writer* w, const ProfileLayout* layout, const Region* r)
{
   writer_text(w, "desc: Region: ");
   writer_line_text(w, r->name);
   writer_text(w, ": entered ");
   writer_number(w, r->entered);
   for (UInt i = 0; i < layout->n_events; i++) {
      UInt e = layout->event[i];
      if (event_is_late(e)) continue; // not in the totals
      writer_char(w, ' ');
      writer_text(w, event_name(e, options.compat));
      writer_char(w, ' ');
      writer_number(w, event_shown(e, r->cost[e], NULL));
   }
   writer_char(w, '\n');
}

void regions_write(Writer* w, const ProfileLayout* layout, UInt thread)
{
   for (const Label* l = labels; l; l = l->next) {
      if (thread && l->group != thread) continue;
      writer_text(w, "desc: Label: ");
      writer_line_text(w, l->text);
      writer_char(w, '\n');
   }
   for (const Region* r = regions; r; r = r->next)
      if ((!thread || r->group == thread) && (r->entered || r->open || r->cost[EV_IR]))
         write_region(w, layout, r);
}

void regions_zero(UInt thread)
{
   regions_flush();
   for (Region* r = regions; r; r = r->next) {
      if (thread && r->group != thread) continue;
      r->entered = 0;
      VG_(memset)(r->cost, 0, sizeof r->cost);
   }
}

void regions_begin_part(UInt thread)
{
   regions_zero(thread);
   drop_labels(thread);
}

void regions_restart(void)
{
   if (!open_of) return;
   for (UInt t = 1; t < thread_stacks_end(); t++)
      for (Open* o = open_of[t]; o; o = o->outer) thread_total(t, o->since);
}

void regions_end_thread(UInt thread)
{
   if (!open_of) return;
   flush_thread(thread);
   while (open_of[thread]) close_innermost(thread, False);
}
