// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange of lines with an exclusive LL; see exclusive.h.
#include "cachesim/exclusive.h"

#include "cachesim/fast_check.h"
#include "cachesim/lru_inl.h"
#include "cachesim/place_inl.h"

static void prefetch_record(const Cache* ll, uint64_t index)
{
   if (ll->lines) __builtin_prefetch(&ll->lines[index], 1);
}

// Takes a line out of LL; returns the index of its way, or DETACHED: it is not there.
static uint32_t take(Cache* ll, uint64_t line)
{
   uint64_t position = place_find(ll, line);
   if (position == NOWHERE) return DETACHED;
   uint64_t index = place_index(ll, position), last = place_base(ll, position) + ll->ways - 1;
   for (; position < last; position++) ll->tags[position] = ll->tags[position + 1];
   ll->tags[last] = 0;
   return (uint32_t)index;
}

// Puts a line into LL; returns the index of its way.
static uint64_t put(Cache* ll, uint64_t line, uint64_t* evicted)
{
   uint64_t base = cache_set(ll, line) * ll->ways;
   fast_check_before(ll, line);
   LruMove m =
      lru_move(ll->tags + base, ll->ways, cache_key(line >> ll->line_shift), ll->tag_state);
   fast_check_after(ll, line, m.hit, NULL);
   *evicted = m.old;
   return ll->lines && !m.old ? cache_take_free_way(ll, base) : base + (m.old & WAY_MASK);
}

// A record and its owner.
typedef struct {
   LineUse use;
   uint32_t owner;
} Record;

static Record record_at(const Cache* c, uint64_t index)
{
   return (Record){c->lines[index], c->owners ? c->owners[index] : 0};
}

static void set_record(Cache* c, uint64_t index, Record r)
{
   c->lines[index] = r.use;
   if (c->owners) c->owners[index] = r.owner;
}

// L2 gives the line whose record is at `index` to LL.
static uint64_t give(Cache* l2, uint64_t line, uint64_t index)
{
   Cache *ll = l2->policy->victims, *records = l2->next;
   uint64_t evicted, to = put(ll, line, &evicted);
   if (!ll->lines) return evicted;
   LineUse* use = &records->lines[index];
   use->count += l2->lines[index].count;
   use->mask |= l2->lines[index].mask;
   if (evicted) set_record(records, exclusive_waiting(records), record_at(ll, to));
   set_record(ll, to, record_at(records, index));
   return evicted;
}

Exchange exclusive_exchange(Cache* l2, uint64_t address, uint64_t old, uint64_t index)
{
   Cache *ll = l2->policy->victims, *records = l2->next;
   uint64_t given = cache_tag_line(l2, old);
   exclusive_foresee(ll, given);
   uint32_t from = take(ll, address);
   Exchange x = {.had = from != DETACHED};
   if (x.had) prefetch_record(ll, from);
   uint64_t base = cache_set(ll, given) * ll->ways;
   prefetch_record(ll, base + (ll->tags[base + ll->ways - 1] & WAY_MASK));
   Record record = {{{0}}, 0};
   if (x.had && ll->lines) {
      record = record_at(ll, from);
      cache_clear_use(ll, from);
   }
   if (old) x.evicted = give(l2, given, index);
   if (!ll->lines) return x;
   records->tags[index] = l2->tags[cache_set(l2, address) * l2->ways];
   l2->lower[index] = (uint32_t)index;
   set_record(records, index, record);
   return x;
}
