// SPDX-License-Identifier: GPL-3.0-or-later
// Two-level cache hierarchy; see hierarchy.h.
#include "cachesim/hierarchy.h"

#include "cachesim/set_cache_inl.h"

bool hierarchy_can_be_hot(const Geometry* d1)
{
   uint64_t sets = geometry_sets(d1);
   return (sets & (sets - 1)) == 0 && sets <= HOT_SETS_MAX;
}

void hierarchy_init(Hierarchy* h, const HierarchyConfig* config, HotSlot* d1_hot)
{
   h->config = *config;
   code_cache_init(&h->i1, &config->i1, false);
   set_cache_init(&h->d1, &config->d1);
   set_cache_init(&h->ll, &config->ll);
   prefetch_init(&h->prefetcher, h->ll.line_shift, config->callgrind_arithmetic);
   h->d1_hot = hierarchy_can_be_hot(&config->d1) ? d1_hot : NULL;
   bool ll_has_mask = h->ll.set_mask || h->ll.sets == 1;
   h->simple = h->d1_hot && ll_has_mask && !config->write_back && !config->prefetch;
   hierarchy_clear(h);
}

void hierarchy_free(Hierarchy* h)
{
   code_cache_free(&h->i1);
   set_cache_free(&h->d1);
   set_cache_free(&h->ll);
}

void hierarchy_clear(Hierarchy* h)
{
   code_cache_clear(&h->i1);
   set_cache_clear(&h->d1);
   set_cache_clear(&h->ll);
   prefetch_clear(&h->prefetcher);
   if (h->d1_hot)
      for (uint64_t s = 0; s < h->d1.sets; s++) h->d1_hot[s].line = TAG_EMPTY;
}

// References one line of LL with write-back; as stock does it, a tag keeps only address bits
// 0 to 31 above the set bits, so that lines 4 GiB apart are one.
static int touch_ll_wb_callgrind(Hierarchy* h, uint64_t address, bool write)
{
   uint64_t set_and_offset = (h->ll.sets << h->ll.line_shift) - 1;
   uint64_t* set = h->ll.tags + set_cache_set(&h->ll, address) * h->ll.ways;
   uint64_t tag = address & 0xFFFFFFFFu & ~set_and_offset;
   uint64_t dirty = write ? TAG_DIRTY : 0;
   uint64_t previous = set[0];
   for (uint32_t i = 0;;) {
      // Stock clears tags to zero, so an empty way matches tag zero.
      uint64_t seen = previous == TAG_EMPTY ? 0 : previous;
      if ((seen & ~TAG_DIRTY) == tag) {
         set[0] = seen | dirty;
         return 0;
      }
      if (++i == h->ll.ways) {
         set[0] = tag | dirty;
         return seen & TAG_DIRTY ? 2 : 1;
      }
      uint64_t t = set[i];
      set[i] = previous;
      previous = t;
   }
}

static int touch_ll(Hierarchy* h, uint64_t address, bool write)
{
   if (!h->config.write_back) return set_cache_touch(&h->ll, address) ? 0 : 1;
   if (h->config.callgrind_arithmetic) return touch_ll_wb_callgrind(h, address, write);
   return set_cache_touch_wb(&h->ll, address, write);
}

static void prefetch_into_ll(Hierarchy* h, uint64_t address)
{
   uint64_t wanted;
   if (!prefetch_observe(&h->prefetcher, address, &wanted)) return;
   if (!h->config.write_back) {
      set_cache_touch(&h->ll, wanted);
   } else if (h->config.callgrind_arithmetic) {
      // Stock stores the line number instead of the tag here.
      uint64_t* set = h->ll.tags + set_cache_set(&h->ll, wanted) * h->ll.ways;
      lru_touch(set, h->ll.ways, wanted >> h->ll.line_shift);
   } else {
      set_cache_touch_wb(&h->ll, wanted, false);
   }
}

// References LL for every line of the access; the worst outcome counts.
static ServedBy reference_ll(Hierarchy* h, uint64_t address, uint32_t size_B, bool write)
{
   uint64_t last = set_cache_line(&h->ll, address + size_B - 1);
   int worst = 0;
   for (uint64_t line = set_cache_line(&h->ll, address);; line += h->ll.geometry.line_B) {
      int outcome = touch_ll(h, line, write);
      if (outcome > worst) worst = outcome;
      if (line == last) break;
   }
   return AT_LL + (ServedBy)worst;
}

// References every line of the access in L1; true if all were there.
static bool reference_d1(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   bool hit = true;
   uint64_t last = set_cache_line(&h->d1, address + size_B - 1);
   for (uint64_t line = set_cache_line(&h->d1, address);; line += h->d1.geometry.line_B) {
      hit &= set_cache_touch(&h->d1, line);
      if (h->d1_hot) h->d1_hot[set_cache_set(&h->d1, line)].line = line;
      if (line == last) return hit;
   }
}

static bool reference_i1(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   bool hit = true;
   uint64_t last = code_cache_start(&h->i1, address + size_B - 1);
   CodeLine* line = code_cache_line(&h->i1, address);
   for (;; line = code_cache_next(&h->i1, line)) {
      hit &= code_cache_touch(&h->i1, line);
      if (line->address == last) return hit;
   }
}

ServedBy hierarchy_data(Hierarchy* h, uint64_t address, uint32_t size_B, bool write)
{
   // Under write-back, the prefetcher watches every write, since all of them reach LL.
   bool to_ll = write && h->config.write_back;
   if (to_ll && h->config.prefetch) prefetch_into_ll(h, address);
   if (reference_d1(h, address, size_B)) {
      // The write passes through to make the LL line dirty; nobody waits for it.
      if (to_ll) reference_ll(h, address, size_B, true);
      return AT_L1;
   }
   if (!to_ll && h->config.prefetch) prefetch_into_ll(h, address);
   return reference_ll(h, address, size_B, write);
}

static ServedBy fetch_from_ll(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   if (h->config.prefetch) prefetch_into_ll(h, address);
   return reference_ll(h, address, size_B, false);
}

ServedBy hierarchy_fetch(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   return reference_i1(h, address, size_B) ? AT_L1 : fetch_from_ll(h, address, size_B);
}

ServedBy hierarchy_fetch_missed(Hierarchy* h, CodeLine* first, uint64_t address,
                                uint32_t size_B)
{
   code_cache_load_pair(&h->i1, first, address + size_B);
   return fetch_from_ll(h, address, size_B);
}

void hierarchy_check(const Hierarchy* h)
{
   code_cache_check(&h->i1);
   set_cache_check(&h->d1);
   for (uint64_t s = 0; h->d1_hot && s < h->d1.sets; s++)
      XG_ASSERT(h->d1_hot[s].line == h->d1.tags[s * h->d1.ways]);
}
