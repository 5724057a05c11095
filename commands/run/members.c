// SPDX-License-Identifier: GPL-3.0-or-later
// What profiles say of their runs; see members.h.
#define _GNU_SOURCE
#include "commands/run/members.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/files/input.h"
#include "commands/text/kept.h"

// What is read of a file: a header has less than the former as a rule, and its first lines are what is looked for.
enum { START_B = 1 << 12, HEAD_MAX_B = 1 << 16 };

// A part of a text.
typedef struct {
   const char* at;
   size_t n;
} Span;

static bool begins_with(Span s, const char* start)
{
   const size_t n = strlen(start);
   return s.n >= n && memcmp(s.at, start, n) == 0;
}

static Span behind(Span s, size_t n)
{
   return (Span){s.at + n, s.n - n};
}

// The digits that it begins with.
static Span digits_of(Span s)
{
   size_t n = 0;
   while (n < s.n && s.at[n] >= '0' && s.at[n] <= '9') n++;
   return (Span){s.at, n};
}

// The least that is more: of numbers that have no room.
static uint64_t number_of(Span digits)
{
   uint64_t number = 0;
   for (size_t i = 0; i < digits.n; i++)
      if (__builtin_mul_overflow(number, (uint64_t)10, &number)
          || __builtin_add_overflow(number, (uint64_t)(digits.at[i] - '0'), &number))
         return UINT64_MAX;
   return number;
}

// ---------------------------------------------------------------------- header

// What a header says; texts of 0 bytes: nothing.
typedef struct {
   Span run, pid, program;
} Header;

// "desc: Run: 24931.1764329846123456789, program 2"
static void take_run(Span line, Header* h)
{
   static const char start[] = "desc: Run: ", middle[] = ", program ";
   if (h->run.n || !begins_with(line, start)) return;
   const Span rest = behind(line, strlen(start)), pid = digits_of(rest),
              dot = behind(rest, pid.n);
   if (!pid.n || !begins_with(dot, ".")) return;
   const Span time = digits_of(behind(dot, 1)), comma = behind(dot, 1 + time.n);
   if (!time.n || !begins_with(comma, middle)) return;
   const Span number = behind(comma, strlen(middle)), program = digits_of(number);
   if (!program.n || program.n != number.n) return;
   h->run = (Span){pid.at, pid.n + 1 + time.n};
   h->program = program;
}

// "pid: 24931"
static void take_pid(Span line, Header* h)
{
   if (h->pid.n || !begins_with(line, "pid: ")) return;
   const Span number = behind(line, strlen("pid: ")), pid = digits_of(number);
   if (pid.n == number.n) h->pid = pid;
}

static bool is_found(const Header* h)
{
   return h->run.n && h->pid.n;
}

// Reads lines until all is found, or costs begin; false: a longer start of the file may say more, unless this is all of it.
static bool take_lines(Span head, bool is_all, Header* h)
{
   while (head.n && !is_found(h)) {
      const char* newline = memchr(head.at, '\n', head.n);
      const Span line = {head.at, newline ? (size_t)(newline - head.at) : head.n};
      if (begins_with(line, "events:")) return true;
      if (!newline && !is_all) return false;
      take_run(line, h);
      take_pid(line, h);
      head = behind(head, newline ? line.n + 1 : line.n);
   }
   return is_found(h);
}

// Of "what-if.callgrind.out.7", "what-if-2.xgrind.data.7".
static bool is_of_other_layouts(const char* name)
{
   const char* slash = strrchr(name, '/');
   const Span base = {slash ? slash + 1 : name, strlen(slash ? slash + 1 : name)};
   if (!begins_with(base, "what-if")) return false;
   const Span rest = behind(base, strlen("what-if"));
   if (!begins_with(rest, "-")) return begins_with(rest, ".");
   const Span number = digits_of(behind(rest, 1));
   return number.n && begins_with(behind(rest, 1 + number.n), ".");
}

bool run_member_of(const char* name, RunMember* m)
{
   char head[HEAD_MAX_B];
   Header h = {0};
   size_t n = input_start(name, head, START_B);
   if (!take_lines((Span){head, n}, n < START_B, &h) && n == START_B) {
      h = (Header){0};
      n = input_start(name, head, HEAD_MAX_B);
      (void)take_lines((Span){head, n}, true, &h);
   }
   if (!is_found(&h)) return false;
   *m = (RunMember){.name = name,
                    .run = kept_copy(h.run.at, h.run.n),
                    .pid = kept_copy(h.pid.at, h.pid.n),
                    .program = kept_copy(h.program.at, h.program.n),
                    .pid_number = number_of(h.pid),
                    .program_number = number_of(h.program),
                    .has_other_layouts = is_of_other_layouts(name)};
   return true;
}

// --------------------------------------------------------------------- folders

const char* run_folder_of(const char* name)
{
   const char* slash = strrchr(name, '/');
   return slash ? kept_copy(name, (size_t)(slash + 1 - name)) : "";
}

int run_compare_names(const void* a, const void* b)
{
   return strcmp(*(const char* const*)a, *(const char* const*)b);
}

// The names in a folder of what may be a regular file, sorted, for host_free().
static const char** names_in(const char* folder, uint32_t* n)
{
   const char** names = NULL;
   uint32_t room = 0;
   *n = 0;
   DIR* from = opendir(*folder ? folder : ".");
   if (!from) return NULL;
   for (const struct dirent* e; (e = readdir(from));) {
      if (e->d_type != DT_REG && e->d_type != DT_LNK && e->d_type != DT_UNKNOWN) continue;
      names = array_grown("run.names", names, *n, &room, sizeof *names);
      names[(*n)++] = kept("%s%s", folder, e->d_name);
   }
   closedir(from);
   array_sort(names, *n, sizeof *names, run_compare_names);
   return names;
}

void run_members_in(const char* folder, const char* const* sorted, size_t n, RunMembers* to)
{
   uint32_t n_names;
   const char** names = names_in(folder, &n_names);
   for (uint32_t i = 0; i < n_names; i++) {
      RunMember m;
      if (n && bsearch(&names[i], sorted, n, sizeof *sorted, run_compare_names)) continue;
      if (!run_member_of(names[i], &m)) continue;
      to->member = array_grown("run.members", to->member, to->n, &to->room, sizeof *to->member);
      to->member[to->n++] = m;
   }
   host_free(names);
}
