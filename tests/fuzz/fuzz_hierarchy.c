// SPDX-License-Identifier: GPL-3.0-or-later
// Any sequence of accesses must be served as by the reference model.  Input: one byte of options,
// then four bytes an access: kind and size, address.
#include "reference.h"

static HotSlot d1_hot[HOT_SETS_MAX];

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   if (size < 1) return 0;
   HierarchyConfig c = {.i1 = {256, 2, 32},
                        .d1 = {384, 2, 64},
                        .ll = {2048, 4, 64},
                        .write_back = data[0] & 1,
                        .prefetch = data[0] & 2};
   Hierarchy h;
   RefHierarchy r = ref_hierarchy(&c);
   hierarchy_init(&h, &c, d1_hot);
   for (size_t i = 1; i + 4 <= size; i += 4) {
      uint32_t size_B = 1u << (data[i] >> 2) % 6;
      uint64_t a = 4096 + data[i + 1] + ((uint64_t)data[i + 2] << 8)
                   + ((uint64_t)(data[i + 3] & 3) << 32);
      bool write = data[i] & 1;
      if (data[i] & 2)
         XG_ASSERT(hierarchy_fetch(&h, &(Request){a, size_B, false}, NULL) == ref_fetch(&r, a, size_B));
      else
         XG_ASSERT(hierarchy_data(&h, &(Request){a, size_B, write}, NULL) == ref_data(&r, a, size_B, write));
   }
   hierarchy_check(&h);
   hierarchy_free(&h);
   ref_hierarchy_free(&r);
   return 0;
}
