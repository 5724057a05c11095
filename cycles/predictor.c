// SPDX-License-Identifier: GPL-3.0-or-later
// Branch prediction; see predictor.h.
#include "cycles/predictor.h"

enum {
   LONG_HISTORY_BITS = 40,
   TAG_END =
      48, // of a hash's bits, those of the tag end here, and those of an index begin at the earliest
   LOOP_MIN = 8 // rounds; shorter loops are in the history
};
_Static_assert(1 << (64 - TAG_END) >= LONG_PREDICTIONS_MAX,
               "index and tag have no bit in common");

void predictor_init(BranchHistory* h, uint32_t outcomes)
{
   uint32_t size = PREDICTOR_MIN;
   while (size < PREDICTOR_MAX && outcomes >= size + size / 2) size *= 2;
   h->short_mask = size / 2 - 1;
   h->long_shift = 64;
   for (uint32_t n = size / 4; n > 1; n /= 2) h->long_shift--;
}

static uint32_t moved(uint32_t counter, bool up)
{
   return up ? counter + (counter < 3) : counter - (counter > 0);
}

// The branch goes its usual way, or, at the end of a loop, the other one.  Returns whether that is such an end, which
// comes after as many rounds as the last one.
static bool ends_as_before(Branch* b, bool as_usual)
{
   if (as_usual) {
      b->run += b->run < LONG_RUN;
      return false;
   }
   bool is = b->run == b->last_run && b->run >= LOOP_MIN && b->run < LONG_RUN;
   b->last_run = b->run;
   b->run = 0;
   return is;
}

// The long history's prediction: its place, and the tag that it has there.
typedef struct {
   uint16_t* at;
   uint16_t tag;
} LongPrediction;

static LongPrediction long_prediction(BranchHistory* h, uint64_t address)
{
   const uint64_t factor = 0x9E3779B97F4A7C15; // spreads bits over those above
   uint64_t bits = (h->history << (64 - LONG_HISTORY_BITS) ^ address) * factor;
   bits = (bits ^ bits >> 32) * factor;
   return (LongPrediction){&h->by_long_history[bits >> h->long_shift],
                           (uint16_t)(bits >> 32) & (uint16_t)~3U};
}

// Learns what has come; a misprediction takes the place of another history's.
static void learn(LongPrediction p, bool taken, bool wrong)
{
   if ((*p.at & ~3U) == p.tag)
      *p.at = (uint16_t)(p.tag | moved(*p.at & 3, taken));
   else if (wrong)
      *p.at = p.tag | (taken ? 2 : 1);
}

// What branches before have led to: a counter's place among the four of a byte.
typedef struct {
   uint8_t* at;
   uint32_t shift;
} ShortPrediction;

static ShortPrediction short_prediction(BranchHistory* h, uint64_t address)
{
   uint32_t own = (uint32_t)(address ^ address >> 15);
   uint32_t i = (own * 5 ^ (uint32_t)h->history) & h->short_mask;
   return (ShortPrediction){&h->by_history[i / 4], i % 4 * 2};
}

// Learns what has come; the counter is what it has said.
static void learn_short(ShortPrediction p, uint32_t counter, bool taken)
{
   *p.at ^= (uint8_t)((counter ^ moved(counter, taken)) << p.shift);
}

// By the tables.
static bool predict(BranchHistory* h, Branch* b, uint64_t address, bool taken)
{
   ShortPrediction s = short_prediction(h, address);
   LongPrediction p = long_prediction(h, address);
   uint32_t before = *s.at >> s.shift & 3;
   bool says_alone = b->counter >= 2, says_before = before >= 2;
   bool says = b->choice >= 2 ? says_before : says_alone;
   if ((*p.at & ~3U) == p.tag && (*p.at & 3) % 3 == 0) says = *p.at & 2;
   bool is_end = ends_as_before(b, taken == says_alone);
   bool wrong = says != taken && !is_end;
   learn_short(s, before, taken);
   learn(p, taken, wrong);
   if (says_alone != says_before) b->choice = (uint8_t)moved(b->choice, says_before == taken);
   return wrong;
}

bool predictor_conditional(BranchHistory* h, Branch* b, uint64_t address, bool taken)
{
   uint8_t goes = predictor_goes(b);
   if (goes == taken) return false;
   bool wrong = true;
   if (goes == BRANCH_ASKS)
      wrong = predict(h, b, address, taken);
   else {
      b->last_run = LONG_RUN;
      b->run = 0;
   }
   b->counter = (uint8_t)moved(b->counter, taken);
   h->history = h->history << 1 | taken;
   return wrong;
}

bool predictor_indirect(BranchHistory* h, uint64_t address, uint64_t target)
{
   uint64_t* known = &h->target[(address ^ address >> 12 ^ h->history * 7) % TARGETS];
   bool wrong = *known != target;
   *known = target;
   h->history = h->history << 2 ^ target >> 2;
   return wrong;
}
