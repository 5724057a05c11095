// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that run under Xgrind; see runs.h.
#include "commands/control/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

#define DIGITS "0123456789"
enum { PID_DIGITS_MAX = 9 }; // the kernel's numbers have 7

// The number of a process in a text, which it ends with; 0: it is none.
static pid_t number_of(const char* text, size_t n)
{
   return n && n <= PID_DIGITS_MAX && *text != '0' ? (pid_t)strtol(text, NULL, 10) : 0;
}

// --- finding -------------------------------------------------------------------------------------

static int by_number(const void* a, const void* b)
{
   const pid_t *x = a, *y = b;
   return compare_numbers((uint64_t)*x, (uint64_t)*y);
}

// The numbers of vgdb's list, "use --pid=1234 for ..." each, in order; for host_free().
static pid_t* listed(const char* list, uint32_t* n)
{
   static const char before[] = "use --pid=";
   uint32_t room = 0;
   pid_t* pids = NULL;
   *n = 0;
   for (const char* line = list; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      if (strncmp(line, before, sizeof before - 1) != 0) continue;
      const char* number = line + sizeof before - 1;
      const size_t digits = strspn(number, DIGITS);
      const pid_t pid = number_of(number, digits);
      if (!pid || strncmp(number + digits, " for ", strlen(" for ")) != 0) continue;
      pids = array_grown("control.pids", pids, *n, &room, sizeof *pids);
      pids[(*n)++] = pid;
   }
   array_sort(pids, *n, sizeof *pids, by_number);
   return pids;
}

Runs runs_found(const Vgdb* vgdb)
{
   Runs runs = {.vgdb = *vgdb};
   uint32_t n;
   VgdbAnswer list = vgdb_run(vgdb, 0, (const char*[]){"-l"}, 1);
   pid_t* pids = listed(list.text.text, &n);
   runs.run = kept_room((n + 1) * sizeof *runs.run);
   runs.other = kept_room((n + 1) * sizeof *runs.other);
   for (uint32_t i = 0; i < n; i++) {
      const Process* p = i && pids[i - 1] == pids[i] ? NULL : process_of(pids[i]);
      if (!p || !p->tool) continue;
      if (process_is_ours(p))
         runs.run[runs.n++] = p;
      else
         runs.other[runs.n_others++] = p;
   }
   host_free(pids);
   vgdb_answer_clear(&list);
   return runs;
}

static const Process* among(const Process* const* processes, uint32_t n, pid_t pid)
{
   for (uint32_t i = 0; i < n; i++)
      if (processes[i]->pid == pid) return processes[i];
   return NULL;
}

const Process* runs_with(const Runs* runs, pid_t pid)
{
   return among(runs->run, runs->n, pid);
}

const char* runs_refusal(const Runs* runs, const char* typed, pid_t* pid)
{
   *pid = number_of(typed, strlen(typed));
   if (*pid && runs_with(runs, *pid)) return NULL;
   const Process* p = *pid ? among(runs->other, runs->n_others, *pid) : NULL;
   if (!p && *pid) p = process_of(*pid);
   if (!p) return kept("there is no process %s", typed);
   if (!p->is_readable && !process_is_own(*pid))
      return kept("process %s belongs to another user", typed);
   if (!p->tool) return kept("process %s does not run under Valgrind", typed);
   if (!process_is_ours(p))
      return kept("process %s runs under Valgrind's tool %s, not under Xgrind", typed,
                  printable(p->tool));
   return kept("process %s was started with --vgdb=no, or with a --vgdb-prefix that you must "
               "pass here, too",
               typed);
}

// --- asking --------------------------------------------------------------------------------------

// A text with one blank for each number of them, and none at its ends.
static const char* with_single_blanks(const char* text)
{
   Built b = {0};
   for (const char* at = text + strspn(text, " \t"); *at; at += strspn(at, " \t")) {
      const size_t n = strcspn(at, " \t");
      if (b.n_B) built_char(&b, ' ');
      built_bytes(&b, at, n);
      at += n;
   }
   return built_kept(&b);
}

// Takes the line out of an answer that says what vgdb sends.
static void drop_sending(char* text)
{
   static const char sending[] = "sending command ";
   char* at = text;
   while (at && strncmp(at, sending, sizeof sending - 1) != 0) {
      at = strchr(at, '\n');
      at = at ? at + 1 : NULL;
   }
   char* end = at ? strchr(at, '\n') : NULL;
   if (end) memmove(at, end + 1, strlen(end + 1) + 1);
}

// The last line of a text that has more than blanks, fit to be printed; NULL: none has.
static const char* last_line(const char* text)
{
   size_t end = strlen(text);
   while (end && strchr(" \t\r\n", text[end - 1])) end--;
   size_t start = end;
   while (start && text[start - 1] != '\n') start--;
   return end > start ? printable(kept_copy(text + start, end - start)) : NULL;
}

static const char* error_of(pid_t pid, const char* command, const VgdbAnswer* vgdb)
{
   const int n = (int)pid;
   if (vgdb->why) return vgdb->why;
   if (!vgdb->is_good && !process_state(pid)) return kept("process %d has ended", n);
   if (strstr(vgdb->text.text, "not recognised"))
      return kept("process %d does not know the command '%s'", n, printable(command));
   if (vgdb->is_good) return NULL;
   const char* last = last_line(vgdb->text.text);
   return kept("process %d cannot be reached: %s", n, last ? last : "vgdb says nothing");
}

RunAnswer runs_ask(const Runs* runs, pid_t pid, const char* command)
{
   RunAnswer answer = {.text = "", .error = process_why_silent(pid)};
   answer.vgdb.is_mute = answer.error && !process_has_ended(pid);
   if (answer.error) return answer;
   // one argument: words that begin with - would be options of vgdb
   const char* words[] = {kept("--pid=%d", (int)pid),
                          kept("--cmd-time-out=%u", runs->vgdb.seconds),
                          with_single_blanks(command)};
   answer.vgdb = vgdb_run(&runs->vgdb, pid, words, sizeof words / sizeof words[0]);
   drop_sending(answer.vgdb.text.text);
   answer.text = answer.vgdb.text.text;
   answer.error = error_of(pid, command, &answer.vgdb);
   return answer;
}

void run_answer_clear(RunAnswer* answer)
{
   vgdb_answer_clear(&answer->vgdb);
   answer->text = "";
}
