// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of a run of any length; see samples.h.
#include "timeline/samples.h"

#define SEED 0x9E3779B97F4A7C15ULL

void samples_init(Samples* s, uint32_t most, size_t sample_B, void (*dropped)(void* sample))
{
   XG_ASSERT(most >= SAMPLES_MIN);
   *s = (Samples){.sample_B = sample_B, .most = most, .random = SEED, .dropped = dropped};
   samples_clear(s, 0);
}

void samples_free(Samples* s)
{
   host_free(s->sample);
   *s = (Samples){0};
}

void* samples_at(const Samples* s, uint32_t i)
{
   return s->sample + i * s->sample_B;
}

// Numbers below n are as likely as each other but for n in 2^64.
uint64_t samples_random(Samples* s, uint64_t n)
{
   s->random ^= s->random << 13;
   s->random ^= s->random >> 7;
   s->random ^= s->random << 17;
   // The upper bits of the product are the better ones.
   return (s->random * 0x2545F4914F6CDD1DULL >> 16) % n;
}

// Chooses the tick of the period after that of `now`.
static void choose_next(Samples* s, uint64_t now)
{
   s->next = (now / s->period + 1) * s->period + samples_random(s, s->period);
}

void samples_clear(Samples* s, uint64_t now)
{
   for (uint32_t i = 0; s->dropped && i < s->n; i++) s->dropped(samples_at(s, i));
   s->n = 0;
   s->n_ticks = 0;
   s->period = SAMPLES_FIRST_PERIOD;
   s->next = now + samples_random(s, s->period);
}

static uint32_t most_now(const Samples* s)
{
   bool is_short = s->period < SAMPLES_SHORT_PERIOD && s->most > SAMPLES_MAX_IF_SHORT;
   return is_short ? SAMPLES_MAX_IF_SHORT : s->most;
}

// Drops every second sample.
static void thin(Samples* s)
{
   uint32_t left = 0;
   for (uint32_t i = 0; i < s->n; i++) {
      if (i % 2) {
         if (s->dropped) s->dropped(samples_at(s, i));
      } else {
         host_memcpy(samples_at(s, left++), samples_at(s, i), s->sample_B);
      }
   }
   s->n = left;
   s->period *= 2;
}

static void grow(Samples* s)
{
   uint32_t capacity = s->capacity ? 2 * s->capacity : 256;
   s->capacity = capacity < s->most ? capacity : s->most;
   s->sample = host_realloc("timeline.samples", s->sample, s->capacity * s->sample_B);
}

void* samples_tick(Samples* s, uint64_t now)
{
   if (s->n == most_now(s)) thin(s);
   if (s->n == s->capacity) grow(s);
   choose_next(s, now);
   s->n_ticks++;
   void* sample = samples_at(s, s->n++);
   host_memset(sample, 0, s->sample_B);
   return sample;
}

void samples_check(const Samples* s)
{
   uint64_t period = s->period;
   while (period > SAMPLES_FIRST_PERIOD && period % 2 == 0) period /= 2;
   XG_ASSERT(period == SAMPLES_FIRST_PERIOD);
   XG_ASSERT(s->n <= s->capacity && s->n <= most_now(s) && s->n <= s->n_ticks);
}
