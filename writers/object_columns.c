// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of memory objects; see object_columns.h.
#include "writers/object_columns.h"

#include "writers/model.h"

static bool is_column(ObjectEvent e)
{
   // Objects may be known without their costs, for the timeline.
   bool any = MODEL->config.objects || !MODEL->config.track_objects;
   return any && object_costs_have(e);
}

void object_columns_write_names(Json* j)
{
   json_array(j);
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      if (is_column(e)) json_text(j, object_name(e));
   json_end_array(j);
}

void object_columns_write(Json* j, const uint64_t* cost)
{
   json_array(j);
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      if (is_column(e)) json_number(j, cost[e]);
   json_end_array(j);
}

void object_columns_totals(const uint64_t of_profile[EV_COUNT], uint32_t simulation,
                           uint64_t totals[OBJ_EVENTS])
{
   object_costs_sum(totals, simulation); // lines are counted here only
   const ObjectCosts* forgotten = MODEL->objects.forgotten;
   // Profiles like Callgrind's lose costs of lines and of threads.
   bool lossy = MODEL->config.graph.callgrind_compat && !MODEL->objects.sampling.period;
   for (ObjectEvent e = 0; e < OBJ_EVENTS && !lossy; e++) {
      uint8_t event = object_info[e].event;
      if (event == EV_COUNT) continue;
      totals[e] = of_profile[simulation_event((Event)event, simulation)]
                  - (forgotten ? object_costs_of(forgotten, e, simulation) : 0);
   }
}

// --- sampling -------------------------------------------------------------------------------

// How often each event of the kind that was sampled stands for itself; 0: not known, as lines are
// loaded by loads and by stores, of which only one kind was sampled.
static uint64_t weight_of(const MemObject* o, ObjectEvent e)
{
   const Sampling* s = &MODEL->objects.sampling;
   if (o->kind == OBJECT_CODE) return 1; // instruction fetches are not sampled
   uint64_t period = (uint64_t)s->period;
   switch (object_info[e].weight) {
   case WEIGHT_LOADS: return s->loads ? period : 1;
   case WEIGHT_STORES: return s->stores ? period : 1;
   default: return s->loads && s->stores ? period : 0;
   }
}

// Square root, rounded down.
static uint64_t root_of(uint64_t n)
{
   uint64_t root = 0;
   for (uint64_t bit = 1ULL << 31; bit; bit >>= 1)
      if ((root | bit) * (root | bit) <= n) root |= bit;
   return root;
}

// Of k events recorded with weight N the estimate is k N.  If each was recorded with probability
// 1/N, its standard error is the root of k N (N - 1), here as root(k (N - 1)) root(N).
static uint64_t error_of(uint64_t recorded, uint64_t weight)
{
   return weight == 1 ? 0 : root_of(recorded * (weight - 1)) * root_of(weight);
}

void object_columns_write_estimates(Json* j, const MemObject* o, const uint64_t* cost)
{
   json_key(j, "estimate");
   json_array(j);
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      const uint64_t weight = weight_of(o, e);
      json_number(j, weight ? cost[e] * weight : JSON_NULL);
   }
   json_end_array(j);
   json_key(j, "error");
   json_array(j);
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      const uint64_t weight = weight_of(o, e);
      const bool known = weight && object_info[e].unit == UNIT_COUNT;
      json_number(j, known ? error_of(cost[e], weight) : JSON_NULL);
   }
   json_end_array(j);
}
