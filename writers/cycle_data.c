// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles; see cycle_data.h.
#include "writers/cycle_data.h"

#include "writers/model.h"

bool cycle_data_is_known(void)
{
   return MODEL->config.processor != NULL;
}

static bool is_cause(Event e)
{
   const uint32_t with = event_info[e].with;
   return (with & EV_WITH_CYCLES)
          && (!(with & EV_WITH_L2) || hierarchy_between(&MODEL->config.caches) > 0)
          && (!(with & EV_WITH_L3) || hierarchy_between(&MODEL->config.caches) > 1)
          && (!(with & EV_WITH_CORES) || MODEL->config.caches.cores > 1);
}

void cycle_data_write(Json* j, const uint64_t cost[EV_COUNT], uint32_t simulation)
{
   json_key(j, "cycles");
   json_object(j);
   for (Event e = 0; e < EV_COUNT; e++)
      if (is_cause(e))
         json_member(j, event_name(e, false),
                     event_shown(e, cost[simulation_event(e, simulation)], NULL));
   json_end_object(j);
}

// Thousandths of a cycle, as cycles.
static void write_rate(Json* j, const char* level, uint32_t mc)
{
   json_key(j, level);
   Writer* w = json_raw(j);
   writer_number(w, mc / CYCLE_MC);
   writer_char(w, '.');
   for (uint32_t unit = CYCLE_MC / 10; unit; unit /= 10)
      writer_char(w, (char)('0' + mc / unit % 10));
}

void cycle_data_write_rates(Json* j)
{
   const uint32_t* rate_mc = MODEL->config.processor->rate_mc;
   json_key(j, "rates");
   json_object(j);
   for (uint32_t i = 0; i < hierarchy_between(&MODEL->config.caches); i++)
      write_rate(j, hierarchy_cache_name(CACHE_L2 + i), rate_mc[FROM_L2 + i]);
   write_rate(j, "LL", rate_mc[FROM_LL]);
   write_rate(j, "memory", rate_mc[FROM_MEMORY]);
   json_end_object(j);
}
