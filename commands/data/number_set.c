// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of numbers; see number_set.h.
#include "commands/data/number_set.h"

#include <pthread.h>
#include <sys/random.h>

#include "base/host.h"

enum { FIRST_SLOTS = 64 };

static uint64_t seeds[2] = {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9}; // where there is no chance
static pthread_once_t is_seeded = PTHREAD_ONCE_INIT;

static void seed(void)
{
   uint64_t random[2];
   if (getrandom(random, sizeof random, GRND_NONBLOCK) != sizeof random) return;
   for (int i = 0; i < 2; i++) seeds[i] = random[i] | 1;
}

static uint64_t mixed(uint64_t number, uint64_t with)
{
   const unsigned __int128 product = (unsigned __int128)(number ^ with) * seeds[1];
   return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// The slot of a number, or the free one where it belongs.
static size_t slot_of(const NumberSet* s, uint64_t number)
{
   size_t i = mixed(number, seeds[0]) & (s->n_slots - 1);
   while (s->slots[i] && s->slots[i] != number) i = (i + 1) & (s->n_slots - 1);
   return i;
}

static void grow(NumberSet* s)
{
   uint64_t* old = s->slots;
   const size_t n_old = s->n_slots;
   s->n_slots = n_old ? 2 * n_old : FIRST_SLOTS;
   s->slots = host_zalloc("commands.number_set", s->n_slots * sizeof *s->slots);
   for (size_t i = 0; i < n_old; i++)
      if (old[i]) s->slots[slot_of(s, old[i])] = old[i];
   host_free(old);
}

bool number_set_add(NumberSet* s, uint64_t number)
{
   pthread_once(&is_seeded, seed);
   if (!number) {
      const bool had = s->has_zero;
      s->has_zero = true;
      return !had;
   }
   if (2 * s->n >= s->n_slots) grow(s);
   const size_t i = slot_of(s, number);
   if (s->slots[i]) return false;
   s->slots[i] = number;
   s->n++;
   return true;
}

bool number_set_has(const NumberSet* s, uint64_t number)
{
   if (!number) return s->has_zero;
   return s->n && s->slots[slot_of(s, number)];
}

uint64_t number_set_of_text(const char* text)
{
   pthread_once(&is_seeded, seed);
   uint64_t sum = seeds[1];
   for (; *text; text++) sum = mixed(sum + (uint8_t)*text, seeds[0]);
   return sum;
}

void number_set_clear(NumberSet* s)
{
   host_free(s->slots);
   *s = (NumberSet){0};
}
