// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling of accesses; see sampling.h.
#include "engine/sampling.h"

void sampling_init(Sampling* s, int64_t period, bool loads, bool stores)
{
   bool any = loads == stores;
   *s = (Sampling){
      .left = period, .period = period, .loads = any || loads, .stores = any || stores};
}

bool sampling_applies(const Sampling* s, bool is_write)
{
   return s->period && (is_write ? s->stores : s->loads);
}

static void start_period(Sampling* s)
{
   while (s->left <= 0) s->left += s->period;
}

bool sampling_records(Sampling* s, const Site* site)
{
   if (XG_LIKELY(s->left > 0)) return false;
   int64_t since =
      site->run_position - (s->left + site->run_accesses); // the first one due has 0
   bool takes = since >= 0 && since % s->period == 0;
   if (site->run_position == site->run_accesses) start_period(s);
   s->n_taken += takes;
   return takes;
}

bool sampling_records_guarded(Sampling* s)
{
   bool takes = --s->left <= 0;
   start_period(s);
   s->n_taken += takes;
   return takes;
}
