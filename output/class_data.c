// SPDX-License-Identifier: GPL-3.0-or-later
// Misses of sets and lines as JSON; see class_data.h.
#include "output/class_data.h"

// Of the levels below D1, those sets with most misses are listed; of the lines, those with a thousandth
// of all misses of D1 or of LL, and those with most misses in D1 come first.
enum { SETS_MAX = 1024, LINES_MAX = 1000, LINE_SHARE = 1000 };

static const char* const level_name[CLASS_LEVELS] = {"D1", "L2", "LL"};

static const Classifier* classifier_of(ClassLevel level)
{
   const Classifier* c = &engine.caches.classifier[level];
   return c->cache ? c : NULL;
}

static uint64_t sum_of(const uint64_t misses[MISS_CLASSES])
{
   uint64_t sum = 0;
   for (int m = 0; m < MISS_CLASSES; m++) sum += misses[m];
   return sum;
}

static void write_misses(Writer* w, const uint64_t misses[MISS_CLASSES])
{
   for (int m = 0; m < MISS_CLASSES; m++) {
      if (m) writer_char(w, ',');
      writer_number(w, misses[m]);
   }
}

// The name of a level as a key, after a comma if it is not the first.
static void write_level(Writer* w, ClassLevel level)
{
   writer_text(w, level == CLASS_D1 ? "\"" : ", \"");
   writer_text(w, level_name[level]);
   writer_text(w, "\": ");
}

// --- sets ---------------------------------------------------------------------------------

static int by_misses_of_set(const void* a, const void* b)
{
   uint64_t x = sum_of(a), y = sum_of(b);
   if (x != y) return x > y ? -1 : 1;
   return a < b ? -1 : a > b;
}

static int by_address(const void* a, const void* b)
{
   return a < b ? -1 : a > b;
}

static void write_sets_of(Writer* w, const Classifier* c)
{
   SetMisses** order = host_alloc("output.sets", c->cache->sets * sizeof *order);
   size_t n = 0;
   for (uint64_t s = 0; s < c->cache->sets; s++)
      if (sum_of(c->sets[s])) order[n++] = &c->sets[s];
   if (c->level != CLASS_D1 && n > SETS_MAX) {
      host_sort((void**)order, n, by_misses_of_set);
      n = SETS_MAX;
      host_sort((void**)order, n, by_address);
   }
   writer_char(w, '[');
   for (size_t i = 0; i < n; i++) {
      writer_text(w, i ? ",[" : "[");
      writer_number(w, (uint64_t)(order[i] - c->sets));
      writer_char(w, ',');
      write_misses(w, *order[i]);
      writer_char(w, ']');
   }
   writer_char(w, ']');
   host_free(order);
}

static void write_sets(Writer* w)
{
   writer_text(w, "\"n_sets\": {");
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (!classifier_of(l)) continue;
      write_level(w, l);
      writer_number(w, classifier_of(l)->cache->sets);
   }
   writer_text(w, "},\n \"sets\": {");
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (!classifier_of(l)) continue;
      write_level(w, l);
      write_sets_of(w, classifier_of(l));
   }
   writer_char(w, '}');
}

// --- lines of memory ----------------------------------------------------------------------

typedef struct {
   uint64_t address;
   uint32_t object; // number + 1; 0: not known
   uint64_t misses[CLASS_LEVELS][MISS_CLASSES];
} MissedLine;

static void read_line(const LineTable* t, uint64_t i, MissedLine* to)
{
   const LineRecord* r = line_table_at(t, i);
   to->address = line_record_address(r);
   to->object = r->object;
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      for (MissClass m = MISS_COLD; m < MISS_CLASSES; m++)
         to->misses[l][m] = line_table_misses(t, i, l, m);
}

static bool is_heavy(const MissedLine* l, ClassLevel level, uint64_t all)
{
   uint64_t n = sum_of(l->misses[level]);
   return n && n >= (all + LINE_SHARE - 1) / LINE_SHARE;
}

static int by_misses_of_line(const void* a, const void* b)
{
   const MissedLine *x = a, *y = b;
   static const ClassLevel order[] = {CLASS_D1, CLASS_LL};
   for (int i = 0; i < 2; i++) {
      uint64_t of_x = sum_of(x->misses[order[i]]), of_y = sum_of(y->misses[order[i]]);
      if (of_x != of_y) return of_x > of_y ? -1 : 1;
   }
   return x->address < y->address ? -1 : x->address > y->address;
}

static uint64_t misses_of_level(ClassLevel level)
{
   const Classifier* c = classifier_of(level);
   uint64_t sum = 0;
   for (uint64_t s = 0; s < c->cache->sets; s++) sum += sum_of(c->sets[s]);
   return sum;
}

// The numbers of objects in the file, by number + 1.
static uint64_t* ids_of_objects(bool (*is_listed)(const MemObject* o))
{
   uint64_t* id = host_zalloc("output.lines", (engine.objects.set.n_objects + 1) * sizeof *id);
   uint64_t n = 0;
   for (const MemObject* o = engine.objects.set.first; o; o = o->next)
      if (is_listed(o)) id[o->number + 1] = n++;
   return id;
}

static void write_line(Writer* w, const MissedLine* l, const uint64_t* id)
{
   writer_text(w, "{\"address\": ");
   writer_number(w, l->address);
   writer_text(w, ", \"object\": ");
   if (l->object)
      writer_number(w, id[l->object]);
   else
      writer_text(w, "null");
   writer_text(w, ", ");
   for (ClassLevel level = CLASS_D1; level < CLASS_LEVELS; level++) {
      if (!classifier_of(level)) continue;
      write_level(w, level);
      writer_char(w, '[');
      write_misses(w, l->misses[level]);
      writer_char(w, ']');
   }
   writer_char(w, '}');
}

// At most so many lines have a thousandth of one of two numbers; there is room for one to be read.
enum { HEAVY_MAX = 2 * LINE_SHARE };

static void write_lines(Writer* w, bool (*is_listed)(const MemObject* o))
{
   const LineTable* t = hierarchy_missed_lines(&engine.caches);
   uint64_t d1 = misses_of_level(CLASS_D1), ll = misses_of_level(CLASS_LL);
   MissedLine* line = host_alloc("output.lines", (HEAVY_MAX + 1) * sizeof *line);
   MissedLine** order = host_alloc("output.lines", (HEAVY_MAX + 1) * sizeof *order);
   uint64_t* id = ids_of_objects(is_listed);
   size_t n = 0;
   for (uint64_t i = 0; i < t->n; i++) {
      XG_ASSERT(n <= HEAVY_MAX);
      read_line(t, i, &line[n]);
      if (!is_heavy(&line[n], CLASS_D1, d1) && !is_heavy(&line[n], CLASS_LL, ll)) continue;
      order[n] = &line[n];
      n++;
   }
   host_sort((void**)order, n, by_misses_of_line);
   if (n > LINES_MAX) n = LINES_MAX;
   writer_text(w, ",\n \"lines\": [");
   for (size_t i = 0; i < n; i++) {
      writer_text(w, i ? ",\n  " : "\n  ");
      write_line(w, order[i], id);
   }
   writer_text(w, "]");
   host_free(line);
   host_free(order);
   host_free(id);
}

void class_data_write(Writer* w, bool (*is_listed)(const MemObject* o))
{
   writer_text(w, ",\n\"miss_classes\": {");
   write_sets(w);
   write_lines(w, is_listed);
   writer_char(w, '}');
}
