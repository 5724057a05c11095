// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/profile/sampled_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/grown_text.h"
#include "commands/text/kept.h"

static const char of_sets[] = "Sampled sets: 1 of ", by_group[] = "Sums by group of sets:";

static void note_one_in(SampledSets* s, uint32_t one_in)
{
   if (s->is_known && s->one_in != one_in) s->differs = true;
   s->is_known = true;
   s->one_in = one_in;
}

static SampledGroups* groups_of(SampledSets* s, const char* event, size_t length_B, uint32_t n)
{
   const uint32_t before = s->events.n;
   const uint32_t number = strings_number(&s->events, event, length_B);
   if (s->events.n > before) {
      s->groups =
         array_grown("sampled_sets.groups", s->groups, before, &s->room, sizeof *s->groups);
      s->groups[number] =
         (SampledGroups){host_zalloc("sampled_sets.sums", n * sizeof(uint64_t)), n};
   }
   if (s->groups[number].n != n) s->is_odd = true;
   return &s->groups[number];
}

static void add_sums(SampledSets* s, const char* event, size_t length_B, const uint64_t* sums,
                     uint32_t n)
{
   SampledGroups* groups = groups_of(s, event, length_B, n);
   for (uint32_t i = 0; i < n && i < groups->n; i++) groups->sums[i] += sums[i];
}

// One event: "D1mr 3 5".  What is no such text is left out.
static void note_groups(SampledSets* s, const char* text, const char* end)
{
   while (text < end && *text == ' ') text++;
   const char* name_end = text;
   while (name_end < end && *name_end != ' ') name_end++;
   uint64_t* sums = NULL;
   uint32_t n = 0, room = 0;
   for (const char* at = name_end; at < end;) {
      while (at < end && *at == ' ') at++;
      const char* digits = at;
      while (at < end && *at >= '0' && *at <= '9') at++;
      if (at == digits && at == end) break;
      if (at == digits || at - digits > 20 || (at < end && *at != ' ')) {
         host_free(sums);
         return;
      }
      sums = array_grown("sampled_sets.line", sums, n, &room, sizeof *sums);
      sums[n++] = strtoull(digits, NULL, 10);
   }
   if (n) add_sums(s, text, (size_t)(name_end - text), sums, n);
   host_free(sums);
}

void sampled_sets_note(SampledSets* s, const char* text)
{
   if (strncmp(text, of_sets, sizeof of_sets - 1) == 0) {
      const char* digits = text + sizeof of_sets - 1;
      const size_t n = strspn(digits, "0123456789");
      if (n && n <= 9) note_one_in(s, (uint32_t)strtoul(digits, NULL, 10));
   } else if (strncmp(text, by_group, sizeof by_group - 1) == 0) {
      s->parts_with_groups++;
      for (const char* at = text + sizeof by_group - 1; *at;) {
         const char* end = at + strcspn(at, ";");
         note_groups(s, at, end);
         at = *end ? end + 1 : end;
      }
   }
}

// Whether sums by group are known of all parts.
static bool has_groups(const SampledSets* s, uint32_t parts)
{
   return s->is_known && !s->is_odd && !s->differs && s->parts_with_groups == parts;
}

void sampled_sets_add(SampledSets* sum, uint32_t parts_of_sum, const SampledSets* s,
                      uint32_t parts)
{
   if (!sum->is_known && !s->is_known) return;
   const bool ours = has_groups(sum, parts_of_sum), theirs = has_groups(s, parts);
   // one set in 1 is simulated where all are
   if (!sum->is_known) note_one_in(sum, 1);
   note_one_in(sum, s->is_known ? s->one_in : 1);
   if (s->differs) sum->differs = true;
   if (!ours || !theirs) sum->is_odd = true;
   for (uint32_t i = 0; i < s->events.n && !sum->is_odd; i++)
      add_sums(sum, s->events.text[i], s->events.length_B[i], s->groups[i].sums,
               s->groups[i].n);
}

// "Sums by group of sets: D1mr 7 17; DLmr 2 2"
static const char* groups_line(const SampledSets* s)
{
   const char** names = host_alloc("sampled_sets.names", (s->events.n + 1) * sizeof *names);
   memcpy(names, s->events.text, s->events.n * sizeof *names);
   array_sort(names, s->events.n, sizeof *names, compare_texts);
   char* line = NULL;
   grown_text_add(&line, by_group);
   for (uint32_t i = 0; i < s->events.n; i++) {
      const uint32_t number = strings_find(&s->events, names[i], strlen(names[i]));
      grown_text_add(&line, i ? "; " : " ");
      grown_text_add(&line, names[i]);
      for (uint32_t k = 0; k < s->groups[number].n; k++)
         grown_text_add(&line, kept(" %lu", s->groups[number].sums[k]));
   }
   const char* text = kept("%s", line);
   host_free(line);
   host_free(names);
   return text;
}

const char* sampled_sets_line(const SampledSets* s, uint32_t parts, int number)
{
   if (!s->is_known || number > 1) return NULL;
   if (s->differs) return number ? NULL : "Sampling: figures are estimates";
   if (number) return has_groups(s, parts) && s->events.n ? groups_line(s) : NULL;
   return kept("%s%u", of_sets, s->one_in);
}

void sampled_sets_clear(SampledSets* s)
{
   for (uint32_t i = 0; i < s->events.n; i++) host_free(s->groups[i].sums);
   host_free(s->groups);
   strings_clear(&s->events);
   *s = (SampledSets){0};
}
