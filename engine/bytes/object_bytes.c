// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of memory objects; see object_bytes.h.
#include "engine/bytes/object_bytes.h"

#include "engine/engine.h"
#include "engine/probes.h"

#define BYTES (&engine.bytes)

void object_bytes_init(void)
{
   *BYTES = (ObjectByteCounters){0};
}

// --- counters of an object -----------------------------------------------------------------

static ObjectBytes* counters_of(const MemObject* o)
{
   if (XG_UNLIKELY(o->number >= BYTES->n_by_object)) {
      uint32_t old = BYTES->n_by_object, size = old ? old : 256;
      while (size <= o->number) size *= 2;
      BYTES->by_object =
         host_realloc("engine.bytes", BYTES->by_object, size * sizeof(ObjectBytes*));
      host_memset(BYTES->by_object + old, 0, (size - old) * sizeof(ObjectBytes*));
      BYTES->n_by_object = size;
   }
   ObjectBytes** b = &BYTES->by_object[o->number];
   if (XG_UNLIKELY(!*b)) *b = host_zalloc("engine.bytes", sizeof **b);
   return *b;
}

const ObjectBytes* object_bytes_of(const MemObject* o)
{
   return o->number < BYTES->n_by_object ? BYTES->by_object[o->number] : NULL;
}

// Makes room for ranges of this size.
static void grow(ObjectBytes* b, uint32_t size_B)
{
   for (int a = 0; a < BYTE_ACCESSES; a++) {
      b->count[a] = host_realloc("engine.bytes", b->count[a], size_B * sizeof(uint64_t));
      host_memset(b->count[a] + b->size_B, 0, (size_B - b->size_B) * sizeof(uint64_t));
   }
   b->size_B = size_B;
}

// --- accesses --------------------------------------------------------------------------------

static void count_small(ObjectBytes* b, const MemRange* r, uint64_t offset, uint32_t size_B,
                        ByteAccess access)
{
   if (XG_UNLIKELY(r->size_B > b->size_B)) grow(b, (uint32_t)r->size_B);
   uint64_t* count = b->count[access] + offset;
   for (uint32_t i = 0; i < size_B; i++) count[i]++;
}

// The part that the offset is in.
static uint32_t part_of(uint64_t offset, uint64_t size_B)
{
   return (uint32_t)(offset * BYTES_PARTS / size_B);
}

// r: NULL for memory of nobody.
static void count_large(ObjectBytes* b, const MemRange* r, uint64_t address, uint32_t size_B,
                        ByteAccess access)
{
   if (XG_UNLIKELY(!b->large)) b->large = host_zalloc("engine.bytes", sizeof *b->large);
   for (uint32_t i = 0; i < size_B; i++)
      b->large->line[access][(address + i) % BYTES_OF_LINE]++;
   if (!r) return;
   b->large->has_parts = true;
   uint64_t offset = address - r->start;
   uint32_t last = part_of(offset + size_B - 1, r->size_B);
   for (uint32_t p = part_of(offset, r->size_B); p <= last; p++) b->large->part[access][p]++;
}

// Bytes of one range, or of nobody's memory.
static void count_piece(const MemRange* r, uint64_t address, uint32_t size_B, ByteAccess access)
{
   ObjectBytes* b = counters_of(r ? r->object : engine.objects.set.unknown);
   if (r && !r->is_mapping && r->size_B <= OBJECT_BYTES_MAX)
      count_small(b, r, address - r->start, size_B, access);
   else
      count_large(b, r, address, size_B, access);
}

// An access of which not all bytes are known to be in one range.  In a mapping that ranges are cut
// from, each byte may be in another one.
static __attribute__((noinline)) void count_pieces(uint64_t address, uint32_t size_B,
                                                   ByteAccess access)
{
   uint64_t from = address;
   const MemRange* r = object_costs_range(address);
   for (uint32_t i = 1; i < size_B; i++) {
      const MemRange* next = object_costs_range(address + i);
      if (next == r) continue;
      count_piece(r, from, (uint32_t)(address + i - from), access);
      from = address + i;
      r = next;
   }
   count_piece(r, from, (uint32_t)(address + size_B - from), access);
}

void object_bytes_access(const Site* site, uint64_t address)
{
   if (!xg_current.stack->exec.collect) return;
   ByteAccess access = site->is_write ? BYTES_STORED : BYTES_LOADED;
   const MemRange* r = object_costs_range(address);
   bool is_within = r && !r->is_cut && address - r->start <= r->size_B - site->size_B
                    && site->size_B <= r->size_B;
   if (XG_LIKELY(is_within))
      count_piece(r, address, site->size_B, access);
   else
      count_pieces(address, site->size_B, access);
}

// --- all of them ----------------------------------------------------------------------------

void object_bytes_zero(void)
{
   for (uint32_t i = 0; i < BYTES->n_by_object; i++) {
      ObjectBytes* b = BYTES->by_object[i];
      if (!b) continue;
      for (int a = 0; a < BYTE_ACCESSES && b->size_B; a++) host_free(b->count[a]);
      if (b->large) host_free(b->large);
      *b = (ObjectBytes){0};
   }
}

const ProbeEvents object_bytes_probe = {
   .init = object_bytes_init, .access = object_bytes_access, .zero = object_bytes_zero};
