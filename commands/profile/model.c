// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/profile/model.h"

#include <string.h>

#include "base/array.h"
#include "commands/text/message.h"

Profile* profile_new(void)
{
   Profile* p = host_zalloc("profile", sizeof *p);
   p->arena.what = "profile.header";
   p->strings.arena.what = "profile.names";
   p->events.arena.what = p->event_lines.arena.what = "profile.events";
   rows_init(&p->function_index, 3, 1);
   rows_init(&p->costs, COST_KEYS, 0);
   rows_init(&p->calls, CALL_KEYS, 1);
   rows_init(&p->jumps, JUMP_KEYS, 2);
   rows_init(&p->name_ids, 2, 1);
   p->has_totals = true;
   return p;
}

void profile_free(Profile* p)
{
   if (!p) return;
   strings_clear(&p->strings);
   strings_clear(&p->events);
   strings_clear(&p->event_lines);
   strings_clear(&p->part_events);
   sampled_sets_clear(&p->sampled);
   rows_clear(&p->function_index);
   rows_clear(&p->costs);
   rows_clear(&p->calls);
   rows_clear(&p->jumps);
   rows_clear(&p->name_ids);
   host_free(p->functions);
   host_free(p->is_defined);
   host_free(p->loops);
   host_free(p->event_texts);
   host_free(p->parts);
   host_free(p->descriptions);
   host_free(p->totals);
   arena_clear(&p->arena);
   host_free(p);
}

void profile_fail_sum(void)
{
   fail("a sum of costs, above %lu, is more than 64 bits hold", UINT64_MAX);
}

// ---------------------------------------------------------------------------------------- functions

static void grow_functions(Profile* p)
{
   const uint32_t room = p->room_functions ? 2 * p->room_functions : 64;
   p->functions = host_realloc("profile.functions", p->functions, room * sizeof *p->functions);
   p->is_defined = host_realloc("profile.is_defined", p->is_defined, room);
   p->loops = host_realloc("profile.loops", p->loops, room * sizeof *p->loops);
   p->room_functions = room;
}

uint32_t profile_function(Profile* p, uint32_t module, uint32_t file, uint32_t name)
{
   uint64_t* number = rows_at(&p->function_index, (uint64_t[]){module, file, name});
   if (*number) return (uint32_t)(*number - 1);
   const uint32_t f = p->n_functions++;
   *number = p->n_functions;
   if (f == p->room_functions) grow_functions(p);
   p->functions[f] = (ProfileFunction){module, file, name};
   p->is_defined[f] = false;
   p->loops[f] = (ProfileLoop){0};
   return f;
}

void profile_add_loop(Profile* p, uint32_t function, const ProfileLoop* more)
{
   ProfileLoop* loop = &p->loops[function];
   if (!loop->iterations) {
      *loop = *more;
      return;
   }
   profile_add(&loop->iterations, more->iterations);
   loop->has_trips &= more->has_trips;
   if (more->least < loop->least) loop->least = more->least;
   if (more->most > loop->most) loop->most = more->most;
}

// For each function that is only called, the one that is meant and 1, or 0; NULL: there is none.
static uint32_t* substitutes(const Profile* p)
{
   enum { AMBIGUOUS = UINT32_MAX };
   uint32_t n = 0;
   for (uint32_t f = 0; f < p->n_functions; f++) n += !p->is_defined[f];
   if (!n) return NULL;
   Rows defined;
   rows_init(&defined, 2, 1); // module, name -> the function and 1
   for (uint32_t f = 0; f < p->n_functions; f++) {
      if (!p->is_defined[f]) continue;
      uint64_t* known =
         rows_at(&defined, (uint64_t[]){p->functions[f].module, p->functions[f].name});
      *known = *known ? AMBIGUOUS : f + 1;
   }
   uint32_t* instead = host_zalloc("profile.instead", p->n_functions * sizeof *instead);
   uint32_t found = 0;
   for (uint32_t f = 0; f < p->n_functions; f++) {
      if (p->is_defined[f]) continue;
      const uint32_t row =
         rows_find(&defined, (uint64_t[]){p->functions[f].module, p->functions[f].name});
      if (row == UINT32_MAX || *rows_figures(&defined, row) == AMBIGUOUS) continue;
      instead[f] = (uint32_t)*rows_figures(&defined, row);
      found++;
   }
   rows_clear(&defined);
   if (found) return instead;
   host_free(instead);
   return NULL;
}

void profile_resolve_callees(Profile* p)
{
   uint32_t* instead = substitutes(p);
   if (!instead) return;
   for (uint32_t row = 0; row < p->calls.n; row++) {
      uint64_t* callee = &p->calls.keys[(size_t)row * CALL_KEYS + CALL_CALLEE];
      if (instead[*callee]) *callee = instead[*callee] - 1;
   }
   host_free(instead);
}

// ------------------------------------------------------------------------------------------- events

uint32_t profile_add_event(Profile* p, const char* name, size_t length_B)
{
   const uint32_t e = strings_number(&p->events, name, length_B);
   rows_widen(&p->costs, p->events.n);
   rows_widen(&p->calls, 1 + p->events.n);
   return e;
}

int profile_event(const Profile* p, const char* name)
{
   const uint32_t e = strings_find(&p->events, name, strlen(name));
   return e == STRINGS_NONE ? -1 : (int)e;
}

const char* profile_event_text(const Profile* p, const char* name)
{
   const uint32_t number = strings_find(&p->event_lines, name, strlen(name));
   return number == STRINGS_NONE ? NULL : p->event_texts[number];
}

void profile_set_event_text(Profile* p, const char* name, size_t length_B, const char* text)
{
   const uint32_t before = p->event_lines.n;
   const uint32_t number = strings_number(&p->event_lines, name, length_B);
   if (p->event_lines.n > before)
      p->event_texts = array_grown("profile.event_texts", p->event_texts, before,
                                   &p->room_event_texts, sizeof *p->event_texts);
   p->event_texts[number] = text;
}

ProfilePart* profile_add_part(Profile* p)
{
   p->parts =
      array_grown("profile.parts", p->parts, p->n_parts, &p->room_parts, sizeof *p->parts);
   p->parts[p->n_parts] = (ProfilePart){0};
   return &p->parts[p->n_parts++];
}

void profile_add_description(Profile* p, const char* text)
{
   p->descriptions = array_grown("profile.descriptions", p->descriptions, p->n_descriptions,
                                 &p->room_descriptions, sizeof *p->descriptions);
   p->descriptions[p->n_descriptions++] = text;
}

// -------------------------------------------------------------------------------------------- costs

static void make_room_for_totals(Profile* p)
{
   const uint32_t n = profile_events(p);
   if (p->n_totals >= n) return;
   p->totals = host_realloc("profile.totals", p->totals, n * sizeof *p->totals);
   memset(p->totals + p->n_totals, 0, (n - p->n_totals) * sizeof *p->totals);
   p->n_totals = n;
}

void profile_add_totals(Profile* p, const uint32_t* events, const uint64_t* figures, uint32_t n)
{
   make_room_for_totals(p);
   profile_add_figures(p->totals, figures, n, events);
}

static void add_row(uint64_t* to, const uint64_t* more, uint32_t n)
{
   profile_add_figures(to, more, n, NULL);
}

void profile_unite(Profile* p)
{
   rows_unite(&p->costs, add_row);
   rows_unite(&p->calls, add_row);
   rows_unite(&p->jumps, add_row);
}

uint64_t* profile_own_costs(const Profile* p)
{
   const uint32_t n = profile_events(p);
   uint64_t* own = host_zalloc("profile.own", ((size_t)p->n_functions * n + 1) * sizeof *own);
   for (uint32_t row = 0; row < p->costs.n; row++)
      profile_add_figures(own + rows_keys(&p->costs, row)[COST_FUNCTION] * n,
                          rows_figures(&p->costs, row), n, NULL);
   return own;
}

uint64_t* profile_program_costs(const Profile* p)
{
   const uint32_t n = profile_events(p);
   uint64_t* sum = host_zalloc("profile.program", (n + 1) * sizeof *sum);
   for (uint32_t row = 0; row < p->costs.n; row++)
      profile_add_figures(sum, rows_figures(&p->costs, row), n, NULL);
   if (!p->has_totals) return sum;
   bool differs = false;
   for (uint32_t e = 0; e < n; e++) {
      const uint64_t total = e < p->n_totals ? p->totals[e] : 0;
      differs |= total != sum[e];
      sum[e] = total;
   }
   if (differs)
      warn_user(
         "the functions' costs do not add up to totals:, so part of the profile is missing");
   return sum;
}
