// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of runs of several processes; see processes.h.
#include "commands/run/processes.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/run/members.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { NAMED_MAX = 4 }; // other profiles that a note names

// ----------------------------------------------------------------------- orders

// What tells programs of all runs apart.
static int compare_programs(const void* a, const void* b)
{
   const RunMember *m = a, *o = b;
   const int by_run = strcmp(m->run, o->run);
   if (by_run) return by_run;
   const int by_number = compare_numbers(m->pid_number, o->pid_number);
   if (by_number) return by_number;
   const int by_pid = strcmp(m->pid, o->pid);
   if (by_pid) return by_pid;
   const int by_order = compare_numbers(m->program_number, o->program_number);
   return by_order ? by_order : strcmp(m->program, o->program);
}

// By program; of one program first those of the program's own layouts, and then the shortest name, which others continue: .1, -02.
static int compare_files(const void* a, const void* b)
{
   const RunMember *m = a, *o = b;
   const int by_program = compare_programs(a, b);
   if (by_program) return by_program;
   if (m->has_other_layouts != o->has_other_layouts)
      return m->has_other_layouts - o->has_other_layouts;
   const int by_length = compare_numbers(strlen(m->name), strlen(o->name));
   return by_length ? by_length : strcmp(m->name, o->name);
}

// ------------------------------------------------------------------------ given

// The first profile of a run that was given, and where it is.
typedef struct {
   const RunMember* member;
   const char* folder;
   uint32_t number; // in the order in which they were given
} First;

static int compare_runs(const void* a, const void* b)
{
   const First *f = a, *g = b;
   const int by_run = strcmp(f->member->run, g->member->run);
   return by_run ? by_run : compare_numbers(f->number, g->number);
}

static int compare_folders(const void* a, const void* b)
{
   const First *f = a, *g = b;
   const int by_folder = strcmp(f->folder, g->folder);
   return by_folder ? by_folder : compare_numbers(f->number, g->number);
}

// The first one of each run, by folder, for host_free().
static First* firsts_of(const RunMembers* given, uint32_t* n)
{
   First* first = host_alloc("run.firsts", given->n * sizeof *first);
   for (uint32_t i = 0; i < given->n; i++)
      first[i] = (First){.member = &given->member[i], .number = i};
   array_sort(first, given->n, sizeof *first, compare_runs);
   *n = 0;
   for (uint32_t i = 0; i < given->n; i++)
      if (!*n || strcmp(first[i].member->run, first[*n - 1].member->run) != 0)
         first[(*n)++] = first[i];
   for (uint32_t i = 0; i < *n; i++) first[i].folder = run_folder_of(first[i].member->name);
   array_sort(first, *n, sizeof *first, compare_folders);
   return first;
}

// ----------------------------------------------------------------------- others

// Profiles that were not given.
typedef struct {
   const char* name;
   uint32_t number; // of the first one of the run that was given
   uint32_t place;  // among those of the run
} Other;

typedef struct {
   Other* other;
   uint32_t n, room;
} Others;

static int compare_others(const void* a, const void* b)
{
   const Other *o = a, *p = b;
   const int by_number = compare_numbers(o->number, p->number);
   return by_number ? by_number : compare_numbers(o->place, p->place);
}

// Where those of a run begin, of profiles that are sorted by program.
static uint32_t start_of_run(const RunMembers* beside, const char* run)
{
   uint32_t low = 0, high = beside->n;
   while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (strcmp(beside->member[middle].run, run) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

// Adds the programs of a run that are beside its first profile and were not given, each with one file; `given` is sorted by program.
static void add_others(const First* first, const RunMembers* beside, const RunMembers* given,
                       Others* to)
{
   const RunMember* last = NULL;
   for (uint32_t i = start_of_run(beside, first->member->run); i < beside->n; i++) {
      const RunMember* m = &beside->member[i];
      if (strcmp(m->run, first->member->run) != 0) break;
      if (m->has_other_layouts != first->member->has_other_layouts) continue;
      if (last && compare_programs(m, last) == 0) continue;
      last = m;
      if (bsearch(m, given->member, given->n, sizeof *m, compare_programs)) continue;
      to->other = array_grown("run.others", to->other, to->n, &to->room, sizeof *to->other);
      to->other[to->n++] = (Other){.name = m->name, .number = first->number, .place = i};
   }
}

// Those of several runs, n_first, in the order in which the runs were given; each folder is read once.
static void find_others(const First* first, uint32_t n_first, const RunMembers* given,
                        const char* const* sorted, size_t n_sorted, Others* to)
{
   RunMembers by_program = {.n = given->n}, beside = {0};
   by_program.member = host_alloc("run.by_program", given->n * sizeof *given->member);
   memcpy(by_program.member, given->member, given->n * sizeof *given->member);
   array_sort(by_program.member, by_program.n, sizeof *by_program.member, compare_programs);
   for (uint32_t i = 0; i < n_first; i++) {
      if (!i || strcmp(first[i].folder, first[i - 1].folder) != 0) {
         beside.n = 0;
         run_members_in(first[i].folder, sorted, n_sorted, &beside);
         array_sort(beside.member, beside.n, sizeof *beside.member, compare_files);
      }
      add_others(&first[i], &beside, &by_program, to);
   }
   host_free(by_program.member);
   host_free(beside.member);
   array_sort(to->other, to->n, sizeof *to->other, compare_others);
}

// ------------------------------------------------------------------------- note

static void say(const Others* others, uint32_t n_runs)
{
   const uint32_t n = others->n;
   const char *shown = printable(others->other[0].name), *s = n == 1 ? "" : "s";
   for (uint32_t i = 1; i < n && i < NAMED_MAX; i++)
      shown = kept("%s, %s", shown, printable(others->other[i].name));
   if (n > NAMED_MAX) shown = kept("%s, %u more", shown, n - NAMED_MAX);
   note("%u other profile%s of %s %s not in the sum: %s; give %s, too", n, s,
        n_runs > 1 ? "these runs" : "this run", n == 1 ? "is" : "are", shown,
        n == 1 ? "it" : "them");
}

void run_say_not_in_sum(const char* const* names, size_t n)
{
   RunMembers given = {0};
   for (size_t i = 0; i < n; i++) {
      RunMember m;
      if (!run_member_of(names[i], &m)) continue;
      given.member = array_grown("run.given", given.member, given.n, &given.room, sizeof m);
      given.member[given.n++] = m;
   }
   if (!given.n) return;
   const char** sorted = host_alloc("run.sorted", n * sizeof *sorted);
   memcpy(sorted, names, n * sizeof *sorted);
   array_sort(sorted, n, sizeof *sorted, run_compare_names);
   uint32_t n_runs;
   First* first = firsts_of(&given, &n_runs);
   Others others = {0};
   find_others(first, n_runs, &given, sorted, n, &others);
   if (others.n) say(&others, n_runs);
   host_free(first);
   host_free(sorted);
   host_free(others.other);
   host_free(given.member);
}
