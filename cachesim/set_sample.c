// SPDX-License-Identifier: GPL-3.0-or-later
// A sample of the sets of all caches; see set_sample.h.
#include "cachesim/set_sample.h"

#include "base/square_root.h"

static uint32_t log2_of(uint64_t power)
{
   return (uint32_t)__builtin_ctzll(power);
}

// The lowest bit of an address that is no longer one of a set's number, whatever the other bits are.
static uint32_t end_of_index(const Geometry* g)
{
   return log2_of(g->line_B) + log2_of(geometry_sets(g)); // a factor that is odd needs all bits
}

static uint32_t min(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

static uint32_t longest_line_shift(const Geometry* d1, const Geometry between[LEVELS_BETWEEN],
                                   const Geometry* ll)
{
   uint32_t line_B = d1->line_B > ll->line_B ? d1->line_B : ll->line_B;
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++)
      if (between[i].size_B && between[i].line_B > line_B) line_B = between[i].line_B;
   return log2_of(line_B);
}

uint64_t set_sample_stripes(const Geometry* d1, const Geometry between[LEVELS_BETWEEN],
                            const Geometry* ll)
{
   uint32_t end = min(end_of_index(d1), end_of_index(ll));
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++)
      if (between[i].size_B) end = min(end, end_of_index(&between[i]));
   const uint32_t shift = longest_line_shift(d1, between, ll);
   const uint64_t stripes = end > shift ? 1ULL << (end - shift) : 1;
   return stripes < STRIPES_MAX ? stripes : STRIPES_MAX;
}

const char* set_sample_error(uint32_t one_in, const Geometry* d1,
                             const Geometry between[LEVELS_BETWEEN], const Geometry* ll)
{
   if (one_in & (one_in - 1)) return "the number must be a power of two";
   if (one_in * (uint64_t)SAMPLED_STRIPES_MIN > set_sample_stripes(d1, between, ll))
      return "the smallest cache has too few sets for that";
   return NULL;
}

// A number from 0 to before `one_in` for a run of stripes.  Its low bits are all numbers equally often,
// in an order that no step repeats; those that there are too few runs for are bits of a product.
static uint32_t place_in_run(uint32_t run, uint32_t runs, uint32_t one_in)
{
   const uint32_t golden = 0x9E3779B9u; // 2^32 divided by the golden ratio
   uint32_t folded = run;
   for (uint32_t rest = run / one_in; rest; rest /= one_in) folded ^= rest;
   const uint32_t low = runs < one_in ? runs - 1 : one_in - 1;
   const uint32_t hash = (run + 1) * golden >> 16;
   return ((folded ^ golden >> 8) & low) | (hash & (one_in - 1) & ~low);
}

void set_sample_init(SetSample* s, uint32_t one_in, const Geometry* d1,
                     const Geometry between[LEVELS_BETWEEN], const Geometry* ll)
{
   XG_ASSERT(!set_sample_error(one_in, d1, between, ll));
   *s = (SetSample){.one_in = one_in,
                    .line_shift = longest_line_shift(d1, between, ll),
                    .stripes = (uint32_t)set_sample_stripes(d1, between, ll)};
   const uint32_t runs = s->stripes / one_in;
   s->groups = min(runs, SAMPLE_GROUPS_MAX);
   host_memset(s->group, NOT_SAMPLED, sizeof s->group);
   for (uint32_t run = 0; run < runs; run++)
      s->group[run * one_in + place_in_run(run, runs, one_in)] = (uint8_t)(run % s->groups);
}

bool set_sample_may_touch(const SetSample* s, uint64_t address, uint32_t shift, uint32_t size_B)
{
   const uint64_t last = (address | ((1ULL << shift) - 1)) + size_B - 1;
   const uint32_t stripe_of_last = (uint32_t)(last >> s->line_shift);
   for (uint32_t stripe = (uint32_t)(address >> s->line_shift); stripe <= stripe_of_last;
        stripe++)
      if (s->group[stripe & (s->stripes - 1)] != NOT_SAMPLED) return true;
   return false;
}

// The stripes of the sample are taken as drawn at random, without putting back.
double set_sample_error_of(const SetSample* s, const uint64_t* scaled)
{
   double mean = 0, squares = 0;
   for (uint32_t g = 0; g < s->groups; g++) mean += (double)scaled[g] / s->groups;
   for (uint32_t g = 0; g < s->groups; g++)
      squares += ((double)scaled[g] - mean) * ((double)scaled[g] - mean);
   return square_root(squares / (s->groups - 1) * s->groups * (1 - 1.0 / s->one_in));
}
