// SPDX-License-Identifier: GPL-3.0-or-later
// The data file; see data.h.
#include "writers/data.h"

#include "writers/class_data.h"
#include "writers/curve_data.h"
#include "writers/cycle_data.h"
#include "writers/dependence_data.h"
#include "writers/model.h"
#include "writers/object_columns.h"
#include "writers/object_data.h"
#include "writers/store_data.h"
#include "writers/timeline_data.h"
#include "writers/waiting_data.h"

// --- the head -------------------------------------------------------------------------------

static void write_geometry(Json* j, const char* name, const Geometry* g)
{
   json_key(j, name);
   json_numbers(j, (uint64_t[]){g->size_B, g->ways, g->line_B}, 3);
}

static void write_caches(Json* j)
{
   const HierarchyConfig* c = &MODEL->config.caches;
   json_key(j, "caches");
   json_object(j);
   write_geometry(j, "I1", &c->i1);
   write_geometry(j, "D1", &c->d1);
   for (uint32_t i = 0; i < hierarchy_between(c); i++)
      write_geometry(j, hierarchy_cache_name(CACHE_L2 + i), &c->between[i]);
   write_geometry(j, "LL", &c->ll);
   json_end_object(j);
}

static void write_latencies(Json* j, const DataHeader* h)
{
   if (!h->ll_latency) return;
   json_line(j, 0);
   json_key(j, "latencies");
   json_object(j);
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++)
      if (h->between_latency[i])
         json_member(j, hierarchy_cache_name(CACHE_L2 + i), h->between_latency[i]);
   json_member(j, "LL", h->ll_latency);
   json_member(j, "memory", h->memory_latency);
   json_end_object(j);
}

static void write_sampling(Json* j)
{
   const Sampling* s = &MODEL->objects.sampling;
   json_key(j, "sampling");
   if (!s->period) {
      json_number(j, JSON_NULL);
      return;
   }
   json_object(j);
   json_member(j, "period", (uint64_t)s->period);
   json_key(j, "loads");
   json_bool(j, s->loads);
   json_key(j, "stores");
   json_bool(j, s->stores);
   json_member(j, "recorded", s->n_taken);
   json_end_object(j);
}

// [number, name] of each thread that has one.
static void write_thread_names(Json* j, const DataHeader* h)
{
   if (!h->n_thread_names) return;
   json_key(j, "thread_names");
   json_array(j);
   for (uint32_t i = 0; i < h->n_thread_names; i++) {
      json_array(j);
      json_number(j, h->thread_names[i].thread);
      json_text(j, h->thread_names[i].name);
      json_end_array(j);
   }
   json_end_array(j);
   json_line(j, 0);
}

static void write_head(Json* j, const DataHeader* h)
{
   uint64_t totals[OBJ_EVENTS];
   object_columns_totals(h->totals, h->simulation, totals);
   json_line(j, 0);
   json_member_text(j, "format", "xgrind.data");
   json_member(j, "version", 1);
   json_member_text(j, "creator", h->creator);
   json_line(j, 0);
   json_member_text(j, "command", h->command);
   json_member(j, "pid", h->pid);
   json_line(j, 0);
   write_caches(j);
   write_latencies(j, h);
   json_line(j, 0);
   if (cycle_data_is_known()) {
      cycle_data_write_rates(j);
      json_line(j, 0);
      cycle_data_write(j, h->totals, h->simulation);
      json_line(j, 0);
   }
   write_thread_names(j, h);
   json_member(j, "instructions", h->instructions);
   write_sampling(j);
   json_line(j, 0);
   json_key(j, "events");
   object_columns_write_names(j);
   json_line(j, 0);
   json_key(j, "totals");
   object_columns_write(j, totals);
}

// --- the parts ------------------------------------------------------------------------------

// NULL: the run has no such part.
typedef struct {
   ObjectReport* objects;
   SharingReport* sharing;
   TimelineReport* timeline;
   WaitingReport waiting; // with several cores
   StoreReport stores;    // with stores
   DependenceReport dependences;
} Reports;

static bool is_listed(const MemObject* o, const TimelineReport* timeline, uint32_t simulation)
{
   return o->costs || o->count
          || (MODEL->config.curves.on
              && miss_curves_of_object(&MODEL->simulation[simulation].curves, o))
          || (timeline && timeline_data_has(timeline, o))
          || (MODEL->config.object_bytes && object_bytes_of(o));
}

// Numbers are given out in the order of the parts.
static Reports number(DataNumbers* numbers, const DataHeader* h)
{
   Reports r = {0};
   if (h->placement && h->placement->cores > 1) {
      r.sharing = sharing_data_new(h->simulation);
      r.waiting = waiting_data_new(h->simulation);
   }
   const bool has_samples = !h->simulation || !MODEL->config.apart;
   if (MODEL->config.timeline.on && has_samples) r.timeline = timeline_data_new(h->simulation);
   for (const MemObject* o = MODEL->objects.set.first; o; o = o->next)
      if (is_listed(o, r.timeline, h->simulation)) data_numbers_list(numbers, o);
   r.objects = object_data_new(numbers, h->simulation);
   if (r.sharing) sharing_data_number(r.sharing, numbers);
   waiting_data_number(&r.waiting, numbers);
   if (MODEL->config.stores) r.stores = store_data_new();
   store_data_number(&r.stores, numbers);
   if (MODEL->config.dependences) r.dependences = dependence_data_new();
   dependence_data_number(&r.dependences, numbers);
   if (r.timeline) timeline_data_number(r.timeline, numbers);
   if (MODEL->config.curves.on) curve_data_number(numbers, h->simulation);
   return r;
}

static void free_reports(Reports* r)
{
   object_data_free(r->objects);
   if (r->sharing) sharing_data_free(r->sharing);
   waiting_data_free(&r->waiting);
   store_data_free(&r->stores);
   dependence_data_free(&r->dependences);
   if (r->timeline) timeline_data_free(r->timeline);
}

void data_write(Writer* w, const DataHeader* h)
{
   Json j = {.w = w};
   DataNumbers numbers = {0};
   Reports r = number(&numbers, h);
   json_object(&j);
   write_head(&j, h);
   data_numbers_write_functions(&j, &numbers);
   object_data_write(&j, r.objects, &numbers);
   if (MODEL->config.caches.miss_classes && MODEL->config.objects)
      class_data_write(&j, &numbers, h->simulation);
   if (r.sharing) {
      sharing_data_write(&j, r.sharing, h->placement, &numbers);
      waiting_data_write(&j, &r.waiting, &numbers);
   }
   if (MODEL->config.stores) store_data_write(&j, &r.stores, &numbers);
   if (MODEL->config.dependences) dependence_data_write(&j, &r.dependences, &numbers);
   if (MODEL->config.curves.on)
      curve_data_write(&j, &numbers, h->totals[EV_DR] + h->totals[EV_DW], h->simulation);
   if (r.timeline) {
      ProfileLayout layout = *h->layout;
      layout.simulation = h->simulation;
      timeline_data_write(&j, r.timeline, &layout, &numbers);
   }
   json_line(&j, 0);
   json_end_object(&j);
   writer_char(w, '\n');
   free_reports(&r);
   data_numbers_free(&numbers);
}
