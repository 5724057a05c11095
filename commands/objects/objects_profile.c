// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects as a profile; see objects_profile.h.
#include "commands/objects/objects_profile.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/path_name.h"
#include "commands/objects/demangle.h"
#include "commands/profile/strings.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"
#include "commands/text/levels.h"
#include "commands/text/message.h"

enum { START_B = 64, DIGITS_MAX = 20 };

// Where a function is in the profile.  Numbers are those of the file, once it is written; 0: not yet.
typedef struct {
   const char *ob, *fl, *fn;
   uint32_t ob_number, fl_number, fn_number;
   const char* line; // of an object
   uint64_t* self;   // of an object, by known event
   bool has_calls;
} Place;

// A line of code that accesses an object.
typedef struct {
   uint32_t function;
   uint64_t line;
   Place* object;
   size_t order;   // in which it was found
   uint64_t* cost; // by known event
} Access;

typedef struct {
   Built* to;
   DataFile* d;
   const ObjectName* names;
   uint32_t* known; // events whose figures are known for all objects
   uint32_t n_known;
   Place* objects;
   Access* accesses;
   size_t n_accesses;
   uint64_t* totals;      // by known event
   Strings obs, fls, fns; // names that were written, by number in the file less 1
   Built key;             // room for one
} Writing;

// --- figures --------------------------------------------------------------------------------------

static void find_known_events(Writing* w)
{
   const DataFile* d = w->d;
   w->known = arena_alloc(&w->d->arena, d->n_events * sizeof *w->known);
   for (uint32_t e = 0; e < d->n_events; e++) {
      bool is_known = true;
      for (uint32_t i = 0; i < d->n_objects && is_known; i++)
         is_known = !d->objects[i].weights || !isnan(d->objects[i].weights[e]);
      if (is_known) w->known[w->n_known++] = e;
   }
}

static void add_to(const Writing* w, uint64_t* sum, uint64_t more)
{
   if (__builtin_add_overflow(*sum, more, sum))
      data_file_bad(w->d, "a sum of estimates is more than 64 bits hold");
}

// A recorded cost as that of the program, rounded.
static uint64_t estimated(const Writing* w, const DataObject* o, JsonValue cost, uint32_t event)
{
   static const double too_large = 18446744073709551616.0;
   const uint64_t recorded = data_file_cost(w->d, cost, event);
   if (!o->weights) return recorded;
   const double estimate = floor((double)recorded * o->weights[event] + 0.5);
   if (!(estimate < too_large)) data_file_bad(w->d, "an estimate is more than 64 bits hold");
   return (uint64_t)estimate;
}

static bool add_access(Writing* w, Place* place, const DataObject* o, const DataLine* l)
{
   Access* a = &w->accesses[w->n_accesses];
   bool any = false;
   for (uint32_t k = 0; k < w->n_known; k++) {
      a->cost[k] = estimated(w, o, l->cost, w->known[k]);
      any = any || a->cost[k];
   }
   if (!any) return false;
   a->function = l->function;
   a->line = l->line;
   a->object = place;
   a->order = w->n_accesses++;
   for (uint32_t k = 0; k < w->n_known; k++) {
      add_to(w, &place->self[k], a->cost[k]);
      add_to(w, &w->totals[k], a->cost[k]);
   }
   return true;
}

// --- objects as functions -----------------------------------------------------------------------------

// The kind and module by which KCachegrind groups an object; it merges functions with equal module and name, even of different files.
static const char* binary_of(const DataObject* o, const ObjectName* name)
{
   return *name->module ? kept("%s objects [%s]", o->kind, path_name(name->module))
                        : kept("%s objects", o->kind);
}

// Cuts "file:line"; the line is "0" if there is none.
static void set_place(Place* place, const ObjectName* name)
{
   const size_t n = strlen(name->place);
   size_t digits = n;
   while (digits && isdigit((unsigned char)name->place[digits - 1])) digits--;
   const bool has_line = digits < n && digits > 1 && name->place[digits - 1] == ':';
   place->line = has_line ? name->place + digits : "0";
   place->fl = !n ? name->module : has_line ? kept_copy(name->place, digits - 1) : name->place;
}

static void add_object(Writing* w, uint32_t i)
{
   const DataObject* o = &w->d->objects[i];
   const ObjectName* name = &w->names[i];
   Place* place = &w->objects[i];
   place->self = arena_alloc(&w->d->arena, w->n_known * sizeof *place->self);
   for (uint32_t l = 0; l < o->n_lines; l++)
      place->has_calls |= add_access(w, place, o, &o->lines[l]);
   if (!place->has_calls) return;
   place->ob = binary_of(o, name);
   set_place(place, name);
   place->fn = *name->place ? kept("%s (%s)", name->name, path_name(name->place)) : name->name;
}

static void add_objects(Writing* w)
{
   DataFile* d = w->d;
   size_t n_lines = 0;
   for (uint32_t i = 0; i < d->n_objects; i++) n_lines += d->objects[i].n_lines;
   w->totals = arena_alloc(&d->arena, w->n_known * sizeof *w->totals);
   w->objects = arena_alloc(&d->arena, d->n_objects * sizeof *w->objects);
   w->accesses = arena_alloc(&d->arena, n_lines * sizeof *w->accesses);
   uint64_t* costs = arena_alloc(&d->arena, n_lines * w->n_known * sizeof *costs);
   for (size_t l = 0; l < n_lines; l++) w->accesses[l].cost = costs + l * w->n_known;
   for (uint32_t i = 0; i < d->n_objects; i++) add_object(w, i);
}

// --- numbers and names --------------------------------------------------------------------------------

static void write_number(Writing* w, uint64_t n)
{
   char digits[DIGITS_MAX];
   size_t at = sizeof digits;
   do {
      digits[--at] = (char)('0' + n % 10);
      n /= 10;
   } while (n);
   built_bytes(w->to, digits + at, sizeof digits - at);
}

// Figures without the zeros at the end, behind a blank.
static void write_costs(Writing* w, const uint64_t* cost)
{
   uint32_t n = w->n_known;
   while (n && !cost[n - 1]) n--;
   for (uint32_t k = 0; k < n; k++) {
      if (k) built_char(w->to, ' ');
      write_number(w, cost[k]);
   }
}

// A name, written out the first time that its key has a number, and by that number later.
static void write_name(Writing* w, Strings* numbers, uint32_t* number, const char* name,
                       const char* key, size_t key_B)
{
   built_char(w->to, '(');
   if (!*number) {
      const uint32_t before = numbers->n;
      *number = strings_number(numbers, key, key_B) + 1;
      if (*number > before) {
         write_number(w, *number);
         built_add(w->to, ") ");
         built_add(w->to, escaped_name(name));
         built_char(w->to, '\n');
         return;
      }
   }
   write_number(w, *number);
   built_add(w->to, ")\n");
}

static void write_plain(Writing* w, Strings* numbers, uint32_t* number, const char* name)
{
   if (!*name) name = "???";
   write_name(w, numbers, number, name, name, strlen(name));
}

// The lines of a function; `prefix` is that of one that is called.
static void write_place(Writing* w, const char* prefix, const char* fl, Place* p)
{
   built_add(w->to, prefix);
   built_add(w->to, "ob=");
   write_plain(w, &w->obs, &p->ob_number, p->ob);
   built_add(w->to, fl);
   write_plain(w, &w->fls, &p->fl_number, p->fl);
   built_add(w->to, prefix);
   built_add(w->to, "fn=");
   // to KCachegrind, a number is one function and not just a name
   w->key.n_B = 0;
   if (!p->fn_number) {
      built_bytes(&w->key, p->ob, strlen(p->ob) + 1);
      built_bytes(&w->key, p->fl, strlen(p->fl) + 1);
      built_add(&w->key, p->fn);
   }
   write_name(w, &w->fns, &p->fn_number, *p->fn ? p->fn : "???", w->key.text, w->key.n_B);
}

// --- the parts of the file ------------------------------------------------------------------------------

// The long name of an event that KCachegrind does not know, or NULL.
static const char* long_name(const char* event)
{
   if (strcmp(event, "DTmr") == 0) return "TLB Data Read Miss";
   if (strcmp(event, "DTmw") == 0) return "TLB Data Write Miss";
   for (uint32_t i = 0; i < LEVELS; i++) {
      const char *level = levels[i].name, *use = levels[i].use;
      const bool is_between = i > 0 && i < LEVELS - 1;
      if (is_between && strcmp(event, kept("%smr", level)) == 0)
         return kept("%s Data Read Miss", level);
      if (is_between && strcmp(event, kept("%smw", level)) == 0)
         return kept("%s Data Write Miss", level);
      if (strcmp(event, kept("AcCost%s", use)) == 0)
         return kept("%s lines by 1/accesses (millionths)", level);
      if (strcmp(event, kept("SpLoss%s", use)) == 0)
         return kept("%s bytes loaded, not used", level);
      if (strcmp(event, kept("Lines%s", use)) == 0) return kept("%s lines loaded", level);
   }
   return NULL;
}

// All totals, with zeros at the end.
static void write_totals(Writing* w, const char* what)
{
   built_add(w->to, what);
   for (uint32_t k = 0; k < w->n_known; k++) {
      built_char(w->to, ' ');
      write_number(w, w->totals[k]);
   }
   if (!w->n_known) built_char(w->to, ' ');
   built_char(w->to, '\n');
}

static void write_header(Writing* w, const char* version)
{
   const DataFile* d = w->d;
   built_format(w->to,
                "# callgrind format\nversion: 1\ncreator: xgrind_annotate-%s\npid: %" PRIu64
                "\ncmd: ",
                version, d->pid);
   built_add(w->to, escaped(d->command));
   built_add(w->to, "\npart: 1\n\ndesc: Trigger: memory objects as functions, called by the "
                    "code that touches them\n");
   if (d->is_sampled) built_add(w->to, "desc: Sampling: figures are estimates\n");
   built_add(w->to, "\npositions: line\n");
   for (uint32_t k = 0; k < w->n_known; k++) {
      const char* name = long_name(d->events[w->known[k]]);
      if (name) built_format(w->to, "event: %s : %s\n", d->events[w->known[k]], name);
   }
   built_add(w->to, "events:");
   for (uint32_t k = 0; k < w->n_known; k++) built_format(w->to, " %s", d->events[w->known[k]]);
   if (!w->n_known) built_char(w->to, ' ');
   built_char(w->to, '\n');
   write_totals(w, "summary:");
   built_char(w->to, '\n');
}

static void write_objects(Writing* w)
{
   for (uint32_t i = 0; i < w->d->n_objects; i++) {
      Place* p = &w->objects[i];
      if (!p->has_calls) continue;
      write_place(w, "", "fl=", p);
      built_add(w->to, p->line);
      built_char(w->to, ' ');
      write_costs(w, p->self);
      built_add(w->to, "\n\n");
   }
}

static int by_code(const void* a, const void* b)
{
   const Access *x = a, *y = b;
   int by = compare_numbers(x->function, y->function);
   if (!by) by = compare_numbers(x->line, y->line);
   return by ? by : compare_numbers(x->order, y->order);
}

// Loads and stores.
static uint64_t accesses_of(const Writing* w, const Access* a)
{
   uint64_t n = 0;
   for (uint32_t k = 0; k < w->n_known; k++) {
      const char* event = w->d->events[w->known[k]];
      if (strcmp(event, "Dr") == 0 || strcmp(event, "Dw") == 0) add_to(w, &n, a->cost[k]);
   }
   return n ? n : 1;
}

static void write_access(Writing* w, const Access* a)
{
   write_place(w, "c", "cfi=", a->object);
   built_add(w->to, "calls=");
   write_number(w, accesses_of(w, a));
   built_char(w->to, ' ');
   built_add(w->to, a->object->line);
   built_char(w->to, '\n');
   write_number(w, a->line);
   built_char(w->to, ' ');
   write_costs(w, a->cost);
   built_char(w->to, '\n');
}

// The code: all the calls of each function, by line.
static void write_code(Writing* w)
{
   array_sort(w->accesses, w->n_accesses, sizeof *w->accesses, by_code);
   for (size_t i = 0; i < w->n_accesses; i++) {
      const Access* a = &w->accesses[i];
      if (!i || a->function != a[-1].function) {
         const DataFunction* f = &w->d->functions[a->function];
         write_place(w, "", "fl=", &(Place){.ob = f->module, .fl = f->file, .fn = f->name});
      }
      write_access(w, a);
      if (i + 1 == w->n_accesses || a->function != a[1].function) built_char(w->to, '\n');
   }
}

void objects_profile_write(Built* to, DataFile* d, const ObjectName* names, const char* version)
{
   Writing w = {.to = to, .d = d, .names = names};
   find_known_events(&w);
   add_objects(&w);
   write_header(&w, version);
   write_objects(&w);
   write_code(&w);
   write_totals(&w, "totals:");
   strings_clear(&w.obs);
   strings_clear(&w.fls);
   strings_clear(&w.fns);
   built_clear(&w.key);
}

// --- by name of the file --------------------------------------------------------------------------------

bool is_data_file(const char* file)
{
   char start[START_B];
   const size_t n = input_start(file, start, sizeof start);
   size_t i = 0;
   while (i < n && start[i] && strchr(" \t\r\n\f", start[i])) i++;
   return i < n && start[i] == '{';
}

// Lives longer than a failure.
typedef struct {
   const char *file, *version;
   DataFile d;
   Built text;
} Conversion;

static void convert(void* with)
{
   Conversion* c = with;
   data_file_read(&c->d, c->file, 0);
   demangle_names(&c->d);
   const ObjectName* names = object_names(&c->d);
   objects_profile_write(&c->text, &c->d, names, c->version);
}

char* objects_profile_text(const char* file, const char* version, bool* is_estimated,
                           size_t* size_B)
{
   Conversion c = {.file = file, .version = version};
   const char* wrong = failure_of(convert, &c);
   *is_estimated = c.d.is_sampled;
   *size_B = c.text.n_B;
   data_file_clear(&c.d);
   if (!wrong) return built_taken(&c.text);
   built_clear(&c.text);
   fail("%s", wrong);
}
