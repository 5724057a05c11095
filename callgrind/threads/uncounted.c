// SPDX-License-Identifier: GPL-3.0-or-later
// Costs that Callgrind does not write; see uncounted.h.
#include "callgrind/threads/uncounted.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

typedef struct Entry {
   struct Entry* next;
   UWord cost_centre; // the key
   Long n;            // executions in the counters that were not counted
   // what was taken out; executions NULL: nothing
   ULong* executions;
   uint64_t* miss_counters;
} Entry;

static VgHashTable* entries;

static SizeT executions_B(const CostCentre* c)
{
   return c->block->n_segments * sizeof c->executions[0];
}

void uncounted_add(CostCentre* c, Long n)
{
   if (!entries) entries = VG_(HT_construct)("xg.uncounted");
   Entry* e = VG_(HT_lookup)(entries, (UWord)c);
   if (!e) {
      e = VG_(calloc)("xg.uncounted", 1, sizeof *e);
      e->cost_centre = (UWord)c;
      VG_(HT_add_node)(entries, e);
   }
   e->n += n;
}

static void hide(Entry* e)
{
   CostCentre* c = (CostCentre*)e->cost_centre;
   if (!c->executions[0] || (Long)c->executions[0] > e->n) return;
   e->executions = VG_(malloc)("xg.uncounted", executions_B(c));
   VG_(memcpy)(e->executions, c->executions, executions_B(c));
   e->miss_counters = c->miss_counters;
   VG_(memset)(c->executions, 0, executions_B(c));
   c->miss_counters = NULL;
}

static void show(Entry* e, Bool is_zero)
{
   CostCentre* c = (CostCentre*)e->cost_centre;
   if (!e->executions) {
      if (is_zero) e->n = 0;
      return;
   }
   VG_(memcpy)(c->executions, e->executions, executions_B(c));
   c->miss_counters = e->miss_counters;
   VG_(free)(e->executions);
   e->executions = NULL;
}

void uncounted_hide(void)
{
   if (!entries) return;
   VG_(HT_ResetIter)(entries);
   for (Entry* e; (e = VG_(HT_Next)(entries)) != NULL;) hide(e);
}

void uncounted_show(Bool is_zero)
{
   if (!entries) return;
   VG_(HT_ResetIter)(entries);
   for (Entry* e; (e = VG_(HT_Next)(entries)) != NULL;) show(e, is_zero);
}
