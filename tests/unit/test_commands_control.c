// SPDX-License-Identifier: GPL-3.0-or-later
// xgrind_control: its options, and statuses and answers of runs, also of such that are none of ours.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "commands/control/action.h"
#include "commands/control/options.h"
#include "commands/control/pipes.h"
#include "commands/control/runs.h"
#include "commands/control/status_text.h"
#include "commands/files/command_file.h"
#include "commands/options/help.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/names.h"
#include "commands/text/screen.h"
#include "unit_main.h"

// --- options -------------------------------------------------------------------------------------

static Arguments others;

static void parse(void* line)
{
   char* argv[20] = {"xgrind_control"};
   int argc = 1;
   for (char* word = strtok(strdup(line), " "); word; word = strtok(NULL, " "))
      argv[argc++] = word;
   others = control_options_parse(argc, argv);
}

// Actions, values that were the next argument, events and other arguments of a line; or the sentence on what is wrong.
static const char* parsed(const char* line)
{
   control_options = (ControlOptions){.seconds = 60};
   const char* wrong = failure_of(parse, (void*)line);
   if (wrong) return wrong;
   const ControlOptions* o = &control_options;
   const char* all = o->changing ? kept("%s:", o->changing) : "";
   for (size_t i = 0; i < o->n_actions; i++) all = kept("%s%s,", all, o->action[i]);
   all = kept("%s|", all);
   for (size_t i = 0; i < o->next.n; i++)
      all = kept("%s%s=%s,", all, o->next.pair[i].option, o->next.pair[i].value);
   all = kept("%s|%s|", all, o->events ? o->events : "none");
   for (size_t i = 0; i < others.n; i++) all = kept("%s%s,", all, others.texts[i]);
   return all;
}

static void command_lines(void** state)
{
   (void)state;
   static const char* const lines[][2] = {
      {"", "||none|"},
      {"1 a", "||none|1,a,"},
      {"-d", "--dump:dump,||none|"},
      {"-d=", "--dump:dump,||none|"},
      {"-d 12", "--dump:dump,||none|12,"},
      {"--dump a b", "--dump:dump a,|--dump=a,|none|b,"},
      {"--du _a b", "--dump:dump _a,|--du=_a,|none|b,"},
      {"-d=a b", "--dump:dump a,||none|b,"},
      {"-d=--help", "--dump:dump --help,||none|"},
      {"-d=\033x\177", "--dump:dump  x ,||none|"},
      {"-d -z", "--dump:dump,zero,||none|"},
      {"-z -d x -i off --snapshot -k",
       "--zero:zero,dump x,instrumentation off,snapshot,v.kill,|-d=x,-i=off,|none|"},
      {"-ion --instr=off", "--instr:instrumentation on,instrumentation off,||none|"},
      {"-i on x", "--instr:instrumentation on,|-i=on,|none|x,"},
      {"-e", "|||"},
      {"-e=", "|||"},
      {"-e 7", "|||7,"},
      {"-e Ir,Dr 7", "|-e=Ir,Dr,|Ir,Dr|7,"},
      {"-e -b", "|||"},
      {"-e=Ir -e=Dr", "||Dr|"},
      {"-- -d a", "||none|-d,a,"},
      {"-d -- a", "--dump:dump,||none|a,"},
      {"-i", "-i needs a value: on or off"},
      {"-i maybe", "--instr takes on or off, not 'maybe'"},
      {"-i=maybe", "--instr takes on or off, not 'maybe'"},
      {"-i --all", "--instr needs a value: on or off; '--all' is an option"},
      {"-z=1", "-z takes no value"},
      {"--timeout=0", "--timeout takes a number of seconds, not '0'"},
      {"--timeout=1000000", "--timeout takes a number of seconds, not '1000000'"},
      {"--vgdb-prefix=",
       "--vgdb-prefix needs a value: the prefix that Valgrind was started with"},
      {"-x", "unknown option '-x'; --help lists the options"},
   };
   for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
      assert_string_equal(parsed(lines[i][0]), lines[i][1]);
   parsed("-b --stat -l -v --all --timeout=7 --vgdb-prefix /tmp/mine");
   const ControlOptions* o = &control_options;
   assert_true(o->back && o->stat && o->list_folders && o->verbose && o->all
               && o->seconds == 7);
   assert_string_equal(o->vgdb_prefix, "/tmp/mine");
   assert_non_null(strstr(help_text(&control_option_table, 80), "-e[=EVENT,...]"));
}

// --- statuses ------------------------------------------------------------------------------------

static const char usual[] =
   "creator: xgrind-0.1\ninstrumentation: on\npart: 1\nthreads: 1 2\ncurrent-tid: 1\n"
   "executed-bbs: 1234567\nexecuted-calls: 12\ndistinct-bbs: 1000\ndistinct-calls: 9\n"
   "distinct-functions: 5\ndistinct-contexts: 6\nevents: Ir Dr\n"
   "events-1: 1000 10\noutermost-1: 5000 50\nframes-1: 2\n"
   "function-1-0: main\ncalls-1-0: 1\nevents-1-0: 4000 40\n"
   "function-1-1: f\ncalls-1-1: 2000\nevents-1-1: 30\nsignal-1-1: 10\nfunction-1-2: work\n"
   "name-2: worker\nevents-2: 7\noutermost-2:\nframes-2: 0\nfunction-2-0: start\n";

typedef struct {
   const char* text;
   const char* (*shows)(const Status* s, const char* wanted);
   const char *wanted, *shown;
   Status status;
} Reading;

static void show(void* with)
{
   Reading* r = with;
   status_read(&r->status, r->text);
   r->shown = r->shows(&r->status, r->wanted);
}

// What is shown of a status, or the sentence on what is wrong.
static const char* shown(const char* (*shows)(const Status* s, const char* wanted),
                         const char* text, const char* wanted)
{
   Reading r = {.text = text, .shows = shows, .wanted = wanted};
   set_screen_width(80);
   set_full_names(false);
   const char* wrong = failure_of(show, &r);
   status_clear(&r.status);
   return wrong ? wrong : r.shown;
}

static const char* brief(const Status* s, const char* wanted)
{
   (void)wanted;
   return status_brief(s);
}

static const char* statistics(const Status* s, const char* wanted)
{
   (void)wanted;
   return status_statistics(s);
}

static void briefs(void** state)
{
   (void)state;
   static const char unknown[] = "the answer has an unknown format";
   assert_string_equal(shown(brief, usual, NULL),
                       "instrumentation on, 2 threads, 1 part written");
   assert_string_equal(shown(brief, "instrumentation: off\nthreads: 1\npart: 2", NULL),
                       "instrumentation off, 1 thread, 2 parts written");
   assert_string_equal(shown(brief, "instrumentation: \033[1m\n", NULL),
                       "instrumentation \\x1b[1m");
   assert_string_equal(shown(brief, "", NULL), unknown);
   assert_string_equal(shown(brief, "part: 1\n", NULL), unknown);
   static const char* const wrong[] = {"part: x",           "part: 99999999999999999999",
                                       "part: -1",          "events-1: 1 x",
                                       "calls-1-1: ",       "function-9999999999-1: f",
                                       "events-1-1: 1 0x2", "function-1-9999999999: f"};
   for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
      assert_string_equal(shown(brief, kept("instrumentation: on\n%s\n", wrong[i]), NULL),
                          unknown);
   // what nobody knows
   assert_string_equal(shown(brief,
                             "instrumentation: on\nnew: x\nnew-1: x\nnew-1-2: x\nsignal-1-1: "
                             "x\n: 1\n-1: 2\n-1-1: 2\nx\n",
                             NULL),
                       "instrumentation on");
}

static void statistics_are_shown(void** state)
{
   (void)state;
   assert_string_equal(shown(statistics, usual, NULL),
                       "  threads:      1 2 (worker)\n"
                       "  events:       Ir Dr\n"
                       "  functions:    5, with callers 6\n"
                       "  calls:        12 from 9 call sites\n"
                       "  basic blocks: 1,000, executed 1,234,567 times\n");
   assert_string_equal(
      shown(statistics, "instrumentation: off\nthreads: 3\nname-3: \033\n", NULL),
      "  threads:      3 (\\x1b)\n  nothing is counted, as instrumentation is off\n");
}

static void events_are_shown(void** state)
{
   (void)state;
   assert_string_equal(shown(status_events, usual, ""), "     Ir  Dr  since the last part, by\n"
                                                        "  1,000  10  thread 1\n"
                                                        "      7   0  thread 2 (worker)\n");
   assert_string_equal(shown(status_events, usual, "Dr,Ir,,"),
                       "  Dr     Ir  since the last part, by\n"
                       "  10  1,000  thread 1\n"
                       "   0      7  thread 2 (worker)\n");
   assert_string_equal(shown(status_events, usual, "Foo"),
                       "the event Foo is not collected, only Ir Dr");
   assert_string_equal(shown(status_events, usual, "Ir,,Dr"),
                       "the event  is not collected, only Ir Dr");
   assert_string_equal(shown(status_events, "instrumentation: off\n", "Foo"), "");
}

static void stacks_are_shown(void** state)
{
   (void)state;
   assert_string_equal(shown(status_stacks, usual, "Ir"),
                       "     Ir      calls  function (thread 1)\n"
                       "     30  signal 10  work\n"
                       "  4,000          1  f\n"
                       "  5,000             main\n"
                       "  Ir  calls  function (thread 2 (worker))\n"
                       "   0         start\n");
   assert_string_equal(shown(status_stacks,
                             "instrumentation: on\nevents: Ir\nfunction-1-1: b\nfunction-1-0: "
                             "\033a\ncalls-1-0: 3\nevents-7: 1\n",
                             NULL),
                       "  calls  function (thread 1)\n"
                       "      3  b\n"
                       "         \\x1ba\n"
                       "  calls  function (thread 7)\n");
   // far apart, without names, in any order: no more memory than lines, and nothing that is not there
   assert_string_equal(shown(status_stacks,
                             "instrumentation: on\nfunction-1-999999999: in\ncalls-1-5: "
                             "8\nfunction-1-7: out\nfunction-0-0: x\n"
                             "calls-1-7: 4\nfunction-999999999-999999999: y\n",
                             NULL),
                       "  calls  function (thread 0)\n         x\n"
                       "  calls  function (thread 1)\n      4  in\n         out\n"
                       "  calls  function (thread 999999999)\n         y\n");
}

// Each start of a status, and each with a byte that is another one: it is read or refused.
static void broken_statuses(void** state)
{
   (void)state;
   char* text = kept_copy(usual, sizeof usual - 1);
   for (size_t i = 0; i < sizeof usual - 1; i++) {
      assert_non_null(shown(status_stacks, kept_copy(usual, i), ""));
      static const char bytes[] = {'9', '-', ':', '\n', 'x', (char)0xff};
      for (size_t b = 0; b < sizeof bytes; b++) {
         text[i] = bytes[b];
         assert_non_null(shown(status_stacks, text, ""));
         assert_non_null(shown(statistics, text, NULL));
      }
      text[i] = usual[i];
   }
}

// --- answers -------------------------------------------------------------------------------------

static void actions(void** state)
{
   (void)state;
   assert_string_equal(action_answer("\n  profile part 1 is written\nmore\n"),
                       "profile part 1 is written");
   assert_string_equal(action_answer(" \n\t"), "done");
   assert_string_equal(action_answer("a\033"), "a?");
   assert_null(action_failure("profile part 1 is written\n"));
   assert_null(action_failure("Error: the profile x could not be written.\n"));
   assert_null(action_failure("profile part x could not be written completely\n"));
   assert_null(action_failure("profile part 1 could not be written completely, or so\n"));
   assert_string_equal(action_failure("profile part 12 could not be written completely \n"),
                       "profile part 12 could not be written completely");
   assert_string_equal(
      action_failure(
         "==1== Error: the profile /a.b could not be written: it is a folder. Further ones "
         "follow.\nthe results so far could not be written completely"),
      "the profile /a.b could not be written: it is a folder");
   assert_string_equal(action_failure("Error: the disk is full. \nError: the x.\nprofile part "
                                      "1 could not be written completely\n"),
                       "the disk is full");
}

// --- processes -----------------------------------------------------------------------------------

static void wait_for_state(pid_t pid, char wanted)
{
   while (process_state(pid) != wanted) usleep(1000);
}

static void processes(void** state)
{
   (void)state;
   const pid_t child = fork();
   if (!child)
      for (;;) pause();
   wait_for_state(child, 'S');
   assert_null(process_why_silent(child));
   kill(child, SIGSTOP);
   wait_for_state(child, 'T');
   assert_string_equal(
      process_why_silent(child),
      kept("process %d is stopped; continue it with kill -CONT %d", child, child));
   kill(child, SIGKILL);
   wait_for_state(child, 'Z');
   assert_true(process_has_ended(child));
   assert_string_equal(process_why_silent(child), kept("process %d has ended", child));
   waitpid(child, NULL, 0);
   assert_null(process_of(child));
   const Process* own = process_of(getpid());
   assert_non_null(own);
   assert_null(own->tool);
   assert_true(own->is_readable && process_is_own(getpid()));
   uid_t users[3];
   assert_true(process_users(getpid(), users));
   assert_int_equal(users[0], getuid());
   assert_false(process_users(child, users));
}

// A folder of the test's own.
static const char* new_folder(void)
{
   char* folder = kept("/tmp/control-XXXXXX");
   assert_non_null(mkdtemp(folder));
   return folder;
}

static void put(const char* file, const char* text)
{
   FILE* out = fopen(file, "w");
   assert_non_null(out);
   fputs(text, out);
   fclose(out);
}

// vgdb as a script that says this.
static Vgdb script(const char* folder, const char* text)
{
   const Vgdb vgdb = {kept("%s/vgdb", folder), kept("%s/pipe", folder), 1};
   put(vgdb.file, kept("#!/bin/sh\n%s\n", text));
   chmod(vgdb.file, 0755);
   return vgdb;
}

static void make_pipes(const char* folder, const char* end, pid_t pid)
{
   static const char* const kinds[] = {"from-vgdb-to", "to-vgdb-from"};
   for (int i = 0; i < 2; i++)
      assert_int_equal(mkfifo(kept("%s/pipe-%s-%d-by-%s", folder, kinds[i], pid, end), 0600),
                       0);
   put(kept("%s/pipe-shared-mem-vgdb-%d-by-%s", folder, pid, end), "x");
}

static void remove_folder(const char* folder)
{
   assert_int_equal(system(kept("rm -r %s", folder)), 0);
}

// Names of pipes, in which anything may be.
static void pipes(void** state)
{
   (void)state;
   const char* folder = new_folder();
   const char* prefix = kept("%s/pipe", folder);
   assert_false(pipes_take_names(prefix, getpid()));
   make_pipes(folder, "a-on-b-on-c", getpid());
   assert_true(pipes_take_names(prefix, getpid()));
   assert_string_equal(getenv("LOGNAME"), "a-on-b");
   assert_string_equal(getenv("HOST"), "c");
   assert_false(pipes_take_names(kept("%s/p*", folder), getpid()));
   assert_false(pipes_take_names(prefix, getppid()));
   // one that is no pipe, or has another name, too
   assert_int_equal(link(kept("%s/pipe-shared-mem-vgdb-%d-by-a-on-b-on-c", folder, getpid()),
                         kept("%s/other", folder)),
                    0);
   assert_false(pipes_take_names(prefix, getpid()));
   remove_folder(folder);
}

// What a vgdb answers, and what becomes of one that does not.
static void asking(void** state)
{
   (void)state;
   const char* folder = new_folder();
   const pid_t child = fork();
   if (!child)
      for (;;) pause();
   const struct {
      const char *says, *text, *error;
   } cases[] = {
      {"echo 'sending command x'; echo \"$2 $3 $4\"", "", NULL},
      {"echo yes; exit 1", "yes\n", "process %d cannot be reached: yes"},
      {"printf 'a\\n b\\033 \\n\\n'; exit 1", NULL, "process %d cannot be reached:  b?"},
      {"exit 3", "", "process %d cannot be reached: vgdb says nothing"},
      {"echo command not recognised", NULL,
       "process %d does not know the command ' zero  all '"},
      {"kill -9 $$", "", "process %d cannot be reached: vgdb says nothing"},
      {"exec sleep 100", NULL, "process %d has not answered in 1 seconds"},
      {"while :; do echo x; sleep 0.1; done", NULL, "process %d has not answered in 1 seconds"},
   };
   Runs runs = {.vgdb = script(folder, "")};
   make_pipes(folder, "me-on-here", child);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      runs.vgdb = script(folder, cases[i].says);
      RunAnswer answer = runs_ask(&runs, child, " zero  all ");
      const char* error =
         cases[i].error ? kept("process %d%s", child, strchr(cases[i].error + 9, ' ')) : "";
      assert_string_equal(answer.error ? answer.error : "", error);
      if (!i)
         assert_string_equal(answer.text, kept("--pid=%d --cmd-time-out=1 zero all\n", child));
      if (i && cases[i].text) assert_string_equal(answer.text, cases[i].text);
      run_answer_clear(&answer);
   }
   remove_folder(folder);
   const char* empty = new_folder();
   runs.vgdb = script(empty, "echo yes");
   RunAnswer answer = runs_ask(&runs, child, "zero");
   assert_string_equal(
      answer.error,
      kept("process %d cannot be reached: its pipes are gone, or belong to another user",
           child));
   run_answer_clear(&answer);
   remove_folder(empty);
   kill(child, SIGKILL);
   waitpid(child, NULL, 0);
   answer = runs_ask(&runs, child, "zero");
   assert_string_equal(answer.error, kept("process %d has ended", child));
   assert_false(answer.vgdb.is_mute);
   run_answer_clear(&answer);
}

static void refusals(void** state)
{
   (void)state;
   const char* folder = new_folder();
   pid_t pid;
   const Vgdb vgdb = script(
      folder, kept("[ \"$2\" = -l ] || exit 1; printf 'use --pid=%d for a b\\nuse --pid=%d for "
                   "a\\nuse --pid=0 for x\\nuse --pid=99999999999 for y\\n no\\n'",
                   getpid(), getpid()));
   const Runs runs = runs_found(&vgdb);
   assert_int_equal(runs.n + runs.n_others, 0); // this is no run
   static const char* const none[] = {"0", "00", "999999999", "99999999999999999999",
                                      "0000000000000001"};
   for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
      assert_string_equal(runs_refusal(&runs, none[i], &pid),
                          kept("there is no process %s", none[i]));
   assert_string_equal(runs_refusal(&runs, kept("%d", getpid()), &pid),
                       kept("process %d does not run under Valgrind", getpid()));
   remove_folder(folder);
}

static void command_files(void** state)
{
   (void)state;
   const char* folder = new_folder();
   script(folder, "");
   assert_string_equal(command_file("vgdb", &folder, 1), kept("%s/vgdb", folder));
   setenv("PATH", kept("/nonexistent:%s", folder), 1);
   assert_string_equal(command_file("vgdb", NULL, 0), kept("%s/vgdb", folder));
   chmod(kept("%s/vgdb", folder), 0644);
   assert_null(command_file("vgdb", &folder, 1));
   assert_string_equal(command_file("a/b", NULL, 0), "a/b");
   setenv("PATH", "/usr/bin:/bin", 1);
   remove_folder(folder);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(command_lines),
      cmocka_unit_test(briefs),
      cmocka_unit_test(statistics_are_shown),
      cmocka_unit_test(events_are_shown),
      cmocka_unit_test(stacks_are_shown),
      cmocka_unit_test(broken_statuses),
      cmocka_unit_test(actions),
      cmocka_unit_test(processes),
      cmocka_unit_test(pipes),
      cmocka_unit_test(asking),
      cmocka_unit_test(refusals),
      cmocka_unit_test(command_files),
   };
   return UNIT_MAIN(argc, argv, tests);
}
