// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of dependences; see dependence_table.h.
#include "commands/run/dependence_table.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "commands/data/data_file.h"
#include "commands/data/json_writer.h"
#include "commands/files/output.h"
#include "commands/objects/demangle.h"
#include "commands/objects/labels.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { HEAD_B = 4096, BYTES = 0, FIRST_B = 1, VERSION = 1 };

static const uint64_t figure_max = (uint64_t)1 << 62; // of a sum that is read
static const char format_name[] = "xgrind.dependences";
static const char of_region[] = "region"; // in place of a module

void dependence_table_init(DependenceTable* t)
{
   *t = (DependenceTable){0};
   rows_init(&t->pairs, 2, 2);
   rows_init(&t->objects, 3, 1);
}

void dependence_table_clear(DependenceTable* t)
{
   strings_clear(&t->units);
   strings_clear(&t->labels);
   rows_clear(&t->pairs);
   rows_clear(&t->objects);
}

// --- adding ---------------------------------------------------------------------------------------

// A file, and what has to be given back when it cannot be read.
typedef struct {
   DependenceTable* t;
   const char* file;
   DataFile d;
   Input in;
   bool is_open;
   Json json;
   uint32_t* units; // numbers in the table, by that in the file, and 1; 0: not known yet
   Built key;
} Source;

static void add(uint64_t* sum, uint64_t more)
{
   if (__builtin_add_overflow(*sum, more, sum))
      fail("a sum of bytes is more than 64 bits hold");
}

static uint32_t unit_number(Source* s, const char* module, const char* name)
{
   s->key.n_B = 0;
   built_bytes(&s->key, module, strlen(module) + 1);
   built_add(&s->key, name);
   return strings_number(&s->t->units, s->key.text, s->key.n_B);
}

static void add_flow(DependenceTable* t, uint64_t from, uint64_t to, uint64_t bytes,
                     uint64_t first_B)
{
   uint64_t* pair = rows_at(&t->pairs, (uint64_t[]){from, to});
   add(&pair[BYTES], bytes);
   add(&pair[FIRST_B], first_B);
}

static void add_object(DependenceTable* t, uint64_t from, uint64_t to, const char* label,
                       uint64_t bytes)
{
   const uint32_t number = strings_number(&t->labels, label, strlen(label));
   add(rows_at(&t->objects, (uint64_t[]){from, to, number}), bytes);
}

// --- data files -------------------------------------------------------------------------------------

// An object's label by its number.
typedef struct {
   uint64_t id;
   const char* label;
} LabelOfId;

static int by_id(const void* x, const void* y)
{
   return compare_numbers(((const LabelOfId*)x)->id, ((const LabelOfId*)y)->id);
}

static const LabelOfId* labels_by_id(DataFile* d)
{
   demangle_names(d);
   const char* const* labels = object_labels(d, object_names(d));
   LabelOfId* of = arena_alloc(&d->arena, (d->n_objects + 1) * sizeof *of);
   for (uint32_t i = 0; i < d->n_objects; i++) of[i] = (LabelOfId){d->objects[i].id, labels[i]};
   array_sort(of, d->n_objects, sizeof *of, by_id);
   return of;
}

static const char* label_of(const DataFile* d, const LabelOfId* of, JsonValue id)
{
   if (json_kind(id) == JSON_NULL) return "unknown";
   const uint64_t wanted = json_count(&d->json, id);
   uint32_t low = 0, high = d->n_objects;
   while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (of[middle].id < wanted)
         low = middle + 1;
      else
         high = middle;
   }
   return low < d->n_objects && of[low].id == wanted ? of[low].label : "unknown";
}

static uint32_t unit_of_data(Source* s, JsonValue unit)
{
   const DataFile* d = &s->d;
   const JsonValue region = json_member(&d->json, unit, "region");
   if (json_kind(region) != JSON_NULL)
      return unit_number(s, of_region, data_file_text(&s->d, region));
   const JsonValue function = json_member(&d->json, unit, "function");
   if (json_kind(function) == JSON_NULL)
      data_file_bad(d, "dependences.units has a unit that is neither a function nor a region");
   const DataFunction* f = &d->functions[json_count(&d->json, function)];
   return unit_number(s, f->module, f->name);
}

// The values of a list, by number.
static const JsonValue* values_of(DataFile* d, JsonValue list)
{
   const JsonValue* values = arena_alloc(&d->arena, (json_size(list) + 1) * sizeof *values);
   JsonValue* to = (JsonValue*)values;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v)) *to++ = v;
   return values;
}

static void add_data_file(Source* s)
{
   DataFile* d = &s->d;
   data_file_read(d, s->file, DATA_FILE_NO_OBJECTS);
   const LabelOfId* labels = labels_by_id(d);
   const JsonValue section = data_file_section(d, "dependences");
   if (!section) fail("%s has no dependences; run with xgrind --dependences=yes", d->shown);
   const JsonValue list = json_member(&d->json, section, "units"),
                   flows = json_member(&d->json, section, "flows");
   const JsonValue* units = values_of(d, list);
   s->units = host_zalloc("commands.dependences", (json_size(list) + 1) * sizeof *s->units);
   for (JsonValue flow = json_first(flows); flow != json_next(flows); flow = json_next(flow)) {
      JsonValue v = json_first(flow);
      uint32_t unit[2];
      for (int i = 0; i < 2; i++, v = json_next(v)) {
         const uint64_t n = json_count(&d->json, v);
         if (!s->units[n]) s->units[n] = unit_of_data(s, units[n]) + 1;
         unit[i] = s->units[n] - 1;
      }
      const char* label = label_of(d, labels, v);
      const uint64_t bytes = json_count(&d->json, v + 1), first_B = json_count(&d->json, v + 2);
      add_flow(s->t, unit[0], unit[1], bytes, first_B);
      add_object(s->t, unit[0], unit[1], label, bytes);
   }
}

// --- sums that were written before --------------------------------------------------------------------

__attribute__((noreturn)) static void bad_sum(const Source* s, const char* why)
{
   fail("%s: this is no sum of dependences that xgrind_merge has written: %s",
        printable(s->file), why);
}

static uint32_t unit_of_sum(Source* s, JsonValue unit)
{
   const Json* j = &s->json;
   const JsonValue region = json_member(j, unit, "region");
   if (json_kind(region) != JSON_NULL) return unit_number(s, of_region, json_text(j, region));
   return unit_number(s, json_text(j, json_member(j, unit, "module")),
                      json_text(j, json_member(j, unit, "function")));
}

static bool is_unit(const Json* j, JsonValue unit)
{
   const JsonValue region = json_member(j, unit, "region");
   if (json_kind(region) != JSON_NULL) return json_text(j, region);
   return json_text(j, json_member(j, unit, "module"))
          && json_text(j, json_member(j, unit, "function"));
}

static uint64_t figure(const Source* s, JsonValue v)
{
   uint64_t n;
   if (!v || !json_is_count(&s->json, v, &n) || n > figure_max)
      bad_sum(s, "a pair has something else than numbers");
   return n;
}

static void add_pair(Source* s, JsonValue pair, const JsonValue* units, size_t n_units)
{
   static const char* const keys[] = {"from", "to", "bytes", "first_B"};
   const Json* j = &s->json;
   const JsonValue objects = json_member(j, pair, "objects");
   if (json_kind(pair) != JSON_OBJECT || json_kind(objects) != JSON_OBJECT)
      bad_sum(s, "a pair is none");
   uint64_t n[4];
   for (int i = 0; i < 4; i++) n[i] = figure(s, json_member(j, pair, keys[i]));
   for (JsonValue key = json_first(objects); key != json_next(objects);
        key = json_next(key + 1))
      (void)figure(s, key + 1);
   for (int i = 0; i < 2; i++) {
      if (n[i] >= n_units) bad_sum(s, "a pair has a unit that is not there");
      if (!s->units[n[i]]) s->units[n[i]] = unit_of_sum(s, units[n[i]]) + 1;
      n[i] = s->units[n[i]] - 1;
   }
   add_flow(s->t, n[0], n[1], n[2], n[3]);
   for (JsonValue key = json_first(objects); key != json_next(objects);
        key = json_next(key + 1))
      add_object(s->t, n[0], n[1], json_text(j, key), json_count(j, key + 1));
}

static void add_sum(Source* s)
{
   const Json* j = &s->json;
   JsonError error;
   input_open(&s->in, s->file);
   s->is_open = true;
   if (!json_read(&s->json, s->in.bytes, s->in.size_B, &error)
       || json_kind(json_root(j)) != JSON_OBJECT)
      fail("%s: this is no JSON", printable(s->file));
   uint64_t version;
   const JsonValue root = json_root(j), v = json_member(j, root, "version");
   if (!v || !json_is_count(j, v, &version) || version != VERSION)
      bad_sum(s, "its version is not 1");
   const JsonValue units = json_member(j, root, "units"), pairs = json_member(j, root, "pairs");
   bool is_good = json_is_list(units) && json_is_list(pairs);
   if (is_good)
      for (JsonValue unit = json_first(units); unit != json_next(units); unit = json_next(unit))
         is_good = is_good && is_unit(j, unit);
   if (!is_good) bad_sum(s, "units or pairs are missing");
   const JsonValue* by_number = values_of(&s->d, units);
   s->units = host_zalloc("commands.dependences", (json_size(units) + 1) * sizeof *s->units);
   for (JsonValue pair = json_first(pairs); pair != json_next(pairs); pair = json_next(pair))
      add_pair(s, pair, by_number, json_size(units));
}

static bool is_sum(const char* file)
{
   char head[HEAD_B + 1];
   head[input_start(file, head, HEAD_B)] = '\0';
   return strstr(head, kept("\"format\": \"%s\"", format_name));
}

static void add_source(void* with)
{
   Source* s = with;
   if (is_sum(s->file))
      add_sum(s);
   else
      add_data_file(s);
}

void dependence_table_add(DependenceTable* t, const char* file)
{
   Source s = {.t = t, .file = file};
   const char* wrong = failure_of(add_source, &s);
   if (s.is_open) input_close(&s.in);
   json_clear(&s.json);
   data_file_clear(&s.d);
   host_free(s.units);
   built_clear(&s.key);
   if (wrong) fail("%s", wrong);
}

// --- writing --------------------------------------------------------------------------------------------

typedef struct {
   const char* text;
   uint32_t length_B, number;
} Key;

static int by_text(const void* a, const void* b)
{
   const Key *x = a, *y = b;
   const int by =
      memcmp(x->text, y->text, x->length_B < y->length_B ? x->length_B : y->length_B);
   return by ? by : compare_numbers(x->length_B, y->length_B);
}

// In ascending order of their bytes, for host_free().
static Key* sorted_keys(const Strings* s)
{
   Key* keys = host_alloc("commands.dependences", (s->n + 1) * sizeof *keys);
   for (uint32_t i = 0; i < s->n; i++) keys[i] = (Key){s->text[i], s->length_B[i], i};
   array_sort(keys, s->n, sizeof *keys, by_text);
   return keys;
}

// Where each number is in that order, for host_free().
static uint32_t* ranks_of(const Key* keys, uint32_t n)
{
   uint32_t* ranks = host_alloc("commands.dependences", (n + 1) * sizeof *ranks);
   for (uint32_t i = 0; i < n; i++) ranks[keys[i].number] = i;
   return ranks;
}

// A pair or an object of one, with units and labels by rank.
typedef struct {
   uint32_t from, to, label;
   uint64_t bytes, first_B;
} Entry;

static int by_bytes(const void* a, const void* b)
{
   const Entry *x = a, *y = b;
   int by = compare_numbers(y->bytes, x->bytes);
   if (!by) by = compare_numbers(x->from, y->from);
   return by ? by : compare_numbers(x->to, y->to);
}

static int by_units(const void* a, const void* b)
{
   const Entry *x = a, *y = b;
   int by = compare_numbers(x->from, y->from);
   if (!by) by = compare_numbers(x->to, y->to);
   return by ? by : compare_numbers(x->label, y->label);
}

static Entry* entries_of(const Rows* r, const uint32_t* units, const uint32_t* labels)
{
   Entry* entries = host_zalloc("commands.dependences", (r->n + 1) * sizeof *entries);
   for (uint32_t i = 0; i < r->n; i++) {
      const uint64_t *key = rows_keys(r, i), *sum = rows_figures(r, i);
      entries[i] = (Entry){units[key[0]], units[key[1]], labels ? labels[key[2]] : 0,
                           sum[BYTES], labels ? 0 : sum[FIRST_B]};
   }
   array_sort(entries, r->n, sizeof *entries, labels ? by_units : by_bytes);
   return entries;
}

static void write_pair(JsonWriter* w, const Entry* pair, const Entry* objects, uint32_t n,
                       const Key* labels)
{
   uint32_t low = 0, high = n;
   while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (by_units(&objects[middle], &(Entry){pair->from, pair->to, 0, 0, 0}) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   json_begin(w, '{');
   json_key(w, "bytes");
   json_number(w, pair->bytes);
   json_key(w, "first_B");
   json_number(w, pair->first_B);
   json_key(w, "from");
   json_number(w, pair->from);
   json_key(w, "objects");
   json_begin(w, '{');
   for (; low < n && objects[low].from == pair->from && objects[low].to == pair->to; low++) {
      json_key(w, labels[objects[low].label].text);
      json_number(w, objects[low].bytes);
   }
   json_end(w, '}');
   json_key(w, "to");
   json_number(w, pair->to);
   json_end(w, '}');
}

// A region's key is that of no module and function: no module is called so.
static void write_unit(JsonWriter* w, const Key* key)
{
   const char* name = key->text + strlen(key->text) + 1;
   json_begin(w, '{');
   if (strcmp(key->text, of_region) == 0) {
      json_key(w, "region");
      json_string(w, name);
   } else {
      json_key(w, "function");
      json_string(w, name);
      json_key(w, "module");
      json_string(w, key->text);
   }
   json_end(w, '}');
}

static void write_head(JsonWriter* w, const char* creator)
{
   json_key(w, "creator");
   json_string(w, creator);
   json_key(w, "format");
   json_string(w, format_name);
}

void dependence_table_write(Built* to, const DependenceTable* t, const char* creator)
{
   Key *units = sorted_keys(&t->units), *labels = sorted_keys(&t->labels);
   uint32_t *unit_ranks = ranks_of(units, t->units.n),
            *label_ranks = ranks_of(labels, t->labels.n);
   Entry* pairs = entries_of(&t->pairs, unit_ranks, NULL);
   Entry* objects = entries_of(&t->objects, unit_ranks, label_ranks);
   JsonWriter w = {.to = to};
   json_begin(&w, '{');
   write_head(&w, creator);
   json_key(&w, "pairs");
   json_begin(&w, '[');
   for (uint32_t i = 0; i < t->pairs.n; i++)
      write_pair(&w, &pairs[i], objects, t->objects.n, labels);
   json_end(&w, ']');
   json_key(&w, "units");
   json_begin(&w, '[');
   for (uint32_t i = 0; i < t->units.n; i++) write_unit(&w, &units[i]);
   json_end(&w, ']');
   json_key(&w, "version");
   json_number(&w, VERSION);
   json_end(&w, '}');
   host_free(units);
   host_free(labels);
   host_free(unit_ranks);
   host_free(label_ranks);
   host_free(pairs);
   host_free(objects);
}

void merge_dependences(const char* const* files, size_t n, const char* output,
                       const char* version)
{
   DependenceTable t;
   dependence_table_init(&t);
   for (size_t i = 0; i < n; i++) dependence_table_add(&t, files[i]);
   Built text = {0};
   dependence_table_write(&text, &t, kept("xgrind_merge-%s", version));
   Output* out = output_open(output);
   output_write(out, text.text, text.n_B);
   output_close(out);
   output_finish();
   built_clear(&text);
   dependence_table_clear(&t);
}
