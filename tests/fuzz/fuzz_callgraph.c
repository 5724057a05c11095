// SPDX-License-Identifier: GPL-3.0-or-later
// Any program that callsim.h can make up must be profiled as by a walk of all open calls.
// Input: three bytes of features and settings, then a byte for each decision.
#include "callsim.h"

typedef struct {
   const uint8_t *next, *end;
} Bytes;

static uint32_t next(void* source, uint32_t n)
{
   Bytes* b = source;
   return b->next < b->end ? *b->next++ * n >> 8 : n - 1;
}

static bool evicted(void* source)
{
   const Bytes* b = source;
   return b->next == b->end;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   if (size < 4 || size > 20000) return 0;
   static const uint32_t recursions[] = {1, 2, 3, SIM_DEPTH + 10};
   static const uint32_t threads[] = {1, 2, 3, 5, 8, 16, 33, SIM_MAX_THREADS};
   Bytes b = {data + 3, data + size};
   SimConfig c = {.below = next,
                  .evicted = evicted,
                  .source = &b,
                  .features = data[0] | (data[1] & 3u) << 8,
                  .recursions = recursions[data[1] >> 2 & 3],
                  .callers = (data[1] >> 4 & 3) % (SIM_CALLERS + 1),
                  .threads = threads[data[2] >> 5],
                  .tree_depth = data[3] % 16};
   c.features |= (data[2] & 31) * (unsigned)SIM_THREADS;
   if (data[1] >> 6 & 1) c.features |= SIM_LINES | SIM_WIDE;
   if (data[1] >> 6 == 3) c.features |= SIM_CACHES;
   // What opens no level and what is done at the first level are not to be had together.
   if (c.features & SIM_DIRECT) c.features &= ~(unsigned)SIM_TOGGLE;
   sim_run(&c, 20000);
   return 0;
}
