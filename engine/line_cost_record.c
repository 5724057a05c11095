// SPDX-License-Identifier: GPL-3.0-or-later
// Two passes over one program; see line_cost_record.h.
#include "engine/line_cost_record.h"

#include "engine/charge_inl.h"

#if XG_DEBUG_CHECKS

enum { CHUNK_LOADS = 1 << 16, CHUNK_TICKETS = 256 };

// What a line keeps in the first run, instead of its target.
typedef struct Ticket Ticket;
struct Ticket {
   CostTarget target;
   uint64_t number; // of the load, from 0
   Ticket* next;    // links the free ones
};

LineCostRecord* line_cost_record;

void line_cost_record_start(bool replay)
{
   line_cost_record = host_zalloc("engine.line_cost_record", sizeof *line_cost_record);
   line_cost_record->replay = replay;
}

// The record of a load; made with all those before it.
static RecordedLoad* load_of(LineCostRecord* r, uint64_t number)
{
   for (; number / CHUNK_LOADS >= r->n_chunks; r->n_chunks++) {
      size_t size_B = (r->n_chunks + 1) * sizeof *r->chunks;
      r->chunks = host_realloc("engine.line_cost_record", r->chunks, size_B);
      r->chunks[r->n_chunks] =
         host_zalloc("engine.line_cost_record", CHUNK_LOADS * sizeof(RecordedLoad));
   }
   return &r->chunks[number / CHUNK_LOADS][number % CHUNK_LOADS];
}

static Ticket* new_ticket(LineCostRecord* r)
{
   if (!r->free_tickets) {
      Ticket* t = host_alloc("engine.line_cost_record", CHUNK_TICKETS * sizeof *t);
      for (int i = 0; i < CHUNK_TICKETS; i++) {
         t[i].next = r->free_tickets;
         r->free_tickets = &t[i];
      }
   }
   Ticket* t = r->free_tickets;
   r->free_tickets = t->next;
   return t;
}

// Charges as charge_misses() does, but no object.
static void charge_at_once(const Site* site, const RecordedLoad* cost)
{
   Payer p = payer_of(site, (SiteKind)site->kind);
   p.object = NULL;
   for (uint32_t m = 0; m < EV_USE_COUNT; m++)
      if (cost->use_event[m])
         charge(&p, LINE_USE + m, cost->use_event[m]); // else it may have no counter
}

// True if this load is the one that was recorded under its number.
static bool is_recorded(const RecordedLoad* load, uint64_t address)
{
   return load->address == address && load->thread == xg_current.stack->thread;
}

CostTarget line_cost_record_load(const Site* site, CostTarget target)
{
   LineCostRecord* r = line_cost_record;
   uint64_t number = r->n_loads++, address = callgraph_site_address(site);
   if (r->replay) {
      if (number < r->n_known) charge_at_once(site, load_of(r, number));
      if (number >= r->n_known || !is_recorded(load_of(r, number), address)) r->differs = true;
      return (CostTarget){0};
   }
   *load_of(r, number) = (RecordedLoad){.address = address, .thread = xg_current.stack->thread};
   Ticket* t = new_ticket(r);
   *t = (Ticket){.target = target, .number = number};
   return (CostTarget){.counters = target.counters, .backdate_node = t};
}

CostTarget line_cost_record_evicted(const CostTarget* kept, const uint64_t* cost)
{
   LineCostRecord* r = line_cost_record;
   Ticket* t = kept->backdate_node;
   if (!t) return (CostTarget){0};
   RecordedLoad* load = load_of(r, t->number);
   for (uint32_t m = 0; m < EV_USE_COUNT; m++) {
      XG_ASSERT(cost[m] <= UINT32_MAX);
      load->use_event[m] = (uint32_t)cost[m];
   }
   t->next = r->free_tickets;
   r->free_tickets = t;
   return t->target;
}

CostTarget line_cost_record_target(const CostTarget* kept)
{
   const Ticket* t = kept->backdate_node;
   return t ? t->target : (CostTarget){0};
}

CostTarget line_cost_record_forget(const CostTarget* kept)
{
   Ticket* t = kept->backdate_node;
   if (!t) return (CostTarget){0};
   CostTarget target = t->target;
   t->target = (CostTarget){0};
   return target;
}

void line_cost_record_write(Writer* w)
{
   for (uint64_t i = 0; i < line_cost_record->n_loads; i++) {
      const RecordedLoad* load = load_of(line_cost_record, i);
      writer_number(w, load->address);
      writer_char(w, ' ');
      writer_number(w, load->thread);
      for (uint32_t m = 0; m < EV_USE_COUNT; m++) {
         writer_char(w, ' ');
         writer_number(w, load->use_event[m]);
      }
      writer_char(w, '\n');
   }
}

static bool feed_character(LineCostRecord* r, char c)
{
   enum { ADDRESS, THREAD, USE_EVENTS, COLUMNS = USE_EVENTS + EV_USE_COUNT };
   if (c >= '0' && c <= '9') {
      r->number = 10 * r->number + (uint64_t)(c - '0');
      return ++r->digits < 20;
   }
   bool is_last = r->column + 1 == COLUMNS;
   bool fits = r->column == ADDRESS || r->number <= UINT32_MAX;
   if (!fits || !r->digits || c != (is_last ? '\n' : ' ')) return false;
   RecordedLoad* load = load_of(r, r->n_known);
   if (r->column == ADDRESS)
      load->address = r->number;
   else if (r->column == THREAD)
      load->thread = (uint32_t)r->number;
   else
      load->use_event[r->column - USE_EVENTS] = (uint32_t)r->number;
   r->n_known += is_last;
   r->column = is_last ? 0 : r->column + 1;
   r->number = r->digits = 0;
   return true;
}

bool line_cost_record_feed(const char* text, size_t n)
{
   for (size_t i = 0; i < n && !line_cost_record->bad; i++)
      line_cost_record->bad = !feed_character(line_cost_record, text[i]);
   return !line_cost_record->bad;
}

#endif
