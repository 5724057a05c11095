// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/profile/rows.h"

#include <string.h>

enum { SLOTS_MIN = 64 };

void rows_init(Rows* r, uint32_t n_keys, uint32_t n_figures)
{
   *r = (Rows){.n_keys = n_keys, .n_figures = n_figures};
}

static inline uint64_t hash_of(const uint64_t* keys, uint32_t n)
{
   uint64_t hash = 0;
   for (uint32_t i = 0; i < n; i++) {
      hash = (hash ^ keys[i]) * 0xff51afd7ed558ccdULL;
      hash ^= hash >> 29;
   }
   return hash ^ hash >> 32;
}

static inline bool has_keys(const Rows* r, uint32_t row, const uint64_t* keys)
{
   const uint64_t* own = rows_keys(r, row);
   for (uint32_t i = 0; i < r->n_keys; i++)
      if (own[i] != keys[i]) return false;
   return true;
}

// The slot of the row with these keys, or the free one that it would take.
static inline uint32_t slot_of(const Rows* r, const uint64_t* keys)
{
   uint32_t slot = hash_of(keys, r->n_keys) & (r->n_slots - 1);
   while (r->slots[slot] && !has_keys(r, r->slots[slot] - 1, keys))
      slot = (slot + 1) & (r->n_slots - 1);
   return slot;
}

static void grow_slots(Rows* r)
{
   host_free(r->slots);
   r->n_slots = r->n_slots ? 2 * r->n_slots : SLOTS_MIN;
   r->slots = host_zalloc("rows.slots", (size_t)r->n_slots * sizeof *r->slots);
   for (uint32_t row = 0; row < r->n; row++) {
      uint32_t slot = hash_of(rows_keys(r, row), r->n_keys) & (r->n_slots - 1);
      while (r->slots[slot]) slot = (slot + 1) & (r->n_slots - 1);
      r->slots[slot] = row + 1;
   }
}

void rows_reserve(Rows* r, uint32_t n)
{
   if (n <= r->room) return;
   r->room = n;
   r->keys = host_realloc("rows.keys", r->keys, (size_t)r->room * r->n_keys * sizeof *r->keys);
   r->figures = host_realloc("rows.figures", r->figures,
                             (size_t)r->room * r->n_figures * sizeof *r->figures);
}

static uint64_t* new_row(Rows* r, const uint64_t* keys)
{
   if (r->n == r->room) rows_reserve(r, r->room + r->room / 2 + SLOTS_MIN);
   memcpy(r->keys + (size_t)r->n * r->n_keys, keys, r->n_keys * sizeof *keys);
   uint64_t* figures = rows_figures(r, r->n++);
   memset(figures, 0, r->n_figures * sizeof *figures);
   return figures;
}

uint64_t* rows_append(Rows* r, const uint64_t* keys)
{
   XG_ASSERT(!r->n_slots);
   return new_row(r, keys);
}

uint32_t rows_number(Rows* r, const uint64_t* keys)
{
   XG_ASSERT(r->n_slots || !r->n);
   if (r->n + r->n / 2 >= r->n_slots) grow_slots(r);
   const uint32_t slot = slot_of(r, keys);
   if (!r->slots[slot]) {
      new_row(r, keys);
      r->slots[slot] = r->n;
   }
   return r->slots[slot] - 1;
}

uint64_t* rows_at(Rows* r, const uint64_t* keys)
{
   return rows_figures(r, rows_number(r, keys));
}

void rows_unite(Rows* r, void (*add)(uint64_t* to, const uint64_t* more, uint32_t n))
{
   const uint32_t n = r->n;
   if (!n || r->n_slots) return;
   for (r->n_slots = SLOTS_MIN; r->n_slots <= n + n / 2; r->n_slots *= 2) {
   }
   r->slots = host_zalloc("rows.slots", (size_t)r->n_slots * sizeof *r->slots);
   r->n = 0;
   for (uint32_t row = 0; row < n; row++) {
      const uint32_t slot = slot_of(r, rows_keys(r, row));
      if (r->slots[slot]) {
         add(rows_figures(r, r->slots[slot] - 1), rows_figures(r, row), r->n_figures);
      } else {
         // rows move up where others are gone
         if (r->n != row) {
            memcpy(r->keys + (size_t)r->n * r->n_keys, rows_keys(r, row),
                   r->n_keys * sizeof *r->keys);
            memcpy(rows_figures(r, r->n), rows_figures(r, row),
                   r->n_figures * sizeof *r->figures);
         }
         r->slots[slot] = ++r->n;
      }
   }
}

uint32_t rows_find(const Rows* r, const uint64_t* keys)
{
   if (!r->n_slots) return UINT32_MAX;
   const uint32_t row = r->slots[slot_of(r, keys)];
   return row ? row - 1 : UINT32_MAX;
}

void rows_widen(Rows* r, uint32_t n_figures)
{
   if (n_figures <= r->n_figures) return;
   const uint32_t old = r->n_figures;
   uint64_t* wide =
      host_alloc("rows.figures", ((size_t)r->room * n_figures + 1) * sizeof *wide);
   for (uint32_t row = 0; row < r->n; row++) {
      uint64_t* to = wide + (size_t)row * n_figures;
      for (uint32_t i = 0; i < n_figures; i++) to[i] = i < old ? rows_figures(r, row)[i] : 0;
   }
   host_free(r->figures);
   r->figures = wide;
   r->n_figures = n_figures;
}

void rows_clear(Rows* r)
{
   host_free(r->keys);
   host_free(r->figures);
   host_free(r->slots);
   rows_init(r, r->n_keys, r->n_figures);
}
