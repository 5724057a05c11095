// SPDX-License-Identifier: GPL-3.0-or-later
// What a cache has beside a standard one; see policy_state.h.
#include "cachesim/policy_state.h"

void policy_state_init(PolicyState* s, Cache* c, const CachePolicy* policy, uint64_t start)
{
   *s = (PolicyState){.chosen = *policy};
   replacer_init(&s->replacer, policy->replacement, c->sets, c->ways, start);
   line_prefetch_init(&s->prefetcher, policy->prefetch, c->line_shift);
   c->policy = s;
}

void policy_state_free(PolicyState* s)
{
   replacer_free(&s->replacer);
}

void policy_state_clear(PolicyState* s)
{
   replacer_clear(&s->replacer);
   line_prefetch_init(&s->prefetcher, s->prefetcher.kind, s->prefetcher.line_shift);
}
