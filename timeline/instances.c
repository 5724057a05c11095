// SPDX-License-Identifier: GPL-3.0-or-later
// Instances that are kept one by one; see instances.h.
#include "timeline/instances.h"

// Takes over the memory of `cost`, if there is any.
static Instance copy_of(const Instance* i, uint64_t* cost, uint32_t n_events)
{
   Instance copy = *i;
   copy.cost = cost ? cost : host_alloc("timeline.instance", n_events * sizeof *cost);
   host_memcpy(copy.cost, i->cost, n_events * sizeof *cost);
   return copy;
}

// --- the list ---------------------------------------------------------------------------------

void instance_list_init(InstanceList* l, uint32_t n_events)
{
   *l = (InstanceList){.n_events = n_events, .stride = 1};
}

void instance_list_free(InstanceList* l)
{
   for (uint32_t i = 0; i < l->n; i++) host_free(l->instance[i].cost);
   host_free(l->instance);
   instance_list_init(l, l->n_events);
}

static void thin(InstanceList* l)
{
   uint32_t kept = 0;
   l->stride *= 2;
   for (uint32_t i = 0; i < l->n; i++) {
      if (l->instance[i].number % l->stride)
         host_free(l->instance[i].cost);
      else
         l->instance[kept++] = l->instance[i];
   }
   l->n = kept;
}

void instance_list_add(InstanceList* l, const Instance* new)
{
   while (l->n == INSTANCES_LISTED && new->number % l->stride == 0) thin(l);
   if (new->number % l->stride) return;
   if (l->n == l->capacity) {
      l->capacity = l->capacity ? 2 * l->capacity : 16;
      l->instance =
         host_realloc("timeline.instances", l->instance, l->capacity * sizeof *l->instance);
   }
   // One that began earlier and lasted longer comes later: with threads only.
   uint32_t at = l->n++;
   for (; at > 0 && l->instance[at - 1].number > new->number; at--)
      l->instance[at] = l->instance[at - 1];
   l->instance[at] = copy_of(new, NULL, l->n_events);
}

// --- outliers ---------------------------------------------------------------------------------

void instance_outliers_init(InstanceOutliers* o, uint32_t n_events, bool longest)
{
   *o = (InstanceOutliers){.n_events = n_events, .longest = longest};
}

void instance_outliers_free(InstanceOutliers* o)
{
   for (uint32_t i = 0; i < o->n; i++) host_free(o->instance[i].cost);
   o->n = 0;
}

static bool lies_further_out(const InstanceOutliers* o, const Instance* a, const Instance* b)
{
   if (a->instructions == b->instructions) return a->number < b->number;
   return o->longest == (a->instructions > b->instructions);
}

void instance_outliers_add(InstanceOutliers* o, const Instance* new)
{
   uint64_t* cost = NULL;
   if (o->n == INSTANCES_OUTLYING) {
      if (!lies_further_out(o, new, &o->instance[o->n - 1])) return;
      cost = o->instance[--o->n].cost;
   }
   uint32_t at = o->n++;
   for (; at > 0 && lies_further_out(o, new, &o->instance[at - 1]); at--)
      o->instance[at] = o->instance[at - 1];
   o->instance[at] = copy_of(new, cost, o->n_events);
}
