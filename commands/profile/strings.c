// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/profile/strings.h"

#include <string.h>

enum { SLOTS_MIN = 64 };

// Eight bytes at a time; equal texts have equal hashes.
static uint64_t hash_of(const char* text, size_t length_B)
{
   uint64_t hash = length_B * 0x9e3779b97f4a7c15ULL;
   for (size_t i = 0; i < length_B; i += 8) {
      uint64_t word = 0;
      memcpy(&word, text + i, length_B - i < 8 ? length_B - i : 8);
      hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
      hash ^= hash >> 32;
   }
   return hash;
}

// The slot of a text: the one that has its number, or the free one that it would take.
static uint32_t slot_of(const Strings* s, const char* text, size_t length_B, uint64_t hash)
{
   uint32_t slot = hash & (s->n_slots - 1);
   while (s->slots[slot]) {
      const uint32_t number = s->slots[slot] - 1;
      if (s->hash[number] == hash && s->length_B[number] == length_B
          && memcmp(s->text[number], text, length_B) == 0)
         break;
      slot = (slot + 1) & (s->n_slots - 1);
   }
   return slot;
}

static void grow_slots(Strings* s)
{
   host_free(s->slots);
   s->n_slots = s->n_slots ? 2 * s->n_slots : SLOTS_MIN;
   s->slots = host_zalloc("strings.slots", s->n_slots * sizeof *s->slots);
   for (uint32_t i = 0; i < s->n; i++) {
      uint32_t slot = s->hash[i] & (s->n_slots - 1);
      while (s->slots[slot]) slot = (slot + 1) & (s->n_slots - 1);
      s->slots[slot] = i + 1;
   }
}

static void grow_texts(Strings* s)
{
   s->room = s->room ? 2 * s->room : SLOTS_MIN / 4;
   s->text = host_realloc("strings.text", s->text, s->room * sizeof *s->text);
   s->length_B = host_realloc("strings.length_B", s->length_B, s->room * sizeof *s->length_B);
   s->hash = host_realloc("strings.hash", s->hash, s->room * sizeof *s->hash);
}

uint32_t strings_number(Strings* s, const char* text, size_t length_B)
{
   const uint64_t hash = hash_of(text, length_B);
   if (2 * (s->n + 1) > s->n_slots) grow_slots(s);
   const uint32_t slot = slot_of(s, text, length_B, hash);
   if (s->slots[slot]) return s->slots[slot] - 1;
   if (s->n == s->room) grow_texts(s);
   char* copy = arena_alloc(&s->arena, length_B + 1);
   memcpy(copy, text, length_B);
   s->text[s->n] = copy;
   s->length_B[s->n] = (uint32_t)length_B;
   s->hash[s->n] = hash;
   s->slots[slot] = ++s->n;
   return s->n - 1;
}

uint32_t strings_find(const Strings* s, const char* text, size_t length_B)
{
   if (!s->n_slots) return STRINGS_NONE;
   const uint32_t number = s->slots[slot_of(s, text, length_B, hash_of(text, length_B))];
   return number ? number - 1 : STRINGS_NONE;
}

void strings_clear(Strings* s)
{
   host_free(s->text);
   host_free(s->length_B);
   host_free(s->hash);
   host_free(s->slots);
   arena_clear(&s->arena);
   *s = (Strings){.arena.what = s->arena.what};
}
