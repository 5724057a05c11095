// SPDX-License-Identifier: GPL-3.0-or-later
// Any sequence of accesses of several cores must be served, leave lines in the MESI states, and have misses
// of the classes that their definitions give.  Input: eight bytes that choose the hierarchy, then four bytes
// an access: kind, core and size, line, offset.
#define CORE_REF_LINES 300
#include "generated_code.h"
#include "reference_core_classes.h"

enum { LINES = 256 };

static Hierarchy h;
static LineChanges changes;
static LineEnds got;

typedef struct {
   Request r;
   bool fetch;
   uint32_t core;
} Access;

static Access access_of(const uint8_t* data, const HierarchyConfig* c)
{
   uint32_t line_B = c->ll.line_B, size_B = 1u << (data[0] >> 2) % 6;
   if (size_B > line_B) size_B = line_B;
   // Few lines, mostly: then cores share them.
   uint64_t line = data[3] & 0x80 ? data[2] : data[2] % 16;
   Access a = {.fetch = (data[0] & 3) == 2, .core = data[1] % c->cores};
   a.r = (Request){.address = CORE_REF_BASE + line * line_B + data[3] % line_B,
                   .size_B = size_B,
                   .write = data[0] & 1,
                   .instr = 0x400000};
   return a;
}

static void check_states(const HierarchyConfig* c)
{
   for (uint64_t i = 0; i < LINES; i++)
      for (uint32_t core = 0; core < c->cores; core++)
         XG_ASSERT(cores_state(&h, core, CORE_REF_BASE + i * c->ll.line_B)
                   == core_ref_mesi((int)core, CORE_REF_BASE / c->ll.line_B + i));
   const Coherence* co = &h.cores.coherence;
   uint64_t misses[2] = {0};
   for (const DirectoryLine* d = co->first; d; d = d->next) {
      misses[0] += d->misses[0];
      misses[1] += d->misses[1];
   }
   XG_ASSERT(misses[0] == core_ref.misses[0] && misses[1] == core_ref.misses[1]);
   XG_ASSERT(co->invalidations == core_ref.invalidations);
   XG_ASSERT(co->ownership_changes == core_ref.ownership_changes);
}

static void one(const HierarchyConfig* c, const Access* a)
{
   LineChanges* space = c->line_use ? &changes : NULL;
   changes.n_loaded = changes.n_evicted = 0;
   core_ref.running = (int)a->core;
   cores_run(&h, a->core);
   core_class_begin();
   const Request* r = &a->r;
   Served s = a->fetch ? generated_fetch(&h, r, space) : generated_data(&h, r, space);
   ServedBy want = a->fetch ? core_ref_fetch(r->address, r->size_B)
                            : core_ref_data(r->address, r->size_B, r->write);
   XG_ASSERT(served_by(s) == want);
   XG_ASSERT(s.prefetch_hits == core_ref.prefetch_hits);
   XG_ASSERT(s.invalidated == core_ref.invalidated && s.upgraded == core_ref.upgraded);
   core_ref.prefetch_hits = 0;
   line_ends_take(&got, &changes, core_ref.loader);
   XG_ASSERT(!c->line_use || line_ends_match(&got, &core_ref.ends));
   core_ref.ends.n = 0;
   if (!c->miss_classes) return;
   if (s.by > AT_L1 && !a->fetch) XG_ASSERT(core_class_missed(&h, CLASS_D1));
   if (s.by > AT_L2 && c->between[0].size_B) XG_ASSERT(core_class_missed(&h, CLASS_L2));
   if (s.by > AT_L3 && c->between[1].size_B) XG_ASSERT(core_class_missed(&h, CLASS_L3));
   if (s.by > AT_LL) XG_ASSERT(core_class_missed(&h, CLASS_LL));
}

static void check_end(const HierarchyConfig* c)
{
   check_states(c);
   hierarchy_check(&h);
   if (c->miss_classes) XG_ASSERT(core_class_sets_match(&h));
   if (!c->line_use) return;
   LineCursor cursor = {0};
   for (Eviction e; hierarchy_evict_next(&h, &cursor, &e);)
      line_ends_add(&got, line_end_of(&e, 0));
   core_ref_evict_all();
   XG_ASSERT(line_ends_match(&got, &core_ref.ends));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   uint64_t choices;
   if (size < sizeof choices) return 0;
   memcpy(&choices, data, sizeof choices);
   HierarchyConfig c = core_ref_config(choices);
   if (c.cores > 5) c.cores = 5; // as many take long
   if (geometry_hierarchy_error(&c.i1, &c.d1, c.between, &c.ll) || hierarchy_policy_error(&c)
       || cores_error(&c))
      return 0;
   hierarchy_init(&h, &c, NULL);
   core_ref_init(&c);
   if (c.miss_classes) core_class_init(&c);
   for (size_t i = sizeof choices; i + 4 <= size; i += 4) {
      Access a = access_of(data + i, &c);
      core_ref.loader = i;
      one(&c, &a);
      if (i % 64 == 0) check_states(&c);
   }
   check_end(&c);
   hierarchy_free(&h);
   return 0;
}
