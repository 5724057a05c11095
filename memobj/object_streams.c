// SPDX-License-Identifier: GPL-3.0-or-later
// How many streams walk through an object; see object_streams.h.
#include "memobj/object_streams.h"

enum { LINE_SHIFT = 6 };

// Whether they are in one line, or in lines next to each other.
static bool is_near(uint64_t a, uint64_t b)
{
   return (a >> LINE_SHIFT) - (b >> LINE_SHIFT) + 1 <= 2;
}

static bool goes_on(const ObjectStream* t, uint64_t address)
{
   return t->length
          && (is_near(t->last, address) || (t->step_B && address - t->last == t->step_B));
}

// The stream that a miss continues; OBJECT_STREAMS_MAX: none.  Streams take turns: the one that came next last time
// is asked first.
static uint32_t continued(const ObjectStreams* s, uint64_t address)
{
   const uint32_t then = s->stream[s->now].then;
   if (XG_LIKELY(goes_on(&s->stream[then], address))) return then;
   uint32_t i = 0;
   while (i < OBJECT_STREAMS_MAX && !goes_on(&s->stream[i], address)) i++;
   return i;
}

static uint64_t recent(const ObjectStreams* s, uint64_t back)
{
   return s->recent[(s->seen - back) % (2 * OBJECT_STREAMS_TURNS)];
}

// The stream that begins with this miss and earlier ones.
static ObjectStream begun(const ObjectStreams* s, uint64_t address)
{
   for (uint64_t n = 1; n <= 2 * OBJECT_STREAMS_TURNS && n <= s->seen; n++)
      if (is_near(recent(s, n), address)) return (ObjectStream){.length = 2};
   for (uint64_t n = 1; n <= OBJECT_STREAMS_TURNS && 2 * n <= s->seen; n++) {
      const uint64_t step_B = address - recent(s, n);
      if (step_B == recent(s, n) - recent(s, 2 * n))
         return (ObjectStream){.length = 3, .step_B = step_B};
   }
   return (ObjectStream){0};
}

// The one to be forgotten: of those that are not streams yet, or else of all, that with the oldest miss.
static uint32_t oldest(const ObjectStreams* s)
{
   uint32_t best = 0;
   for (uint32_t i = 1; i < OBJECT_STREAMS_MAX; i++) {
      const ObjectStream *t = &s->stream[i], *b = &s->stream[best];
      const bool is = t->length >= OBJECT_STREAMS_LENGTH,
                 was = b->length >= OBJECT_STREAMS_LENGTH;
      if (is != was ? was : t->seen < b->seen) best = i;
   }
   return best;
}

static uint64_t walked(const ObjectStreams* s)
{
   return s->seen - s->misses[0];
}

static void count_alive(ObjectStreams* s)
{
   s->n_alive = 0;
   s->alive_until = UINT64_MAX;
   for (uint32_t i = 0; i < OBJECT_STREAMS_MAX; i++) {
      const ObjectStream* t = &s->stream[i];
      const uint64_t until = t->walked + OBJECT_STREAMS_PAUSE;
      if (t->length < OBJECT_STREAMS_LENGTH || walked(s) >= until) continue;
      s->n_alive++;
      if (until < s->alive_until) s->alive_until = until;
   }
}

// The stream of the miss, with it; NULL: none.
static ObjectStream* stream_of(ObjectStreams* s, uint64_t address)
{
   uint32_t i = continued(s, address);
   if (i != OBJECT_STREAMS_MAX) {
      s->stream[i].length++;
   } else {
      const ObjectStream new = begun(s, address);
      if (!new.length) return NULL;
      i = oldest(s);
      s->stream[i] = new;
   }
   s->stream[s->now].then = i;
   s->now = i;
   return &s->stream[i];
}

void object_streams_missed(ObjectStreams* s, uint64_t address)
{
   ObjectStream* t = stream_of(s, address);
   const bool is_one = t && t->length >= OBJECT_STREAMS_LENGTH;
   s->recent[s->seen++ % (2 * OBJECT_STREAMS_TURNS)] = address;
   s->misses[0] += !is_one;
   if (!t) return;
   const uint64_t now = walked(s);
   const bool was_alive =
      t->length > OBJECT_STREAMS_LENGTH && now - t->walked < OBJECT_STREAMS_PAUSE;
   t->last = address;
   t->seen = s->seen;
   t->walked = now;
   if (!is_one) return;
   if (!was_alive || now >= s->alive_until) count_alive(s);
   s->misses[s->n_alive]++;
}
