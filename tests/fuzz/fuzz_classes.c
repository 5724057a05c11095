// SPDX-License-Identifier: GPL-3.0-or-later
// Any sequence of accesses must have misses of the classes that their definitions give.  Input: one byte of
// options (bit 0: three levels, bit 1: standard caches, bit 2 without bit 0: four levels), eight bytes that choose policies and geometries,
// then four bytes an access: kind and size, address, object.
#define CLASS_REF_END (1ULL << 17)
#include "generated_code.h"
#include "reference_classes.h"

static HotSlot d1_hot[HOT_SETS_MAX];
static Hierarchy h;
static LineChanges changes;
static LineEnds got;
static uint64_t now;

typedef struct {
   Request r;
   bool fetch;
   uint32_t object;
} Access;

static Access access_of(const uint8_t* data, const HierarchyConfig* c)
{
   Access a = {.fetch = data[0] & 2, .object = data[3] >> 1 & 3};
   a.r = (Request){.address = 4096 + data[1] + ((uint64_t)data[2] << 8)
                              + ((uint64_t)(data[3] & 1) << 32),
                   .size_B = 1u << (data[0] >> 2) % 6,
                   .write = (data[0] & 3) == 1,
                   .instr = a.fetch ? 0 : data[3] >> 3};
   uint32_t most_B = a.fetch ? c->i1.line_B : c->d1.line_B;
   if (a.r.size_B > most_B) a.r.size_B = most_B;
   return a;
}

// Hits of generated code leave their time in the hot slot.
static Served data(const Request* r, LineChanges* space)
{
   now += 4;
   hierarchy_set_time(&h, now);
   Served s = generated_data(&h, r, space);
   if (h.d1.hot) cache_hot_slot(&h.d1, r->address)->used = now;
   return s;
}

static void one(const HierarchyConfig* c, const Access* a)
{
   LineChanges* space = c->line_use ? &changes : NULL;
   changes.n_loaded = changes.n_evicted = 0;
   class_ref_begin();
   Served s = a->fetch ? generated_fetch(&h, &a->r, space) : data(&a->r, space);
   ServedBy want =
      policy_ref_access(a->fetch ? &policy_ref.i1 : &policy_ref.d1, a->r.address, a->r.size_B,
                        a->r.write, a->r.instr);
   XG_ASSERT(served_by(s) == want);
   line_ends_take(&got, &changes, policy_ref.loader);
   XG_ASSERT(!c->line_use || line_ends_match(&got, &policy_ref.ends));
   policy_ref.ends.n = 0;
   if (s.by > AT_L1 && !a->fetch) XG_ASSERT(class_ref_missed(&h, CLASS_D1, a->object));
   if (s.by > AT_L2 && c->between[0].size_B)
      XG_ASSERT(class_ref_missed(&h, CLASS_L2, a->object));
   if (s.by > AT_L3 && c->between[1].size_B)
      XG_ASSERT(class_ref_missed(&h, CLASS_L3, a->object));
   if (s.by > AT_LL) XG_ASSERT(class_ref_missed(&h, CLASS_LL, a->object));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   uint64_t choices;
   if (size < 1 + sizeof choices) return 0;
   memcpy(&choices, data + 1, sizeof choices);
   HierarchyConfig c = policy_ref_config(choices, (data[0] & 5) == 4 ? 4 : 2 + (data[0] & 1));
   if (data[0] & 2) {
      memset(c.policy, 0, sizeof c.policy);
      c.ll_policy = LL_NEITHER;
   }
   c.miss_classes = true;
   now = 0;
   hierarchy_init(&h, &c, d1_hot);
   policy_ref_init(&c);
   class_ref_init(&c);
   class_ref_start_counts();
   for (size_t i = 1 + sizeof choices; i + 4 <= size; i += 4) {
      Access a = access_of(data + i, &c);
      policy_ref.loader = i;
      one(&c, &a);
   }
   XG_ASSERT(class_ref_counts_match(&h));
   hierarchy_check(&h);
   hierarchy_free(&h);
   return 0;
}
