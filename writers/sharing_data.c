// SPDX-License-Identifier: GPL-3.0-or-later
// Cores and sharing as JSON; see sharing_data.h.
#include "writers/sharing_data.h"

#include "engine/sharing/possible_sharing.h"
#include "writers/code_position.h"
#include "writers/model.h"

enum { LINES_MAX = 1000, CODE_MAX = 4, READ_EVER = 1, WRITTEN_EVER = 2 };

// Accesses of one line of code.
typedef struct {
   CodePosition position;
   uint64_t accesses;
} Code;

typedef struct {
   const LineUser* user;
   uint32_t n_code;
   Code code[CODE_MAX]; // most accesses first
} ReportedUser;

typedef struct {
   const SharedLine* line;
   const DirectoryLine* directory; // NULL: the caches have not seen it
   SharingWeight weight;
   uint32_t n_users;
   ReportedUser* users; // by thread
} ReportedLine;

// Invariant: lines[0] to lines[n - 1] are in order of weight, heaviest first.
struct SharingReport {
   ReportedLine* lines;
   ReportedLine** order;
   uint32_t n;
   const Coherence* coherence;
};

// --- lines of code ------------------------------------------------------------------------

static int compare_code(const void* a, const void* b)
{
   return code_position_compare(&((const Code*)a)->position, &((const Code*)b)->position);
}

static int by_accesses(const void* a, const void* b)
{
   const Code *x = a, *y = b;
   if (x->accesses != y->accesses) return x->accesses > y->accesses ? -1 : 1;
   return compare_code(a, b);
}

// The lines of code with most accesses of the user.
static void find_code(ReportedUser* r)
{
   uint32_t n = 0;
   for (const SharingSite* s = r->user->sites; s; s = s->next) n++;
   if (!n) return;
   Code* code = host_alloc("writers.sharing", n * sizeof *code);
   Code** order = host_alloc("writers.sharing", n * sizeof *order);
   uint32_t i = 0;
   for (const SharingSite* s = r->user->sites; s; s = s->next, i++) {
      code[i] = (Code){code_position_of(s->site), s->accesses};
      order[i] = &code[i];
   }
   host_sort((void**)order, n, compare_code);
   uint32_t kept = 0;
   for (i = 1; i < n; i++)
      if (compare_code(order[kept], order[i]) == 0)
         order[kept]->accesses += order[i]->accesses;
      else
         order[++kept] = order[i];
   host_sort((void**)order, kept + 1, by_accesses);
   r->n_code = kept + 1 < CODE_MAX ? kept + 1 : CODE_MAX;
   for (i = 0; i < r->n_code; i++) r->code[i] = *order[i];
   host_free(code);
   host_free(order);
}

static int by_thread(const void* a, const void* b)
{
   const LineUser *x = a, *y = b;
   return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static void find_users(ReportedLine* r)
{
   const LineUser** order = host_alloc("writers.sharing", r->line->n_users * sizeof *order);
   for (const LineUser* u = r->line->users; u; u = u->next) order[r->n_users++] = u;
   host_sort((void**)order, r->n_users, by_thread);
   r->users = host_zalloc("writers.sharing", r->n_users * sizeof *r->users);
   for (uint32_t i = 0; i < r->n_users; i++) {
      r->users[i].user = order[i];
      find_code(&r->users[i]);
   }
   host_free(order);
}

// --- lines of memory ----------------------------------------------------------------------

static uint64_t whole_weight(const ReportedLine* r)
{
   return r->weight.truly + r->weight.falsely;
}

static uint64_t invalidations(const ReportedLine* r)
{
   return r->directory ? r->directory->invalidations : 0;
}

// The misses of sharing in D1 that were simulated, true (0) or false (1), but for those of loops that wait.
static uint64_t misses_of(const ReportedLine* r, int kind)
{
   const uint64_t all = r->directory ? r->directory->misses[kind] : 0;
   const uint64_t of_waiting = r->line->waiting_misses[kind];
   return all > of_waiting ? all - of_waiting : 0;
}

// True or false: what could happen more often, or, if more misses than that were simulated, what has.
static bool is_true_sharing(const ReportedLine* r)
{
   const uint64_t truly = misses_of(r, 0), falsely = misses_of(r, 1);
   if (truly + falsely > whole_weight(r)) return truly >= falsely;
   return r->weight.truly >= r->weight.falsely;
}

static int by_weight(const void* a, const void* b)
{
   const ReportedLine *x = a, *y = b;
   if (whole_weight(x) != whole_weight(y)) return whole_weight(x) > whole_weight(y) ? -1 : 1;
   if (invalidations(x) != invalidations(y))
      return invalidations(x) > invalidations(y) ? -1 : 1;
   return x->line->address < y->line->address ? -1 : x->line->address > y->line->address;
}

SharingReport* sharing_data_new(uint32_t simulation)
{
   const Sharing* of = &MODEL->simulation[simulation].sharing;
   SharingReport* r = host_zalloc("writers.sharing", sizeof *r);
   r->coherence = &MODEL->simulation[simulation].caches.cores.coherence;
   uint32_t n = 0;
   for (const SharedLine* l = of->first; l; l = l->next) n += l->n_users > 1;
   if (!n) return r;
   r->lines = host_zalloc("writers.sharing", n * sizeof *r->lines);
   r->order = host_zalloc("writers.sharing", n * sizeof *r->order);
   for (const SharedLine* l = of->first; l; l = l->next) {
      if (l->n_users < 2) continue;
      ReportedLine* line = &r->lines[r->n];
      *line = (ReportedLine){.line = l,
                             .directory = coherence_known_line(r->coherence, l->address),
                             .weight = possible_sharing_weight(l)};
      if (whole_weight(line) || invalidations(line)) r->order[r->n++] = line;
   }
   host_sort((void**)r->order, r->n, by_weight);
   if (r->n > LINES_MAX) r->n = LINES_MAX;
   for (uint32_t i = 0; i < r->n; i++) find_users(r->order[i]);
   return r;
}

void sharing_data_free(SharingReport* r)
{
   for (uint32_t i = 0; i < r->n; i++) host_free(r->order[i]->users);
   host_free(r->lines);
   host_free(r->order);
   host_free(r);
}

// --- JSON ---------------------------------------------------------------------------------

void sharing_data_number(const SharingReport* r, DataNumbers* numbers)
{
   for (uint32_t i = 0; i < r->n; i++)
      for (uint32_t u = 0; u < r->order[i]->n_users; u++) {
         const ReportedUser* user = &r->order[i]->users[u];
         for (uint32_t c = 0; c < user->n_code; c++)
            data_numbers_add(numbers, code_position_function(&user->code[c].position));
      }
}

// The last word first, so that bit 0 of the whole number is byte 0.
static void write_bytes(Json* j, const char* key, const uint64_t* mask)
{
   static const char digit[] = "0123456789abcdef";
   uint32_t digits = possible_sharing.words * 16;
   json_key(j, key);
   Writer* w = json_raw(j);
   writer_char(w, '"');
   for (uint32_t i = digits; i-- > 0;) writer_char(w, digit[mask[i / 16] >> i % 16 * 4 & 15]);
   writer_char(w, '"');
}

// Accesses that other threads' writes could make miss, by the bytes that they touch.
static void write_exposed(Json* j, const ExposedAccesses* e)
{
   json_key(j, "exposed");
   json_array(j);
   for (uint32_t i = 0; e && i < e->pieces.n; i++) {
      const SharingPiece* p = &e->pieces.at[i];
      json_numbers(
         j, (uint64_t[]){p->from, p->size_B, p->is_write, e->truly[i], p->n - e->truly[i]}, 5);
   }
   json_end_array(j);
}

static void write_user(Json* j, const ReportedUser* r, const DataNumbers* numbers)
{
   const LineUser* u = r->user;
   json_object(j);
   json_member(j, "thread", u->thread);
   json_member(j, "reads", u->reads);
   json_member(j, "writes", u->writes);
   write_bytes(j, "read_bytes", u->mask + READ_EVER * possible_sharing.words);
   write_bytes(j, "written_bytes", u->mask + WRITTEN_EVER * possible_sharing.words);
   write_exposed(j, u->exposed);
   json_key(j, "code");
   json_array(j);
   for (uint32_t i = 0; i < r->n_code; i++) {
      const Code* c = &r->code[i];
      json_numbers(j,
                   (uint64_t[]){data_numbers_of(numbers, code_position_function(&c->position)),
                                c->position.line, c->accesses},
                   3);
   }
   json_end_array(j);
   json_end_object(j);
}

static void write_allocations(Json* j, const SharedLine* l, const DataNumbers* numbers)
{
   json_line(j, 3);
   json_key(j, "allocations");
   json_array(j);
   for (uint32_t i = 0; i < l->n_allocations; i++) {
      const LineAllocation* a = &l->allocations[i];
      json_object(j);
      json_member(j, "object", data_numbers_of_object(numbers, a->object));
      json_member(j, "start", a->start);
      json_member(j, "size_B", a->size_B);
      json_member(j, "thread", a->thread);
      json_end_object(j);
   }
   json_end_array(j);
}

static void write_line(Json* j, const ReportedLine* r, const DataNumbers* numbers)
{
   json_object(j);
   json_member(j, "address", r->line->address);
   json_member_text(j, "kind", is_true_sharing(r) ? "true" : "false");
   json_member(j, "weight", whole_weight(r));
   json_member(j, "weight_true", r->weight.truly);
   json_member(j, "weight_false", r->weight.falsely);
   json_member(j, "invalidations", invalidations(r));
   json_member(j, "D1True", misses_of(r, 0));
   json_member(j, "D1False", misses_of(r, 1));
   json_line(j, 3);
   json_key(j, "threads");
   json_array(j);
   for (uint32_t u = 0; u < r->n_users; u++) {
      json_line(j, 4);
      write_user(j, &r->users[u], numbers);
   }
   json_end_array(j);
   write_allocations(j, r->line, numbers);
   json_end_object(j);
}

static void write_cores(Json* j, const PlacementData* p, const Coherence* c)
{
   json_line(j, 0);
   json_key(j, "cores");
   json_object(j);
   json_member(j, "n", p->cores);
   json_member_text(j, "placement", p->placement);
   json_key(j, "threads");
   json_array(j);
   for (uint32_t t = 1; t < p->n_threads; t++)
      if (p->core_of[t] != p->not_placed) json_numbers(j, (uint64_t[]){t, p->core_of[t]}, 2);
   json_end_array(j);
   json_member(j, "invalidations", c->invalidations);
   json_member(j, "ownership_changes", c->ownership_changes);
   json_member(j, "quantum", p->quantum);
   if (p->turns_in_order) json_member(j, "turns_out_of_order", p->turns_out_of_order);
   json_end_object(j);
}

void sharing_data_write(Json* j, const SharingReport* r, const PlacementData* placement,
                        const DataNumbers* numbers)
{
   write_cores(j, placement, r->coherence);
   json_line(j, 0);
   json_key(j, "sharing");
   json_array(j);
   for (uint32_t i = 0; i < r->n; i++) {
      json_line(j, 2);
      write_line(j, r->order[i], numbers);
   }
   json_end_array(j);
}
