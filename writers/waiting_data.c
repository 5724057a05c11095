// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that wait; see waiting_data.h.
#include "writers/waiting_data.h"

#include "engine/waiting.h"
#include "writers/cycle_data.h"
#include "writers/model.h"
#include "writers/object_columns.h"

static bool is_one_row(const WaitingRow* a, const WaitingRow* b)
{
   return a->function == b->function && a->thread == b->thread
          && code_position_compare(&a->position, &b->position) == 0;
}

static void add(WaitingReport* r, const WaitingSite* s)
{
   WaitingRow new = {.function = s->function,
                     .position = code_position_of(s->site),
                     .thread = s->thread,
                     .episodes = s->episodes};
   // Without symbols the function is another than the block's.
   if (!new.position.line)
      new.position = (CodePosition){
         .function = s->function, .name = s->function->name, .file = s->function->file->name};
   waiting_cost(s, new.cost);
   for (WaitingRow* row = r->row; row < r->row + r->n; row++) {
      if (!is_one_row(row, &new)) continue;
      row->episodes += new.episodes;
      for (uint32_t e = 0; e < EV_COUNT; e++) row->cost[e] += new.cost[e];
      return;
   }
   r->row[r->n++] = new;
}

static bool is_before(const WaitingRow* a, const WaitingRow* b)
{
   if (a->cost[EV_IR] != b->cost[EV_IR]) return a->cost[EV_IR] > b->cost[EV_IR];
   if (a->function != b->function) return a->function->number < b->function->number;
   return a->position.line != b->position.line ? a->position.line < b->position.line
                                               : a->thread < b->thread;
}

WaitingReport waiting_data_new(uint32_t simulation)
{
   WaitingReport r = {.simulation = simulation};
   const Waiting* of = &MODEL->simulation[simulation].waiting;
   uint32_t n = 0;
   for (const WaitingSite* s = of->sites; s; s = s->next) n += waiting_is_known(of, s->site);
   if (!n) return r;
   r.row = host_zalloc("writers.waiting", n * sizeof *r.row);
   for (const WaitingSite* s = of->sites; s; s = s->next)
      if (waiting_is_known(of, s->site)) add(&r, s);
   for (uint32_t i = 1; i < r.n; i++) // few
      for (uint32_t k = i; k && is_before(&r.row[k], &r.row[k - 1]); k--) {
         const WaitingRow swapped = r.row[k];
         r.row[k] = r.row[k - 1];
         r.row[k - 1] = swapped;
      }
   return r;
}

void waiting_data_free(WaitingReport* r)
{
   host_free(r->row);
   *r = (WaitingReport){0};
}

void waiting_data_number(const WaitingReport* r, DataNumbers* numbers)
{
   for (uint32_t i = 0; i < r->n; i++)
      data_numbers_add(numbers, code_position_function(&r->row[i].position));
}

void waiting_data_write(Json* j, const WaitingReport* r, const DataNumbers* numbers)
{
   json_line(j, 0);
   json_key(j, "waiting");
   json_array(j);
   for (const WaitingRow* row = r->row; row < r->row + r->n; row++) {
      uint64_t cost[OBJ_EVENTS];
      object_columns_totals(row->cost, r->simulation, cost);
      json_line(j, 2);
      json_object(j);
      json_member(j, "function",
                  data_numbers_of(numbers, code_position_function(&row->position)));
      json_member(j, "line", row->position.line);
      json_member(j, "thread", row->thread);
      json_member(j, "episodes", row->episodes);
      json_member(j, "instructions", row->cost[EV_IR]);
      json_key(j, "cost");
      object_columns_write(j, cost);
      if (cycle_data_is_known()) cycle_data_write(j, row->cost, r->simulation);
      json_end_object(j);
   }
   json_end_array(j);
}
