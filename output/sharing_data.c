// SPDX-License-Identifier: GPL-3.0-or-later
// Cores and sharing as JSON; see sharing_data.h.
#include "output/sharing_data.h"

#include "engine/possible_sharing.h"

enum { LINES_MAX = 1000, CODE_MAX = 4, READ_EVER = 2, WRITTEN_EVER = 3 };

// Accesses of one line of code.
typedef struct {
   const Function* function;
   const char* file;
   uint32_t line;
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
};

// --- lines of code ------------------------------------------------------------------------

static Code code_of(const SharingSite* s)
{
   const Block* b = s->site->block;
   Code c = {.function = b->function, .file = b->function->file->name, .accesses = s->accesses};
   SourceFile* file;
   if (host_position(b, callgraph_site_address(s->site), &file, &c.line)) c.file = file->name;
   return c;
}

static int compare_functions(const Function* x, const Function* y)
{
   const Module *in = x->file->module, *other = y->file->module;
   if (in != other) return in->number < other->number ? -1 : 1;
   return x == y ? 0 : host_strcmp(x->name, y->name);
}

static int compare_code(const void* a, const void* b)
{
   const Code *x = a, *y = b;
   int by_function = compare_functions(x->function, y->function);
   if (by_function) return by_function;
   int by_file = x->file == y->file ? 0 : host_strcmp(x->file, y->file);
   if (by_file) return by_file;
   return x->line < y->line ? -1 : x->line > y->line;
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
   Code* code = host_alloc("output.sharing", n * sizeof *code);
   Code** order = host_alloc("output.sharing", n * sizeof *order);
   uint32_t i = 0;
   for (const SharingSite* s = r->user->sites; s; s = s->next, i++) {
      code[i] = code_of(s);
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
   const LineUser** order = host_alloc("output.sharing", r->line->n_users * sizeof *order);
   for (const LineUser* u = r->line->users; u; u = u->next) order[r->n_users++] = u;
   host_sort((void**)order, r->n_users, by_thread);
   r->users = host_zalloc("output.sharing", r->n_users * sizeof *r->users);
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

// True or false: what could happen more often, or, if more misses than that were simulated, what has.
static bool is_true_sharing(const ReportedLine* r)
{
   const DirectoryLine* d = r->directory;
   if (d && d->misses[0] + d->misses[1] > whole_weight(r)) return d->misses[0] >= d->misses[1];
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

SharingReport* sharing_data_new(void)
{
   SharingReport* r = host_zalloc("output.sharing", sizeof *r);
   uint32_t n = 0;
   possible_sharing_close();
   for (const SharedLine* l = possible_sharing.first; l; l = l->next) n += l->n_users > 1;
   if (!n) return r;
   r->lines = host_zalloc("output.sharing", n * sizeof *r->lines);
   r->order = host_zalloc("output.sharing", n * sizeof *r->order);
   for (const SharedLine* l = possible_sharing.first; l; l = l->next) {
      if (l->n_users < 2) continue;
      ReportedLine* line = &r->lines[r->n];
      *line = (ReportedLine){
         .line = l,
         .directory = coherence_known_line(&engine.caches.cores.coherence, l->address),
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

void sharing_data_write_functions(Writer* w, const SharingReport* r, FunctionNumber* number_of,
                                  void* functions)
{
   for (uint32_t i = 0; i < r->n; i++)
      for (uint32_t u = 0; u < r->order[i]->n_users; u++) {
         const ReportedUser* user = &r->order[i]->users[u];
         for (uint32_t c = 0; c < user->n_code; c++)
            number_of(w, functions, user->code[c].function, user->code[c].file);
      }
}

static void write_number(Writer* w, const char* before, uint64_t n)
{
   writer_text(w, before);
   writer_number(w, n);
}

// The last word first, so that bit 0 of the whole number is byte 0.
static void write_bytes(Writer* w, const char* before, const uint64_t* mask)
{
   static const char digit[] = "0123456789abcdef";
   uint32_t digits = possible_sharing.words * 16;
   writer_text(w, before);
   for (uint32_t i = digits; i-- > 0;) writer_char(w, digit[mask[i / 16] >> i % 16 * 4 & 15]);
   writer_char(w, '"');
}

static void write_user(Writer* w, const ReportedUser* r, FunctionNumber* number_of,
                       void* functions)
{
   const LineUser* u = r->user;
   write_number(w, "{\"thread\": ", u->thread);
   write_number(w, ", \"reads\": ", u->reads);
   write_number(w, ", \"writes\": ", u->writes);
   write_bytes(w, ", \"read_bytes\": \"", u->mask + READ_EVER * possible_sharing.words);
   write_bytes(w, ", \"written_bytes\": \"", u->mask + WRITTEN_EVER * possible_sharing.words);
   writer_text(w, ", \"code\": [");
   for (uint32_t i = 0; i < r->n_code; i++) {
      const Code* c = &r->code[i];
      write_number(w, i ? ",[" : "[", number_of(NULL, functions, c->function, c->file));
      write_number(w, ",", c->line);
      write_number(w, ",", c->accesses);
      writer_char(w, ']');
   }
   writer_text(w, "]}");
}

static void write_allocations(Writer* w, const SharedLine* l, const uint64_t* id)
{
   writer_text(w, "],\n   \"allocations\": [");
   for (uint32_t i = 0; i < l->n_allocations; i++) {
      const LineAllocation* a = &l->allocations[i];
      write_number(w, i ? ", {\"object\": " : "{\"object\": ", id[a->object->number]);
      write_number(w, ", \"start\": ", a->start);
      write_number(w, ", \"size_B\": ", a->size_B);
      write_number(w, ", \"thread\": ", a->thread);
      writer_char(w, '}');
   }
   writer_char(w, ']');
}

static void write_line(Writer* w, const ReportedLine* r, FunctionNumber* number_of,
                       void* functions, const uint64_t* id)
{
   const DirectoryLine* d = r->directory;
   write_number(w, "{\"address\": ", r->line->address);
   writer_text(w, is_true_sharing(r) ? ", \"kind\": \"true\"" : ", \"kind\": \"false\"");
   write_number(w, ", \"weight\": ", whole_weight(r));
   write_number(w, ", \"weight_true\": ", r->weight.truly);
   write_number(w, ", \"weight_false\": ", r->weight.falsely);
   write_number(w, ", \"invalidations\": ", invalidations(r));
   write_number(w, ", \"D1True\": ", d ? d->misses[0] : 0);
   write_number(w, ", \"D1False\": ", d ? d->misses[1] : 0);
   writer_text(w, ",\n   \"threads\": [");
   for (uint32_t u = 0; u < r->n_users; u++) {
      writer_text(w, u ? ",\n    " : "\n    ");
      write_user(w, &r->users[u], number_of, functions);
   }
   write_allocations(w, r->line, id);
   writer_char(w, '}');
}

static void write_cores(Writer* w, const PlacementData* p)
{
   const Coherence* c = &engine.caches.cores.coherence;
   bool first = true;
   write_number(w, ",\n\"cores\": {\"n\": ", p->cores);
   writer_text(w, ", \"placement\": \"");
   writer_text(w, p->placement);
   writer_text(w, "\", \"threads\": [");
   for (uint32_t t = 1; t < p->n_threads; t++) {
      if (p->core_of[t] == p->not_placed) continue;
      write_number(w, first ? "[" : ", [", t);
      write_number(w, ",", p->core_of[t]);
      writer_char(w, ']');
      first = false;
   }
   write_number(w, "], \"invalidations\": ", c->invalidations);
   write_number(w, ", \"ownership_changes\": ", c->ownership_changes);
   write_number(w, ", \"quantum\": ", p->quantum);
   writer_char(w, '}');
}

void sharing_data_write(Writer* w, const SharingReport* r, const PlacementData* placement,
                        FunctionNumber* number_of, void* functions,
                        bool (*is_listed)(const MemObject* o))
{
   uint64_t* id =
      host_zalloc("output.sharing", (engine.objects.set.n_objects + 1) * sizeof *id);
   uint64_t n = 0;
   for (const MemObject* o = engine.objects.set.first; o; o = o->next)
      if (is_listed(o)) id[o->number] = n++;
   write_cores(w, placement);
   writer_text(w, ",\n\"sharing\": [");
   for (uint32_t i = 0; i < r->n; i++) {
      writer_text(w, i ? ",\n  " : "\n  ");
      write_line(w, r->order[i], number_of, functions, id);
   }
   writer_text(w, "]");
   host_free(id);
}
