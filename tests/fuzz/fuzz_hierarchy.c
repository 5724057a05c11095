// SPDX-License-Identifier: GPL-3.0-or-later
// Any sequence of accesses must be served as by the reference model.  Input: one byte of options,
// then four bytes an access: kind and size, address.  With bit 2 of the options eight bytes follow
// them, which choose policies and geometries, of two levels, with bit 0 of three, with bit 3 of four.
#include "generated_code.h"
#include "reference.h"
#include "reference_policies.h"

static HotSlot d1_hot[HOT_SETS_MAX];

typedef struct {
   uint64_t address;
   uint32_t size_B;
   bool write, fetch;
   uint64_t instr;
} Access;

static Access access_of(const uint8_t* data)
{
   return (Access){.address = 4096 + data[1] + ((uint64_t)data[2] << 8)
                              + ((uint64_t)(data[3] & 3) << 32),
                   .size_B = 1u << (data[0] >> 2) % 6,
                   .write = data[0] & 1,
                   .fetch = data[0] & 2,
                   .instr = data[3] >> 2};
}

static void without_policies(const uint8_t* data, size_t size)
{
   HierarchyConfig c = {.i1 = {256, 2, 32},
                        .d1 = {384, 2, 64},
                        .ll = {2048, 4, 64},
                        .write_back = data[0] & 1,
                        .prefetch = data[0] & 2};
   Hierarchy h;
   RefHierarchy r = ref_hierarchy(&c);
   hierarchy_init(&h, &c, d1_hot);
   for (size_t i = 1; i + 4 <= size; i += 4) {
      Access a = access_of(data + i);
      Request q = {a.address, a.size_B, a.fetch ? false : a.write};
      if (a.fetch)
         XG_ASSERT(served_by(hierarchy_fetch(&h, &q, NULL)) == ref_fetch(&r, a.address, a.size_B));
      else
         XG_ASSERT(served_by(hierarchy_data(&h, &q, NULL)) == ref_data(&r, a.address, a.size_B, a.write));
   }
   hierarchy_check(&h);
   hierarchy_free(&h);
   ref_hierarchy_free(&r);
}

static Served request(Hierarchy* h, const Access* a, LineChanges* changes)
{
   if (a->fetch) return generated_fetch(h, &(Request){a->address, a->size_B, false}, changes);
   return generated_data(h, &(Request){a->address, a->size_B, a->write, a->instr}, changes);
}

static ServedBy expected(const Access* a)
{
   return a->fetch ? policy_ref_access(&policy_ref.i1, a->address, a->size_B, false, 0)
                   : policy_ref_access(&policy_ref.d1, a->address, a->size_B, a->write, a->instr);
}

static void with_policies(const uint8_t* data, size_t size)
{
   static Hierarchy h;
   static LineChanges changes;
   static LineEnds got;
   uint64_t choices;
   if (size < 1 + sizeof choices) return;
   memcpy(&choices, data + 1, sizeof choices);
   HierarchyConfig c = policy_ref_config(choices, data[0] & 8 ? 4 : 2 + (data[0] & 1));
   hierarchy_init(&h, &c, d1_hot);
   policy_ref_init(&c);
   for (size_t i = 1 + sizeof choices; h.has_policies && i + 4 <= size; i += 4) {
      Access a = access_of(data + i);
      policy_ref.loader = i;
      changes.n_loaded = changes.n_evicted = 0;
      Served s = request(&h, &a, c.line_use ? &changes : NULL);
      XG_ASSERT(served_by(s) == expected(&a));
      XG_ASSERT(s.prefetch_hits == policy_ref.prefetch_hits);
      line_ends_take(&got, &changes, policy_ref.loader);
      XG_ASSERT(!c.line_use || line_ends_match(&got, &policy_ref.ends));
      policy_ref.ends.n = 0;
      policy_ref.prefetch_hits = 0;
   }
   hierarchy_check(&h);
   hierarchy_free(&h);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   if (size < 1) return 0;
   (data[0] & 4 ? with_policies : without_policies)(data, size);
   return 0;
}
