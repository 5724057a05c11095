// SPDX-License-Identifier: GPL-3.0-or-later
// Shows and controls programs that run under Xgrind; see main.h.
#include "commands/control/main.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/control/action.h"
#include "commands/control/options.h"
#include "commands/control/runs.h"
#include "commands/control/status_text.h"
#include "commands/files/output.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/names.h"
#include "commands/text/screen.h"

enum { WRONG_USAGE = 2, SHOWN_RUNS = 3 };

// --- which runs ----------------------------------------------------------------------------------

// Refuses what would go to all runs although a program may have been meant: "-d server".
static void refuse_names_as_values(const Runs* runs, const Arguments* wanted)
{
   const OptionsNext* next = &control_options.next;
   if (wanted->n || control_options.all) return;
   for (size_t v = 0; v < next->n; v++)
      for (uint32_t i = 0; i < runs->n; i++) {
         if (!process_is_called(runs->run[i], next->pair[v].value)) continue;
         const char *value = printable(next->pair[v].value), *option = next->pair[v].option;
         fail("a program '%s' runs: say '%s %s' to address it, or '%s=%s' for the value of %s",
              value, value, option, option, value, option);
      }
}

static bool is_callgrind_control(const char* called)
{
   const char* slash = strrchr(called, '/');
   return strncmp(slash ? slash + 1 : called, "callgrind", strlen("callgrind")) == 0;
}

// Refuses to change runs that nobody has named: one may be somebody else's measurement.  Under the name of
// callgrind_control, all are addressed, as scripts that were written for that one expect.
static void refuse_unnamed(const Runs* runs, const Arguments* wanted, const char* called)
{
   Built some = {0};
   if (control_options.all && wanted->n)
      fail("--all addresses all runs: leave out '%s', or --all", printable(wanted->texts[0]));
   if (control_options.all || wanted->n || !control_options.changing
       || is_callgrind_control(called) || !runs->n)
      return;
   for (uint32_t i = 0; i < runs->n && i < SHOWN_RUNS; i++)
      built_format(&some, "%s%d (%s)", i ? ", " : "", (int)runs->run[i]->pid,
                   printable(runs->run[i]->name));
   if (runs->n > SHOWN_RUNS) built_format(&some, ", %u more", runs->n - SHOWN_RUNS);
   fail("%s: which run? Name a process or program, or say --all; %s run%s",
        control_options.changing, built_kept(&some), runs->n == 1 ? "s" : "");
}

// Processes to ask, each once.
typedef struct {
   pid_t* pid;
   uint32_t n;
} Chosen;

static void choose_one(Chosen* chosen, pid_t pid)
{
   for (uint32_t i = 0; i < chosen->n; i++)
      if (chosen->pid[i] == pid) return;
   chosen->pid[chosen->n++] = pid;
}

static bool is_number(const char* text)
{
   return *text && !text[strspn(text, "0123456789")];
}

// Adds the processes that a user means by an argument; false: it says why there are none.
static bool choose_called(const Runs* runs, const char* what, Chosen* chosen)
{
   const char* why = NULL;
   if (is_number(what)) {
      pid_t pid;
      why = runs_refusal(runs, what, &pid);
      if (!why) choose_one(chosen, pid);
   } else {
      bool found = false;
      for (uint32_t i = 0; i < runs->n; i++) {
         if (!process_is_called(runs->run[i], what)) continue;
         choose_one(chosen, runs->run[i]->pid);
         found = true;
      }
      if (!found) why = kept("no program '%s' runs under Xgrind", printable(what));
   }
   if (why) note("%s", why);
   return !why;
}

// The processes to ask.  Complains about those that were named and cannot be asked; *refused: how many.
static Chosen choose(const Runs* runs, const Arguments* wanted, uint32_t* refused)
{
   Chosen chosen = {.pid = kept_room((runs->n + (size_t)1) * sizeof *chosen.pid)};
   *refused = 0;
   for (size_t i = 0; i < wanted->n; i++)
      *refused += !choose_called(runs, wanted->texts[i], &chosen);
   for (uint32_t i = 0; i < runs->n && !wanted->n; i++) choose_one(&chosen, runs->run[i]->pid);
   return chosen;
}

// --- one run -------------------------------------------------------------------------------------

// All that is done with one process, whatever becomes of it.
typedef struct {
   const Runs* runs;
   pid_t pid;
   RunAnswer answer;
   Status status;
   bool is_killed;
} Work;

static bool wants_information(void)
{
   return control_options.back || control_options.stat || control_options.events;
}

static bool is_creator_xgrind(const char* text)
{
   static const char creator[] = "creator: xgrind";
   for (; text; text = strchr(text, '\n')) {
      text += *text == '\n';
      if (strncmp(text, creator, sizeof creator - 1) == 0) return true;
   }
   return false;
}

static void print_run(const Process* run, const char* state)
{
   const char* start = kept("%d: ", (int)run->pid);
   const char* end = strcmp(run->tool, "callgrind") == 0 && !is_creator_xgrind(state)
                        ? " (under Callgrind)"
                        : "";
   printf("%s%s%s\n", start,
          fitted(run->command, screen_width() - (int)(strlen(start) + strlen(end))), end);
   if (!control_options.list_folders) return;
   char folder[PATH_MAX];
   const ssize_t n = readlink(kept("/proc/%d/cwd", (int)run->pid), folder, sizeof folder - 1);
   folder[n > 0 ? n : 0] = '\0';
   printf("  in %s\n",
          fitted(n > 0 ? folder : "an unknown folder", screen_width() - (int)strlen("  in ")));
}

// Sends a command; its answer is in w->answer.
static void ask(Work* w, const char* command)
{
   run_answer_clear(&w->answer);
   w->answer = runs_ask(w->runs, w->pid, command);
}

// Asks for the state and prints what is to be shown of it.
static void show(Work* w)
{
   const ControlOptions* o = &control_options;
   ask(w, "status internal");
   if (w->answer.error) fail("%s", w->answer.error);
   status_read(&w->status, w->answer.text);
   print_run(runs_with(w->runs, w->pid), w->answer.text);
   printf("  %s\n", status_brief(&w->status));
   if (o->stat) fputs(status_statistics(&w->status), stdout);
   if (o->events && !o->back) fputs(status_events(&w->status, o->events), stdout);
   if (o->back) fputs(status_stacks(&w->status, o->events), stdout);
}

static void act(Work* w, const char* command)
{
   if (control_options.verbose) fprintf(stderr, "to %d: %s\n", (int)w->pid, printable(command));
   ask(w, command);
   w->is_killed |= strcmp(command, "v.kill") == 0 && !w->answer.vgdb.is_mute;
   if (w->answer.error && !w->is_killed) fail("%s", w->answer.error);
   const char* why = w->is_killed ? NULL : action_failure(w->answer.text);
   if (why) fail("%s", why);
   printf("%d: %s\n", (int)w->pid, w->is_killed ? "ended" : action_answer(w->answer.text));
}

static void work(void* with)
{
   Work* w = with;
   for (size_t i = 0; i < control_options.n_actions; i++) act(w, control_options.action[i]);
   if (!w->is_killed
       && (!control_options.n_actions || wants_information() || control_options.list_folders))
      show(w);
}

static bool ends_with(const char* text, const char* with)
{
   const size_t n = strlen(text), m = strlen(with);
   return n >= m && strcmp(text + n - m, with) == 0;
}

// Does everything with one process; true if it went well.
static bool handle(const Runs* runs, pid_t pid, bool is_named)
{
   Work w = {.runs = runs, .pid = pid};
   const char* why = failure_of(work, &w);
   run_answer_clear(&w.answer);
   status_clear(&w.status);
   if (!why || (!is_named && ends_with(why, "has ended"))) return true; // of all runs, one less
   if (strncmp(why, "process", strlen("process")) == 0)
      note("%s", why);
   else
      note("process %d: %s", (int)pid, why);
   return false;
}

int control_main(int argc, char** argv)
{
   message_program("xgrind_control", WRONG_USAGE);
   const Arguments wanted = control_options_parse(argc, argv);
   const Vgdb vgdb = {vgdb_file(), control_options.vgdb_prefix, control_options.seconds};
   if (!vgdb.file) {
      note("vgdb, which belongs to Valgrind, is neither beside this program nor in PATH");
      return 1;
   }
   const Runs runs = runs_found(&vgdb);
   uint32_t failed;
   refuse_names_as_values(&runs, &wanted);
   refuse_unnamed(&runs, &wanted, argc ? argv[0] : "");
   const Chosen chosen = choose(&runs, &wanted, &failed);
   if (!chosen.n && !wanted.n) {
      note("no program runs under Xgrind");
      failed = control_options.n_actions || wants_information();
   }
   for (uint32_t i = 0; i < chosen.n; i++)
      failed += !handle(&runs, chosen.pid[i], wanted.n > 0);
   message_program("xgrind_control", 1); // from here on, the output is all that can fail
   output_finish();
   return failed ? 1 : 0;
}
