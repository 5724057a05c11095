// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects as JSON; see object_data.h.
#include "output/object_data.h"

#include "output/byte_data.h"
#include "output/class_data.h"
#include "output/curve_data.h"
#include "output/json_text.h"
#include "output/timeline_data.h"

// --- columns --------------------------------------------------------------------------------

// EV_WITH_*, as far as memory objects are concerned.
static uint32_t columns_with(void)
{
   const EngineConfig* c = &engine.config;
   uint32_t with = EV_WITH_CACHES | EV_WITH_USE;
   if (hierarchy_has_l2(&c->caches)) with |= EV_WITH_L2;
   if (c->tlbs.dtlb.entries) with |= EV_WITH_DTLB;
   if (c->caches.miss_classes) with |= EV_WITH_CLASSES;
   if (c->caches.cores > 1) with |= EV_WITH_CORES;
   if (c->objects) with |= EV_WITH_OBJECTS;
   return with;
}

static bool is_column(ObjectEvent e)
{
   // Objects may be known without their costs, for the timeline.
   bool any = engine.config.objects || !engine.config.track_objects;
   return any && (object_info[e].with & ~columns_with()) == 0;
}

// --- JSON -----------------------------------------------------------------------------------

static void write_key(Writer* w, const char* key)
{
   json_text_write(w, key);
   writer_text(w, ": ");
}

static void write_text_member(Writer* w, const char* key, const char* text)
{
   write_key(w, key);
   json_text_write(w, text);
   writer_text(w, ", ");
}

static void write_number_member(Writer* w, const char* key, uint64_t n)
{
   write_key(w, key);
   writer_number(w, n);
   writer_text(w, ", ");
}

static void write_costs(Writer* w, const uint64_t* cost)
{
   writer_char(w, '[');
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      if (e) writer_char(w, ',');
      writer_number(w, cost[e]);
   }
   writer_char(w, ']');
}

// --- tables ---------------------------------------------------------------------------------

// Functions and call stacks are numbered in the order in which they are written.
typedef struct {
   Map functions; // numbers + 1, by name, file and module
   uint64_t n;
} Functions;

static uint64_t function_number(Writer* w, Functions* f, const char* name, const char* file,
                                const char* module, bool inlined)
{
   uint64_t key = map_hash_string(name) * 31 + map_hash_string(file) + inlined;
   uint64_t other = map_hash_string(module) | 1;
   uintptr_t number = (uintptr_t)map_get(&f->functions, key, other);
   if (number) return number - 1;
   map_put(&f->functions, key, other, (void*)(uintptr_t)(f->n + 1));
   if (w) {
      writer_text(w, f->n ? ",\n  {" : "\n  {");
      write_text_member(w, "name", name);
      write_text_member(w, "file", file);
      write_key(w, "module");
      json_text_write(w, module);
      writer_text(w, inlined ? ", \"inlined\": true}" : "}");
   }
   return f->n++;
}

static uint64_t frame_function(Writer* w, Functions* f, const ObjectFrame* c)
{
   return function_number(w, f, c->function, c->file, c->module, c->inlined);
}

// Costs of one object at one line of code.
typedef struct {
   const Function* function;
   const char* file;
   uint32_t line;
   uint64_t cost[OBJ_EVENTS];
} Line;

static bool any_cost(const uint64_t* cost)
{
   uint64_t any = 0;
   for (int e = 0; e < OBJ_EVENTS; e++) any |= cost[e];
   return any != 0;
}

static Line line_of(const ObjectCosts* a)
{
   const Block* b = a->site->block;
   Line l = {.function = b->function, .file = b->function->file->name};
   SourceFile* file;
   uint64_t address = callgraph_site_address(a->site);
   if (host_position(b, address, &file, &l.line)) l.file = file->name;
   host_memcpy(l.cost, a->cost, sizeof l.cost);
   return l;
}

// A function whose blocks begin in several files is several Functions; in this file it is one for
// each file that its lines are of.
static int compare_functions(const Function* x, const Function* y)
{
   const Module *in = x->file->module, *other = y->file->module;
   if (in != other) return in->number < other->number ? -1 : 1;
   return x == y ? 0 : host_strcmp(x->name, y->name);
}

static int compare_lines(const void* a, const void* b)
{
   const Line *x = a, *y = b;
   int by_function = compare_functions(x->function, y->function);
   if (by_function) return by_function;
   if (x->file != y->file) return x->file < y->file ? -1 : 1;
   return x->line < y->line ? -1 : x->line > y->line;
}

typedef struct {
   Line* line;
   Line** order;
   size_t n;
} Lines;

// The lines of code with costs of the object, each once.
static Lines lines_of(const MemObject* o)
{
   Lines l = {0};
   size_t n = 0;
   for (const ObjectCosts* a = o->costs; a; a = a->next) n += any_cost(a->cost);
   if (!n) return l;
   l.line = host_alloc("output.lines", n * sizeof *l.line);
   l.order = host_alloc("output.lines", n * sizeof *l.order);
   for (const ObjectCosts* a = o->costs; a; a = a->next) {
      if (!any_cost(a->cost)) continue;
      l.line[l.n] = line_of(a);
      l.order[l.n] = &l.line[l.n];
      l.n++;
   }
   host_sort((void**)l.order, l.n, compare_lines);
   size_t kept = 0;
   for (size_t i = 1; i < l.n; i++) {
      if (compare_lines(l.order[kept], l.order[i]) != 0) {
         l.order[++kept] = l.order[i];
         continue;
      }
      for (int e = 0; e < OBJ_EVENTS; e++) l.order[kept]->cost[e] += l.order[i]->cost[e];
   }
   l.n = kept + 1;
   return l;
}

static void free_lines(Lines* l)
{
   host_free(l->line);
   host_free(l->order);
}

static const TimelineReport* timeline; // that is written, or NULL

static bool is_listed(const MemObject* o)
{
   return o->costs || o->count || (engine.config.curves.on && miss_curves_of_object(o))
          || (timeline && timeline_data_has(timeline, o))
          || (engine.config.object_bytes && object_bytes_of(o));
}

// --- the file -------------------------------------------------------------------------------

static void write_geometry(Writer* w, const char* name, const Geometry* g, const char* end)
{
   write_key(w, name);
   writer_char(w, '[');
   writer_number(w, g->size_B);
   writer_char(w, ',');
   writer_number(w, g->ways);
   writer_char(w, ',');
   writer_number(w, g->line_B);
   writer_char(w, ']');
   writer_text(w, end);
}

static void write_sampling(Writer* w)
{
   const Sampling* s = &engine.objects.sampling;
   write_key(w, "sampling");
   if (!s->period) {
      writer_text(w, "null");
      return;
   }
   writer_char(w, '{');
   write_number_member(w, "period", (uint64_t)s->period);
   writer_text(w, s->loads ? "\"loads\": true, " : "\"loads\": false, ");
   writer_text(w, s->stores ? "\"stores\": true, " : "\"stores\": false, ");
   write_key(w, "recorded");
   writer_number(w, s->n_taken);
   writer_char(w, '}');
}

// How often each event of the kind that was sampled stands for itself; 0: not known, as lines are
// loaded by loads and by stores, of which only one kind was sampled.
static uint64_t weight_of(const MemObject* o, ObjectEvent e)
{
   const Sampling* s = &engine.objects.sampling;
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
static void write_estimates(Writer* w, const MemObject* o, const uint64_t* cost)
{
   writer_text(w, ", \"estimate\": [");
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      uint64_t weight = weight_of(o, e);
      if (e) writer_char(w, ',');
      if (weight)
         writer_number(w, cost[e] * weight);
      else
         writer_text(w, "null");
   }
   writer_text(w, "], \"error\": [");
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      uint64_t weight = weight_of(o, e);
      if (e) writer_char(w, ',');
      if (weight && object_info[e].unit == UNIT_COUNT)
         writer_number(w, weight == 1 ? 0 : root_of(cost[e] * (weight - 1)) * root_of(weight));
      else
         writer_text(w, "null");
   }
   writer_char(w, ']');
}

static void write_latencies(Writer* w, const ObjectDataHeader* h)
{
   if (!h->ll_latency) return;
   write_key(w, "latencies");
   writer_char(w, '{');
   if (h->l2_latency) write_number_member(w, "L2", h->l2_latency);
   write_key(w, "LL");
   writer_number(w, h->ll_latency);
   writer_text(w, ", \"memory\": ");
   writer_number(w, h->memory_latency);
   writer_text(w, "},\n");
}

static void write_head(Writer* w, const ObjectDataHeader* h)
{
   writer_text(w, "{\n\"format\": \"xgrind.data\", \"version\": 1, ");
   write_text_member(w, "creator", h->creator);
   writer_char(w, '\n');
   write_text_member(w, "command", h->command);
   write_number_member(w, "pid", h->pid);
   writer_text(w, "\n\"caches\": {");
   write_geometry(w, "I1", &engine.config.caches.i1, ", ");
   write_geometry(w, "D1", &engine.config.caches.d1, ", ");
   if (hierarchy_has_l2(&engine.config.caches))
      write_geometry(w, "L2", &engine.config.caches.l2, ", ");
   write_geometry(w, "LL", &engine.config.caches.ll, "},\n");
   write_latencies(w, h);
   write_number_member(w, "instructions", h->instructions);
   write_sampling(w);
   writer_text(w, ",\n\"events\": [");
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      if (!is_column(e)) continue;
      if (e) writer_char(w, ',');
      json_text_write(w, object_name(e));
   }
   writer_text(w, "],\n\"totals\": ");
   uint64_t totals[OBJ_EVENTS];
   object_costs_sum(totals); // lines are counted here only
   const ObjectCosts* forgotten = engine.objects.forgotten;
   // Profiles like Callgrind's lose costs of lines and of threads.
   bool lossy = engine.config.graph.callgrind_compat && !engine.objects.sampling.period;
   for (ObjectEvent e = 0; e < OBJ_EVENTS && !lossy; e++) {
      uint8_t event = object_info[e].event;
      if (event != EV_COUNT)
         totals[e] = h->totals[event] - (forgotten ? forgotten->cost[e] : 0);
   }
   write_costs(w, totals);
}

// Functions with a miss curve, which are numbered as all others.
static void number_curves(Writer* w, Functions* f)
{
   for (uint32_t i = 0; i < engine.curves.n_by_function; i++) {
      FunctionCurve* c = engine.curves.by_function[i];
      if (!c) continue;
      const SourceFile* file = c->function->file;
      c->number =
         function_number(w, f, c->function->name, file->name, file->module->name, false);
   }
}

// all: the lines of each object, by its number, to be filled in: finding them takes a look at the
// debug information for each ObjectCosts.
static uint64_t function_of_line(Writer* w, void* functions, const Function* function,
                                 const char* file)
{
   return function_number(w, functions, function->name, file, function->file->module->name,
                          false);
}

static void write_functions(Writer* w, Functions* f, Lines* all, const SharingReport* sharing,
                            TimelineReport* t)
{
   writer_text(w, ",\n\"functions\": [");
   for (const MemObject* o = engine.objects.set.first; o; o = o->next) {
      if (!is_listed(o)) continue;
      for (uint32_t i = 0; i < o->n_frames; i++) frame_function(w, f, &o->frames[i]);
      Lines* l = &all[o->number];
      *l = lines_of(o);
      for (size_t i = 0; i < l->n; i++)
         function_number(w, f, l->order[i]->function->name, l->order[i]->file,
                         l->order[i]->function->file->module->name, false);
   }
   if (sharing) sharing_data_write_functions(w, sharing, function_of_line, f);
   if (t) timeline_data_write_functions(w, t, function_of_line, f);
   number_curves(w, f);
   writer_text(w, "\n]");
}

static void write_stacks(Writer* w, Functions* f)
{
   uint64_t n = 0;
   writer_text(w, ",\n\"stacks\": [");
   for (const MemObject* o = engine.objects.set.first; o; o = o->next) {
      if (!is_listed(o) || !o->n_frames) continue;
      writer_text(w, n++ ? ",\n  [" : "\n  [");
      for (uint32_t i = 0; i < o->n_frames; i++) {
         const ObjectFrame* c = &o->frames[i];
         if (i) writer_char(w, ',');
         writer_char(w, '[');
         writer_number(w, frame_function(NULL, f, c));
         writer_char(w, ',');
         writer_number(w, c->line);
         writer_char(w, ']');
      }
      writer_char(w, ']');
   }
   writer_text(w, "\n]");
}

static void write_lines(Writer* w, Functions* f, const Lines* lines)
{
   writer_text(w, "\n   \"lines\": [");
   for (size_t i = 0; i < lines->n; i++) {
      const Line* l = lines->order[i];
      writer_text(w, i ? ",\n    {" : "\n    {");
      write_number_member(w, "function",
                          function_number(NULL, f, l->function->name, l->file,
                                          l->function->file->module->name, false));
      write_number_member(w, "line", l->line);
      write_key(w, "cost");
      write_costs(w, l->cost);
      writer_char(w, '}');
   }
   writer_char(w, ']');
}

// Where an object was allocated or declared, if that is known.
static void write_source(Writer* w, const MemObject* o)
{
   const char* file = o->n_frames ? o->frames[0].file : o->file;
   uint32_t line = o->n_frames ? o->frames[0].line : o->line;
   if (!line) {
      write_text_member(w, "source", NULL);
      return;
   }
   write_key(w, "source");
   writer_char(w, '"');
   json_text_write_part(w, file);
   writer_char(w, ':');
   writer_number(w, line);
   writer_text(w, "\", ");
}

// The object's miss curve, if it has one, is that of the object with this number.
static void number_curve(const MemObject* o, uint64_t id)
{
   ObjectCurve* c = engine.config.curves.on ? miss_curves_of_object(o) : NULL;
   if (c) c->number = id;
}

static void write_object(Writer* w, Functions* f, const MemObject* o, const Lines* lines,
                         uint64_t id, uint64_t* stack)
{
   uint64_t cost[OBJ_EVENTS] = {0};
   for (size_t i = 0; i < lines->n; i++)
      for (int e = 0; e < OBJ_EVENTS; e++) cost[e] += lines->order[i]->cost[e];
   number_curve(o, id);
   writer_text(w, id ? ",\n  {" : "\n  {");
   write_number_member(w, "id", id);
   write_text_member(w, "kind", object_kind_name[o->kind]);
   write_text_member(w, "name", o->name);
   const ObjectFrame* caller = o->n_frames ? &o->frames[0] : NULL;
   write_text_member(w, "module", o->module || !caller ? o->module : caller->module);
   write_source(w, o);
   if (o->n_frames)
      write_number_member(w, "stack", (*stack)++);
   else
      writer_text(w, "\"stack\": null, ");
   write_number_member(w, "thread", o->thread);
   write_number_member(w, "count", o->count);
   write_number_member(w, "size_B", o->most_B);
   write_number_member(w, "total_B", o->total_B);
   write_number_member(w, "born", o->born);
   if (o->n_live || !o->count)
      writer_text(w, "\"died\": null, ");
   else
      write_number_member(w, "died", o->died);
   writer_text(w, "\n   ");
   write_key(w, "cost");
   write_costs(w, cost);
   if (engine.objects.sampling.period) write_estimates(w, o, cost);
   writer_char(w, ',');
   if (engine.config.object_bytes) byte_data_write(w, object_bytes_of(o));
   write_lines(w, f, lines);
   writer_char(w, '}');
}

void object_data_write(Writer* w, const ObjectDataHeader* h)
{
   Functions f = {0};
   uint64_t id = 0, stack = 0;
   write_head(w, h);
   SharingReport* sharing = h->placement && h->placement->cores > 1 ? sharing_data_new() : NULL;
   TimelineReport* t = engine.config.timeline.on ? timeline_data_new() : NULL;
   timeline = t;
   // One more than needed: without objects there are none.
   Lines* all = host_zalloc("output.lines", (engine.objects.set.n_objects + 1) * sizeof *all);
   write_functions(w, &f, all, sharing, t);
   write_stacks(w, &f);
   writer_text(w, ",\n\"objects\": [");
   for (const MemObject* o = engine.objects.set.first; o; o = o->next)
      if (is_listed(o)) write_object(w, &f, o, &all[o->number], id++, &stack);
   writer_text(w, "\n]");
   if (engine.config.caches.miss_classes && engine.config.objects)
      class_data_write(w, is_listed);
   if (sharing) {
      sharing_data_write(w, sharing, h->placement, function_of_line, &f, is_listed);
      sharing_data_free(sharing);
   }
   if (engine.config.curves.on) curve_data_write(w, h->totals[EV_DR] + h->totals[EV_DW]);
   if (t) {
      timeline_data_write(w, t, h->layout, is_listed);
      timeline_data_free(t);
      timeline = NULL;
   }
   writer_text(w, "\n}\n");
   for (uint32_t i = 0; i < engine.objects.set.n_objects; i++) free_lines(&all[i]);
   host_free(all);
   map_clear(&f.functions);
}
