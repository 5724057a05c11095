// SPDX-License-Identifier: GPL-3.0-or-later
// Misses of sets and lines as JSON; see class_data.h.
#include "writers/class_data.h"

#include "writers/model.h"

// Of the levels below D1, those sets with most misses are listed; of the lines, those with a thousandth
// of all misses of D1 or of LL, and those with most misses in D1 come first.
enum { SETS_MAX = 1024, LINES_MAX = 1000, LINE_SHARE = 1000 };

static const char* level_name(ClassLevel level)
{
   return hierarchy_cache_name((CacheRole)(CACHE_D1 + level));
}

static const Classifier* classifier_of(const Hierarchy* h, ClassLevel level)
{
   const Classifier* c = &h->classifier[level];
   return c->cache ? c : NULL;
}

static uint64_t sum_of(const uint64_t misses[MISS_CLASSES])
{
   uint64_t sum = 0;
   for (int m = 0; m < MISS_CLASSES; m++) sum += misses[m];
   return sum;
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

static void write_sets_of(Json* j, const Classifier* c)
{
   SetMisses** order = host_alloc("writers.sets", c->cache->sets * sizeof *order);
   size_t n = 0;
   for (uint64_t s = 0; s < c->cache->sets; s++)
      if (sum_of(c->sets[s])) order[n++] = &c->sets[s];
   if (c->level != CLASS_D1 && n > SETS_MAX) {
      host_sort((void**)order, n, by_misses_of_set);
      n = SETS_MAX;
      host_sort((void**)order, n, by_address);
   }
   json_array(j);
   for (size_t i = 0; i < n; i++) {
      json_array(j);
      json_number(j, (uint64_t)(order[i] - c->sets));
      for (int m = 0; m < MISS_CLASSES; m++) json_number(j, (*order[i])[m]);
      json_end_array(j);
   }
   json_end_array(j);
   host_free(order);
}

static void write_sets(Json* j, const Hierarchy* h)
{
   json_key(j, "n_sets");
   json_object(j);
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      if (classifier_of(h, l)) json_member(j, level_name(l), classifier_of(h, l)->cache->sets);
   json_end_object(j);
   json_line(j, 1);
   json_key(j, "sets");
   json_object(j);
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (!classifier_of(h, l)) continue;
      json_key(j, level_name(l));
      write_sets_of(j, classifier_of(h, l));
   }
   json_end_object(j);
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

static uint64_t misses_of_level(const Hierarchy* h, ClassLevel level)
{
   const Classifier* c = classifier_of(h, level);
   uint64_t sum = 0;
   for (uint64_t s = 0; s < c->cache->sets; s++) sum += sum_of(c->sets[s]);
   return sum;
}

static void write_line(Json* j, const Hierarchy* h, const MissedLine* l,
                       const DataNumbers* numbers)
{
   json_object(j);
   json_member(j, "address", l->address);
   json_member(j, "object",
               l->object ? data_numbers_of_nth_object(numbers, l->object - 1) : JSON_NULL);
   for (ClassLevel level = CLASS_D1; level < CLASS_LEVELS; level++) {
      if (!classifier_of(h, level)) continue;
      json_key(j, level_name(level));
      json_numbers(j, l->misses[level], MISS_CLASSES);
   }
   json_end_object(j);
}

// At most so many lines have a thousandth of one of two numbers; there is room for one to be read.
enum { HEAVY_MAX = 2 * LINE_SHARE };

static void write_lines(Json* j, const Hierarchy* h, const DataNumbers* numbers)
{
   const LineTable* t = hierarchy_missed_lines(h);
   uint64_t d1 = misses_of_level(h, CLASS_D1), ll = misses_of_level(h, CLASS_LL);
   MissedLine* line = host_alloc("writers.lines", (HEAVY_MAX + 1) * sizeof *line);
   MissedLine** order = host_alloc("writers.lines", (HEAVY_MAX + 1) * sizeof *order);
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
   json_line(j, 1);
   json_key(j, "lines");
   json_array(j);
   for (size_t i = 0; i < n; i++) {
      json_line(j, 2);
      write_line(j, h, order[i], numbers);
   }
   json_end_array(j);
   host_free(line);
   host_free(order);
}

void class_data_write(Json* j, const DataNumbers* numbers, uint32_t simulation)
{
   const Hierarchy* h = &MODEL->simulation[simulation].caches;
   json_line(j, 0);
   json_key(j, "miss_classes");
   json_object(j);
   write_sets(j, h);
   write_lines(j, h, numbers);
   json_end_object(j);
}
