// SPDX-License-Identifier: GPL-3.0-or-later
// The code that costs most; see costly_code.h.
#include "writers/costly_code.h"

struct CostlyLine {
   const Function* function;
   const SourceFile* file;
   uint32_t line;
   CostlyLine* next;
   uint64_t cost[COSTLY_METRICS_MAX];
};

// Part of a function's costs.
struct LeftOut {
   const Function* function;
   LeftOut* next;
   uint64_t cost[COSTLY_METRICS_MAX];
};

void costly_code_init(CostlyCode* h, const uint64_t (*weights)[EV_COUNT], uint32_t n_metrics)
{
   XG_ASSERT(n_metrics <= COSTLY_METRICS_MAX);
   *h = (CostlyCode){.weights = weights, .n_metrics = n_metrics};
}

uint64_t costly_code_metric(const CostlyCode* h, uint32_t metric, const uint64_t* cost)
{
   uint64_t sum = 0;
   for (uint32_t e = 0; e < EV_COUNT; e++)
      sum += h->weights[metric][e] * event_shown(e, cost[e], NULL);
   return sum;
}

static CostlyLine* line_of(CostlyCode* h, const Function* function, const SourceFile* file,
                           uint32_t line)
{
   const uint64_t place = (uint64_t)file->number << 32 | line;
   CostlyLine* l = map_get(&h->lines, (uintptr_t)function, place);
   if (l) return l;
   l = host_zalloc("writers.costly_line", sizeof *l);
   l->function = function;
   l->file = file;
   l->line = line;
   l->next = h->first;
   h->first = l;
   map_put(&h->lines, (uintptr_t)function, place, l);
   return l;
}

void costly_code_add(CostlyCode* h, const Function* function, const SourceFile* file,
                     uint32_t line, const uint64_t* cost)
{
   CostlyLine* l = line_of(h, function, file, line);
   for (uint32_t e = 0; e < EV_COUNT; e++) {
      if (!cost[e]) continue; // most of them, in each row of the profile
      h->sums[e] += cost[e];
      uint64_t shown = event_shown(e, cost[e], &h->rest);
      for (uint32_t m = 0; m < h->n_metrics; m++) l->cost[m] += h->weights[m][e] * shown;
   }
}

void costly_code_leave_out(CostlyCode* h, const Function* function, const uint64_t* cost)
{
   LeftOut* o = host_zalloc("writers.costly_left_out", sizeof *o);
   o->function = function;
   o->next = h->left_out;
   h->left_out = o;
   for (uint32_t m = 0; m < h->n_metrics; m++) o->cost[m] = costly_code_metric(h, m, cost);
}

void costly_code_merge(CostlyCode* h, const CostlyCode* more)
{
   for (const CostlyLine* from = more->first; from; from = from->next) {
      CostlyLine* l = line_of(h, from->function, from->file, from->line);
      for (uint32_t m = 0; m < h->n_metrics; m++) l->cost[m] += from->cost[m];
   }
   for (uint32_t e = 0; e < EV_COUNT; e++) h->sums[e] += more->sums[e];
}

void costly_code_clear(CostlyCode* h)
{
   for (CostlyLine *l = h->first, *next; l; l = next) {
      next = l->next;
      host_free(l);
   }
   for (LeftOut *o = h->left_out, *next; o; o = next) {
      next = o->next;
      host_free(o);
   }
   map_clear(&h->lines);
   costly_code_init(h, h->weights, h->n_metrics);
}

uint64_t costly_code_total(const CostlyCode* h, uint32_t metric)
{
   return costly_code_metric(h, metric, h->sums);
}

uint64_t* costly_code_by_function(const CostlyCode* h, uint32_t metric, uint32_t n)
{
   uint64_t* sum = host_zalloc("writers.costly_functions", n * sizeof *sum);
   for (const CostlyLine* l = h->first; l; l = l->next)
      if (l->function->number < n) sum[l->function->number] += l->cost[metric];
   return sum;
}

const Function* costly_code_function(const CostlyCode* h, uint32_t number)
{
   for (const CostlyLine* l = h->first; l; l = l->next)
      if (l->function->number == number) return l->function;
   return NULL;
}

// The function with most; of equal ones the one that was found first.
static void find_function(const CostlyCode* h, uint32_t metric, CostlyPlace* top)
{
   uint32_t n = 0;
   for (const CostlyLine* l = h->first; l; l = l->next)
      if (l->function->number >= n) n = l->function->number + 1;
   uint64_t* sum = costly_code_by_function(h, metric, n + 1);
   for (const LeftOut* o = h->left_out; o; o = o->next) {
      if (o->function->number > n) continue;
      uint64_t* of = &sum[o->function->number];
      *of -= *of < o->cost[metric] ? *of : o->cost[metric]; // the loop may call other functions
   }
   for (const CostlyLine* l = h->first; l; l = l->next) {
      const uint64_t cost = sum[l->function->number];
      if (!cost || cost < top->cost) continue;
      if (cost == top->cost && l->function->number >= top->function->number) continue;
      top->function = l->function;
      top->cost = cost;
   }
   host_free(sum);
}

// Whether the line comes before the best one so far.
static bool is_better(const CostlyLine* l, const CostlyLine* best, uint32_t metric)
{
   if (!best) return true;
   const uint64_t cost = l->cost[metric], most = best->cost[metric];
   if (cost != most) return cost > most;
   if (l->file != best->file) return l->file->number < best->file->number;
   return l->line < best->line;
}

CostlyPlace costly_code_top(const CostlyCode* h, uint32_t metric)
{
   CostlyPlace top = {0};
   const CostlyLine* best = NULL;
   find_function(h, metric, &top);
   for (const CostlyLine* l = h->first; l; l = l->next)
      if (l->function == top.function && is_better(l, best, metric)) best = l;
   if (!best) return top;
   top.file = best->file;
   top.line = best->line;
   return top;
}
