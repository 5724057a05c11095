// SPDX-License-Identifier: GPL-3.0-or-later
// Two-level cache hierarchy with records of use; see use_hierarchy.h.
#include "cachesim/use_hierarchy_inl.h"

static uint64_t n_lines(const SetCache* c)
{
   return c->sets * c->ways;
}

bool use_hierarchy_can_be_hot(const Geometry* d1)
{
   // One word of mask has room in a slot.  With one set, the second line of an access may throw
   // out the first.
   return hierarchy_can_be_hot(d1) && d1->line_B <= MASK_WORD_B && geometry_sets(d1) > 1;
}

static bool power_of_two(const SetCache* c)
{
   return c->set_mask || c->sets == 1;
}

void use_hierarchy_init(UseHierarchy* h, const HierarchyConfig* config, HotSlot* hot)
{
   *h = (UseHierarchy){.config = *config, .collecting = true};
   bool compat = config->callgrind_arithmetic;
   code_cache_init(&h->i1, &config->i1, true);
   use_cache_init(&h->d1, &config->d1, compat);
   use_cache_init(&h->ll, &config->ll, compat);
   h->origin = host_alloc("cachesim.origin", n_lines(&h->d1.base) * sizeof *h->origin);
   prefetch_init(&h->prefetcher, h->ll.base.line_shift, compat);
   if (use_hierarchy_can_be_hot(&config->d1)) h->hot = hot;
   bool one_size =
      config->i1.line_B == config->ll.line_B && config->d1.line_B == config->ll.line_B;
   h->simple = h->hot && !compat && !config->write_back && !config->prefetch && one_size
               && power_of_two(&h->ll.base);
   use_hierarchy_clear(h);
}

void use_hierarchy_free(UseHierarchy* h)
{
   code_cache_free(&h->i1);
   use_cache_free(&h->d1);
   use_cache_free(&h->ll);
   host_free(h->origin);
   h->origin = NULL;
}

void use_hierarchy_clear(UseHierarchy* h)
{
   code_cache_clear(&h->i1);
   use_cache_clear(&h->d1);
   use_cache_clear(&h->ll);
   prefetch_clear(&h->prefetcher);
   if (h->hot)
      for (uint64_t s = 0; s < h->d1.base.sets; s++) h->hot[s] = (HotSlot){.line = TAG_EMPTY};
}

// --- use of L1 lines ----------------------------------------------------------------------

static void settle_slot(UseHierarchy* h, HotSlot* slot)
{
   use_settle_slot(h, slot);
   slot->count = slot->mask = 0;
}

static HotSlot* slot_of(UseHierarchy* h, uint64_t address)
{
   return &h->hot[set_cache_set(&h->d1.base, address)];
}

static bool compat(const UseHierarchy* h)
{
   return h->config.callgrind_arithmetic;
}

// Callgrind's masks have 32 bits for a line of any size, and it puts an L1 line's as they are into
// the LL line's: the bytes of a shorter line are stretched over the longer one.
static void stretch_mask(uint64_t* to, const uint64_t* mask, uint32_t line_B, uint32_t factor)
{
   for (uint32_t i = 0; i < line_B; i++)
      if (mask[i / MASK_WORD_B] >> i % MASK_WORD_B & 1)
         line_use_set_bits(to, (uint64_t)i * factor, factor);
}

// Adds the use of an L1 line to the LL line that it was loaded from.
static void give(UseHierarchy* h, uint32_t below, uint64_t line, uint64_t count,
                 const uint64_t* mask, uint32_t line_B)
{
   UseCache* ll = &h->ll;
   ll->lines[below].count += count;
   uint64_t* to = use_cache_mask(ll, below);
   uint32_t factor = ll->base.geometry.line_B / line_B;
   if (compat(h) && factor > 1) {
      stretch_mask(to, mask, line_B, factor);
      return;
   }
   uint64_t offset_B = line & (ll->base.geometry.line_B - 1);
   to += offset_B / MASK_WORD_B;
   for (uint32_t w = 0; w * MASK_WORD_B < line_B; w++)
      to[w] |= mask[w] << offset_B % MASK_WORD_B;
}

static void give_d1(UseHierarchy* h, uint64_t index)
{
   const Origin* o = &h->origin[index];
   if (o->below == DETACHED) return;
   give(h, o->below, o->line, h->d1.lines[index].count, use_cache_mask(&h->d1, index),
        h->d1.base.geometry.line_B);
}

static void give_i1(UseHierarchy* h, const CodeLine* line)
{
   if (line->below != DETACHED)
      give(h, line->below, line->address, line->count, line->mask, h->i1.geometry.line_B);
}

// Notes that the line with this loader is over.
static void note_end(LineChanges* events, Eviction end, const CostTarget* loader)
{
   for (uint32_t i = 0; i < events->n_loaded; i++) {
      if (events->loaded[i].loader != loader) continue;
      events->loaded[i] = events->loaded[--events->n_loaded];
      end.is_own = true;
   }
   XG_ASSERT(events->n_evicted < LINE_CHANGES_MAX);
   events->evicted[events->n_evicted++] = end;
}

static void note_load(LineChanges* events, CostTarget* loader, uint32_t* owner, int level)
{
   XG_ASSERT(events->n_loaded < LINE_CHANGES_MAX);
   *loader = (CostTarget){0};
   events->loaded[events->n_loaded++] = (LineLoad){loader, owner, (uint8_t)level};
}

static Eviction end_of_d1(UseHierarchy* h, uint64_t index)
{
   bool given = !compat(h) || (h->collecting && h->d1.lines[index].loader.counters);
   if (given) give_d1(h, index);
   return use_cache_end(&h->d1, index, 1);
}

static Eviction end_of_i1(UseHierarchy* h, const CodeLine* line)
{
   bool given = !compat(h) || (h->collecting && line->loader.counters);
   if (given) give_i1(h, line);
   return (Eviction){.loader = line->loader,
                     .count = line->count,
                     .line_B = h->i1.geometry.line_B,
                     .owner = line->owner,
                     .unused_B =
                        line_use_unused_B(line->mask, h->i1.geometry.line_B, compat(h)),
                     .level = 1};
}

// --- LL -----------------------------------------------------------------------------------

void use_hierarchy_detach(UseHierarchy* h, uint64_t index, uint64_t start)
{
   uint64_t end = start + h->ll.base.geometry.line_B;
   for (uint64_t a = start; a < end; a += h->d1.base.geometry.line_B) {
      int64_t way = use_cache_find(&h->d1, a);
      if (way < 0 || h->origin[way].below != index) continue;
      if (h->hot) settle_slot(h, slot_of(h, a));
      give_d1(h, (uint64_t)way);
      h->origin[way].below = DETACHED;
   }
   for (uint64_t a = start; a < end; a += h->i1.geometry.line_B) {
      CodeLine* line = code_cache_known_line(&h->i1, a);
      if (!line || !line->used || line->below != index) continue;
      give_i1(h, line);
      line->below = DETACHED;
   }
}

typedef struct {
   int outcome; // 0 hit, 1 miss, 2 miss that evicted a dirty line
   uint64_t index;
} Reference;

static Reference reference_ll(UseHierarchy* h, uint64_t address, bool write,
                              LineChanges* events)
{
   UseCache* ll = &h->ll;
   UseTouch t = use_cache_touch(ll, address);
   Reference r = {.index = t.index};
   if (!t.hit) {
      LineUse* use = &ll->lines[r.index];
      r.outcome = use->resident && use->dirty ? 2 : 1;
      if (use->resident) {
         if (!compat(h)) use_hierarchy_detach(h, r.index, t.victim);
         note_end(events, use_cache_end(ll, r.index, 2), &use->loader);
      }
      use_cache_load(ll, r.index);
      note_load(events, &use->loader, use_cache_owner(ll, r.index), 2);
   }
   if (write && h->config.write_back) ll->lines[r.index].dirty = true;
   return r;
}

// References LL for every line of the access; the worst outcome counts.
static ServedBy reference_all(UseHierarchy* h, uint64_t address, uint32_t size_B, bool write,
                              LineChanges* events)
{
   uint64_t last = set_cache_line(&h->ll.base, address + size_B - 1);
   int worst = 0;
   for (uint64_t line = set_cache_line(&h->ll.base, address);;
        line += h->ll.base.geometry.line_B) {
      Reference r = reference_ll(h, line, write, events);
      if (r.outcome > worst) worst = r.outcome;
      if (line == last) return AT_LL + (ServedBy)worst;
   }
}

static void prefetch_into_ll(UseHierarchy* h, uint64_t address, LineChanges* events)
{
   uint64_t wanted;
   if (!prefetch_observe(&h->prefetcher, address, &wanted)) return;
   Reference r = reference_ll(h, wanted, false, events);
   if (r.outcome) h->ll.lines[r.index].prefetched = true;
}

// --- data ---------------------------------------------------------------------------------

// References one line in D1; returns whether it was there.
static bool reference_d1(UseHierarchy* h, uint64_t line, uint64_t* index, LineChanges* events)
{
   if (h->hot) settle_slot(h, slot_of(h, line));
   UseTouch t = use_cache_touch(&h->d1, line);
   *index = t.index;
   if (!t.hit) {
      LineUse* use = &h->d1.lines[t.index];
      if (use->resident) note_end(events, end_of_d1(h, t.index), &use->loader);
      use_cache_load(&h->d1, t.index);
      note_load(events, &use->loader, use_cache_owner(&h->d1, t.index), 1);
      h->origin[t.index] = (Origin){line, DETACHED};
   }
   if (h->hot) *slot_of(h, line) = (HotSlot){.line = line, .index = t.index};
   return t.hit;
}

// Says where a line of D1 that an access has just loaded came from.
static void attach_d1(UseHierarchy* h, uint64_t index)
{
   int64_t below = use_cache_find(&h->ll, h->origin[index].line);
   h->origin[index].below = below < 0 ? DETACHED : (uint32_t)below;
}

// The part of an access that lies in one line of L1.
typedef struct {
   uint64_t line, offset_B, size_B;
   uint64_t index; // data: way in D1
   CodeLine* code; // fetches: its object
   bool missed;
} Part;

enum { PARTS_MAX = 3 }; // a fetch of 16-byte lines

static int split(uint64_t address, uint32_t size_B, uint64_t line_B, Part* part)
{
   uint64_t line = address & ~(line_B - 1), offset_B = address - line, left_B = size_B;
   int n = 0;
   for (; left_B; line += line_B, offset_B = 0) {
      uint64_t in_line_B = left_B < line_B - offset_B ? left_B : line_B - offset_B;
      XG_ASSERT(n < PARTS_MAX);
      part[n++] = (Part){.line = line, .offset_B = offset_B, .size_B = in_line_B};
      left_B -= in_line_B;
   }
   return n;
}

// What misses in D1 goes to LL; as Callgrind does it, line by line, and at once.
static ServedBy reference_d1_parts(UseHierarchy* h, Part* part, int n, bool write,
                                   LineChanges* events)
{
   ServedBy worst = AT_L1;
   for (Part* p = part; p < part + n; p++) {
      p->missed = !reference_d1(h, p->line, &p->index, events);
      if (p->missed && worst < AT_LL) worst = AT_LL;
      if (!p->missed || !compat(h)) continue;
      Reference r = reference_ll(h, p->line, write, events);
      h->origin[p->index].below = (uint32_t)r.index;
      if (AT_LL + (ServedBy)r.outcome > worst) worst = AT_LL + (ServedBy)r.outcome;
   }
   return worst;
}

static ServedBy data_from_ll(UseHierarchy* h, uint64_t address, uint32_t size_B, bool write,
                             bool missed, LineChanges* events)
{
   bool to_ll = write && h->config.write_back;
   if (!missed && !to_ll) return AT_L1;
   if (!to_ll && h->config.prefetch) prefetch_into_ll(h, address, events);
   ServedBy by = reference_all(h, address, size_B, write, events);
   return missed ? by : AT_L1;
}

ServedBy use_hierarchy_data(UseHierarchy* h, uint64_t address, uint32_t size_B, bool write,
                            LineChanges* events)
{
   if (write && h->config.write_back && h->config.prefetch)
      prefetch_into_ll(h, address, events);
   Part part[PARTS_MAX];
   int n = split(address, size_B, h->d1.base.geometry.line_B, part);
   ServedBy by = reference_d1_parts(h, part, n, write, events);
   if (!compat(h)) by = data_from_ll(h, address, size_B, write, by != AT_L1, events);
   for (int i = 0; i < n; i++) {
      const Part* p = &part[i];
      if (h->origin[p->index].line != p->line) continue; // gone already: very few lines
      if (p->missed && !compat(h)) attach_d1(h, p->index);
      if (i > 0 || !h->hot) use_cache_note(&h->d1, p->index, p->offset_B, p->size_B);
   }
   return by;
}

void use_hierarchy_note_hot(UseHierarchy* h, uint64_t address, uint32_t size_B)
{
   if (!h->hot) return;
   HotSlot* slot = slot_of(h, address);
   slot->count++;
   slot->mask |= line_use_bits(address & (h->d1.base.geometry.line_B - 1), size_B);
}

// --- fetches ------------------------------------------------------------------------------

static void load_i1(UseHierarchy* h, CodeLine* line, LineChanges* events)
{
   const CodeLine* old = code_cache_load(&h->i1, line);
   if (old) note_end(events, end_of_i1(h, old), &old->loader);
   line->count = 0;
   for (uint32_t w = 0; w < h->i1.words; w++) line->mask[w] = 0;
   line->below = DETACHED;
   note_load(events, &line->loader, &line->owner, 1);
}

static void attach_i1(UseHierarchy* h, CodeLine* line)
{
   int64_t below = use_cache_find(&h->ll, line->address);
   line->below = below < 0 ? DETACHED : (uint32_t)below;
}

static ServedBy reference_i1_parts(UseHierarchy* h, CodeLine* line, Part* part, int n,
                                   bool touch, LineChanges* events)
{
   ServedBy worst = AT_L1;
   for (Part* p = part; p < part + n; p++) {
      p->code = p == part ? line : code_cache_next(&h->i1, p[-1].code);
      p->missed = !p->code->used;
      if (p->missed) {
         load_i1(h, p->code, events);
         if (worst < AT_LL) worst = AT_LL;
      }
      if (touch) p->code->used = ++h->i1.now;
      if (!p->missed || !compat(h)) continue;
      Reference r = reference_ll(h, p->line, false, events);
      p->code->below = (uint32_t)r.index;
      if (AT_LL + (ServedBy)r.outcome > worst) worst = AT_LL + (ServedBy)r.outcome;
   }
   return worst;
}

// Takes in the lines of a fetch that are not resident; `touch`: notes time and use as well.
static ServedBy fetch_lines(UseHierarchy* h, CodeLine* line, uint64_t address, uint32_t size_B,
                            bool touch, LineChanges* events)
{
   Part part[PARTS_MAX];
   int n = split(address, size_B, h->i1.geometry.line_B, part);
   ServedBy by = reference_i1_parts(h, line, part, n, touch, events);
   if (by != AT_L1 && !compat(h)) {
      if (h->config.prefetch) prefetch_into_ll(h, address, events);
      by = reference_all(h, address, size_B, false, events);
   }
   for (Part* p = part; p < part + n; p++) {
      if (touch && !p->code->used) continue; // gone already: very few lines
      if (p->missed && !compat(h)) attach_i1(h, p->code);
      if (!touch) continue;
      p->code->count++;
      line_use_set_bits(p->code->mask, p->offset_B, p->size_B);
   }
   return by;
}

ServedBy use_hierarchy_fetch(UseHierarchy* h, uint64_t address, uint32_t size_B,
                             LineChanges* events)
{
   return fetch_lines(h, code_cache_line(&h->i1, address), address, size_B, true, events);
}

ServedBy use_hierarchy_fetch_missed(UseHierarchy* h, CodeLine* first, uint64_t address,
                                    uint32_t size_B, LineChanges* events)
{
   return fetch_lines(h, first, address, size_B, false, events);
}

// --- all lines ----------------------------------------------------------------------------

// The number of a line in I1, D1 or LL by its number in all three.
typedef struct {
   int cache; // 0, 1, 2; 3: behind the last line
   uint64_t index;
} LineNumber;

static LineNumber line_number(const UseHierarchy* h, uint64_t number)
{
   uint64_t n[] = {h->i1.sets * h->i1.ways, n_lines(&h->d1.base), n_lines(&h->ll.base)};
   LineNumber l = {0, number};
   for (; l.cache < 3 && l.index >= n[l.cache]; l.cache++) l.index -= n[l.cache];
   return l;
}

static bool retire_i1(UseHierarchy* h, uint64_t i, Eviction* end)
{
   CodeLine* line = h->i1.resident[i];
   if (!line) return false;
   *end = end_of_i1(h, line);
   line->used = 0;
   h->i1.resident[i] = NULL;
   return true;
}

static bool retire_d1(UseHierarchy* h, uint64_t i, Eviction* end)
{
   if (!h->d1.lines[i].resident) return false;
   if (h->hot) {
      HotSlot* slot = &h->hot[i / h->d1.base.ways];
      settle_slot(h, slot);
      slot->line = TAG_EMPTY;
   }
   *end = end_of_d1(h, i);
   h->d1.lines[i].resident = false;
   return true;
}

static bool retire_ll(UseHierarchy* h, uint64_t i, Eviction* end)
{
   if (!h->ll.lines[i].resident) return false;
   *end = use_cache_end(&h->ll, i, 2);
   h->ll.lines[i].resident = false;
   return true;
}

bool use_hierarchy_retire(UseHierarchy* h, uint64_t* cursor, Eviction* end)
{
   for (;;) {
      LineNumber l = line_number(h, (*cursor)++);
      if (l.cache == 3) break;
      if (l.cache == 0   ? retire_i1(h, l.index, end)
          : l.cache == 1 ? retire_d1(h, l.index, end)
                         : retire_ll(h, l.index, end))
         return true;
   }
   use_hierarchy_clear(h);
   return false;
}

CostTarget* use_hierarchy_next_loader(UseHierarchy* h, uint64_t* cursor)
{
   for (;;) {
      LineNumber l = line_number(h, (*cursor)++);
      if (l.cache == 3) return NULL;
      if (l.cache == 0) {
         if (h->i1.resident[l.index]) return &h->i1.resident[l.index]->loader;
         continue;
      }
      LineUse* use = l.cache == 1 ? &h->d1.lines[l.index] : &h->ll.lines[l.index];
      if (use->resident) return &use->loader;
   }
}

static void give_lines(UseCache* c, uint32_t owner)
{
   uint64_t n = n_lines(&c->base);
   for (uint64_t i = 0; c->owners && i < n; i++) c->owners[i] = owner;
}

void use_hierarchy_give(UseHierarchy* h, uint32_t owner)
{
   uint64_t n = h->i1.sets * h->i1.ways;
   for (uint64_t i = 0; i < n; i++)
      if (h->i1.resident[i]) h->i1.resident[i]->owner = owner;
   give_lines(&h->d1, owner);
   give_lines(&h->ll, owner);
}

static void check_slot(const UseHierarchy* h, uint64_t set)
{
   const HotSlot* slot = &h->hot[set];
   if (slot->line == TAG_EMPTY) return;
   uint64_t tag = h->d1.base.tags[set * h->d1.base.ways];
   XG_ASSERT(slot->index == set * h->d1.base.ways + (tag & WAY_MASK));
   XG_ASSERT(h->origin[slot->index].line == slot->line);
}

void use_hierarchy_check(const UseHierarchy* h)
{
   code_cache_check(&h->i1);
   use_cache_check(&h->d1);
   use_cache_check(&h->ll);
   for (uint64_t s = 0; h->hot && s < h->d1.base.sets; s++) check_slot(h, s);
   for (uint64_t i = 0; i < n_lines(&h->d1.base); i++)
      if (h->d1.lines[i].resident && !compat(h))
         XG_ASSERT(use_cache_find(&h->d1, h->origin[i].line) == (int64_t)i);
}
