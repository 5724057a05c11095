// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of misses by their definitions: a list of the lines referenced last, and a flag for each line
// that was referenced at all (docs/miss-classes.md).  Hierarchies and what they hit are those of
// reference_policies.h, which tells this one each reference.
//
//    policy_ref_init(&config);
//    class_ref_init(&config);            // nothing has been referenced
//    class_ref_start_counts();
//    ... class_ref_begin(); an access is made, by the caches and by the reference ...
//    if (it has missed D1) ok = class_ref_missed(&h, CLASS_D1, object);
//    ok = class_ref_counts_match(&h);
#ifndef XG_TESTS_UNIT_REFERENCE_CLASSES_H
#define XG_TESTS_UNIT_REFERENCE_CLASSES_H

#include "reference_policies.h"

// Lines are below CLASS_REF_END, or as far above 4 GiB.
#ifndef CLASS_REF_END
#define CLASS_REF_END (4ULL << 20)
#endif
enum { CLASS_REF_LINES = 4096, CLASS_REF_SETS = 512, CLASS_REF_UNIT_B = 16 };
enum { CLASS_REF_UNITS = CLASS_REF_END / CLASS_REF_UNIT_B };

typedef struct {
   uint64_t list[CLASS_REF_LINES]; // lines, most recent first
   uint32_t n, size;
   bool seen[2][CLASS_REF_UNITS]; // by line: below and above 4 GiB
   int missed;                    // class of the request, or -1
   uint64_t missed_line;
} ClassRefLevel;

typedef struct {
   uint64_t misses[CLASS_LEVELS][MISS_CLASSES];
   uint32_t object;
} ClassRefLine;

static struct {
   ClassRefLevel level[CLASS_LEVELS];
   // What must have been counted.
   uint64_t sets[CLASS_LEVELS][CLASS_REF_SETS][MISS_CLASSES];
   ClassRefLine lines[2][CLASS_REF_UNITS];
} class_ref;

static uint64_t class_ref_unit(uint64_t line)
{
   uint64_t unit = (line & 0xFFFFFFFF) / CLASS_REF_UNIT_B;
   if (unit >= CLASS_REF_UNITS) abort();
   return unit;
}

static ClassRefLine* class_ref_line(uint64_t line)
{
   return &class_ref.lines[line >> 32 & 1][class_ref_unit(line)];
}

// Puts a line to the front of the list; whether it was in it.
static bool class_ref_touch(ClassRefLevel* r, uint64_t line)
{
   uint32_t i = 0;
   while (i < r->n && r->list[i] != line) i++;
   bool is_there = i < r->n;
   if (!is_there && r->n < r->size) r->n++;
   if (!is_there) i = r->n - 1;
   memmove(r->list + 1, r->list, i * sizeof *r->list);
   r->list[0] = line;
   return is_there;
}

static void class_ref_referenced(const PolicyRefCache* c, uint64_t line, bool hit, bool first)
{
   if (c == &policy_ref.i1) return;
   ClassRefLevel* level = class_ref.level;
   ClassRefLevel* r = c == &policy_ref.d1   ? &level[CLASS_D1]
                      : c == &policy_ref.l2 ? &level[CLASS_L2]
                      : c == &policy_ref.l3 ? &level[CLASS_L3]
                                            : &level[CLASS_LL];
   if (first) r->missed = -1;
   if (first && policy_ref_is_exclusive(c)) level[CLASS_LL].missed = -1;
   bool would_hit = class_ref_touch(r, line);
   bool* seen = &r->seen[line >> 32 & 1][class_ref_unit(line)];
   if (!hit && r->missed < 0) {
      r->missed = !*seen ? MISS_COLD : would_hit ? MISS_CONFLICT : MISS_CAPACITY;
      r->missed_line = line;
   }
   *seen = true;
}

static inline void class_ref_init(const HierarchyConfig* c)
{
   const Geometry* const g[] = {&c->d1, &c->between[0], &c->between[1], &c->ll};
   memset(class_ref.level, 0, sizeof class_ref.level);
   for (int l = 0; l < CLASS_LEVELS; l++) {
      uint32_t size = g[l]->size_B ? (uint32_t)(g[l]->size_B / g[l]->line_B) : 1;
      if (size > CLASS_REF_LINES) abort();
      class_ref.level[l].size = size;
   }
   policy_ref.referenced = class_ref_referenced;
}

static inline void class_ref_start_counts(void)
{
   memset(class_ref.sets, 0, sizeof class_ref.sets);
   memset(class_ref.lines, 0, sizeof class_ref.lines);
}

// An access or a fetch begins.
static inline void class_ref_begin(void)
{
   for (int l = 0; l < CLASS_LEVELS; l++) class_ref.level[l].missed = -1;
}

// A level has missed, at an access to an object (0: to none): has it counted here and there.  Whether both
// have the same class.
static inline bool class_ref_missed(Hierarchy* h, ClassLevel level, uint32_t object)
{
   const ClassRefLevel* r = &class_ref.level[level];
   Classifier* c = &h->classifier[level];
   if (r->missed < 0 || (int)classifier_class(c) != r->missed
       || (int)classifier_count(c, object) != r->missed)
      return false;
   class_ref
      .sets[level][r->missed_line / c->cache->geometry.line_B % c->cache->sets][r->missed]++;
   ClassRefLine* line =
      class_ref_line(r->missed_line / h->ll.geometry.line_B * h->ll.geometry.line_B);
   line->misses[level][r->missed]++;
   if (object) line->object = object;
   return true;
}

static inline bool class_ref_line_matches(const LineTable* t, uint64_t i, uint64_t* sum)
{
   const LineRecord* r = line_table_at(t, i);
   const ClassRefLine* want = class_ref_line(line_record_address(r));
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      for (MissClass k = MISS_COLD; k < MISS_CLASSES; k++) {
         if (line_table_misses(t, i, l, k) != want->misses[l][k]) return false;
         *sum += want->misses[l][k];
      }
   return r->object == want->object;
}

// Whether sets and lines of memory have the misses that they must have.
static inline bool class_ref_counts_match(Hierarchy* h)
{
   uint64_t all = 0, listed = 0;
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      const Classifier* c = &h->classifier[l];
      for (uint64_t s = 0; c->cache && s < c->cache->sets; s++) {
         if (memcmp(c->sets[s], class_ref.sets[l][s], sizeof c->sets[s]) != 0) return false;
         for (MissClass k = MISS_COLD; k < MISS_CLASSES; k++) all += class_ref.sets[l][s][k];
      }
   }
   const LineTable* t = hierarchy_missed_lines(h);
   for (uint64_t i = 0; i < t->n; i++)
      if (!class_ref_line_matches(t, i, &listed)) return false;
   return listed == all; // no line is missing
}

#endif
