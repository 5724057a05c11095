// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of runs of several processes: what they say, and which ones a sum lacks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/host.h"
#include "commands/run/members.h"
#include "commands/run/processes.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

#include "command_folder.h"

static void enter(const char* name)
{
   assert_int_equal(chdir(folder_path), 0);
   assert_int_equal(mkdir(name, 0755), 0);
   assert_int_equal(chdir(name), 0);
}

// Writes a profile of a run, a process and a program.
static void put(const char* name, const char* run, int pid, int program)
{
   folder_put_text(name, kept("# callgrind format\nversion: 1\npid: %d\ncmd: a\ndesc: Run: %s, "
                              "program %d\n\npositions: line\n"
                              "events: Ir\nfn=f\n1 1\ntotals: 1\n",
                              pid, run, program));
}

// --- what headers say ----------------------------------------------------------------------------

static void says(const char* header, const char* run, const char* pid, const char* program)
{
   RunMember m;
   unit_given("a header of %jd bytes", strlen(header));
   folder_put_text("header", header);
   assert_true(run_member_of("header", &m) == (run != NULL));
   if (!run) return;
   assert_string_equal(m.run, run);
   assert_string_equal(m.pid, pid);
   assert_string_equal(m.program, program);
}

static void headers(void** state)
{
   (void)state;
   enter("headers");
   says("pid: 7\ndesc: Run: 7.123, program 2\nevents: Ir\n", "7.123", "7", "2");
   says("desc: Run: 7.123, program 2\ndesc: Run: 8.1, program 1\npid: 9\npid: 8", "7.123", "9",
        "2");
   says("desc: Run: 7.123, program 2\npid: 9", "7.123", "9", "2");
   static const char* const of_none[] = {"",
                                         "\n",
                                         "pid: 7\n",
                                         "desc: Run: 7.1, program 2\n",
                                         "events: Ir\npid: 7\ndesc: Run: 7.1, program 2\n",
                                         "pid: 7\nevents: Ir\ndesc: Run: 7.1, program 2\n",
                                         "pid:7\ndesc: Run: 7.1, program 2\n",
                                         "pid: 7x\ndesc: Run: 7.1, program 2\n",
                                         "pid: \ndesc: Run: 7.1, program 2\n",
                                         "pid: 7\n desc: Run: 7.1, program 2\n",
                                         "pid: 7\ndesc: Run: 7, program 2\n",
                                         "pid: 7\ndesc: Run: 7., program 2\n",
                                         "pid: 7\ndesc: Run: .1, program 2\n",
                                         "pid: 7\ndesc: Run: 7.1 program 2\n",
                                         "pid: 7\ndesc: Run: 7.1, program \n",
                                         "pid: 7\ndesc: Run: 7.1, program 2 \n",
                                         "pid: 7\ndesc: Run: 7.1, program 2\r\n"};
   for (size_t i = 0; i < sizeof of_none / sizeof *of_none; i++)
      says(of_none[i], NULL, NULL, NULL);
   // a command may be long, so that the rest is far from the start, on both sides of what is read at first; there is an end to that
   static const int lengths[] = {4000, 4040, 4050, 4060, 4070, 4071, 4072, 4073, 4074,
                                 4075, 4076, 4077, 4078, 4079, 4080, 4090, 60000};
   char* words = host_alloc("test", 70001);
   memset(words, 'x', 70000);
   words[70000] = '\0';
   for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
      says(
         kept("cmd: %.*s\npid: 7\ndesc: Run: 7.1, program 2\nevents: Ir\n", lengths[i], words),
         "7.1", "7", "2");
   says(kept("cmd: %s\npid: 7\ndesc: Run: 7.1, program 2\nevents: Ir\n", words), NULL, NULL,
        NULL);
   host_free(words);
   RunMember m;
   put("header", "7.1", 7, 1);
   assert_int_equal(symlink("header", "link"), 0);
   assert_true(run_member_of("link", &m));
   assert_false(m.has_other_layouts);
   static const char *const what_if[] = {"what-if.x", "what-if-2.x"}, *const not [] = {
                                                                         "what-if",
                                                                         "what-if-.x",
                                                                         "what-ifs.x",
                                                                         "a.what-if.x"};
   for (size_t i = 0; i < 2; i++) {
      put(what_if[i], "7.1", 7, 1);
      assert_true(run_member_of(what_if[i], &m) && m.has_other_layouts);
   }
   for (size_t i = 0; i < 4; i++) {
      put(not [i], "7.1", 7, 1);
      assert_true(run_member_of(not [i], &m) && !m.has_other_layouts);
   }
   assert_false(run_member_of("/proc/self/environ", &m));
   assert_false(run_member_of(".", &m));
}

// --- notes ---------------------------------------------------------------------------------------

static const char* const* given;
static size_t n_given;

static void notes(void)
{
   message_program("m", 1);
   run_say_not_in_sum(given, n_given);
}

static void same_note(const char* expected, size_t n, const char* const names[])
{
   int status;
   given = names;
   n_given = n;
   assert_string_equal(folder_says(notes, &status), expected);
   assert_int_equal(status, 0);
}
#define SAME_NOTE(expected, ...)                                                               \
   same_note(expected, sizeof(const char*[]){__VA_ARGS__} / sizeof(const char*),               \
             (const char* const[]){__VA_ARGS__})

static void not_in_sum(void** state)
{
   (void)state;
   enter("run");
   folder_put_text("readme", "text");
   folder_put_text("callgrind.out.1", "version: 1\npid: 1\nevents: Ir\n");
   put("callgrind.out.7", "7.1", 7, 2);
   put("callgrind.out.8", "7.1", 8, 1);
   put("before-exec-1.callgrind.out.7", "7.1", 7, 1);
   SAME_NOTE("", "callgrind.out.1", "readme", "none");
   SAME_NOTE("m: 1 other profile of this run is not in the sum: before-exec-1.callgrind.out.7; "
             "give it, too\n",
             "callgrind.out.7", "callgrind.out.8");
   SAME_NOTE("m: 2 other profiles of this run are not in the sum: "
             "before-exec-1.callgrind.out.7, callgrind.out.8; give them, too\n",
             "callgrind.out.7");
   SAME_NOTE("", "callgrind.out.7", "callgrind.out.8", "before-exec-1.callgrind.out.7");
   // parts and threads are of one program, and so are other names of one file
   put("callgrind.out.8.1", "7.1", 8, 1);
   put("callgrind.out.8-02", "7.1", 8, 1);
   put("a-copy-of-callgrind.out.8", "7.1", 8, 1);
   SAME_NOTE(
      "m: 1 other profile of this run is not in the sum: callgrind.out.8; give it, too\n",
      "callgrind.out.7", "before-exec-1.callgrind.out.7");
   SAME_NOTE("", "./callgrind.out.7", "callgrind.out.8-02", "before-exec-1.callgrind.out.7");
   // those of other layouts are beside each other
   put("what-if.callgrind.out.7", "7.1", 7, 2);
   put("what-if.callgrind.out.8", "7.1", 8, 1);
   SAME_NOTE("m: 1 other profile of this run is not in the sum: what-if.callgrind.out.8; give "
             "it, too\n",
             "what-if.callgrind.out.7");
   // as it was named
   SAME_NOTE(
      "m: 1 other profile of this run is not in the sum: ./callgrind.out.8; give it, too\n",
      "./callgrind.out.7", "before-exec-1.callgrind.out.7");
   SAME_NOTE("m: 1 other profile of this run is not in the sum: ../run/callgrind.out.8; give "
             "it, too\n",
             "../run/callgrind.out.7", "before-exec-1.callgrind.out.7");
   // numbers are ordered as such
   put("callgrind.out.70", "7.1", 70, 1);
   put("callgrind.out.10", "7.1", 10, 1);
   put("callgrind.out.9\n", "7.1", 9, 1);
   SAME_NOTE("m: 4 other profiles of this run are not in the sum: callgrind.out.8, "
             "callgrind.out.9?, callgrind.out.10, callgrind.out.70; give them, too\n",
             "callgrind.out.7", "before-exec-1.callgrind.out.7");
   SAME_NOTE(
      "m: 5 other profiles of this run are not in the sum: before-exec-1.callgrind.out.7, "
      "callgrind.out.8, callgrind.out.9?, callgrind.out.10, 1 more; "
      "give them, too\n",
      "callgrind.out.7");
}

static void several_runs(void** state)
{
   (void)state;
   enter("runs");
   assert_int_equal(mkdir("b", 0755), 0);
   assert_int_equal(mkdir("a", 0755), 0);
   put("b/callgrind.out.7", "7.1", 7, 1);
   put("b/callgrind.out.8", "7.1", 8, 1);
   put("a/callgrind.out.7", "7.2", 7, 1);
   put("a/callgrind.out.8", "7.2", 8, 1);
   put("a/callgrind.out.9", "9.2", 9, 1);
   put("a/callgrind.out.10", "7.1", 10, 1);
   SAME_NOTE("m: 2 other profiles of these runs are not in the sum: b/callgrind.out.8, "
             "a/callgrind.out.8; give them, too\n",
             "b/callgrind.out.7", "a/callgrind.out.7", "a/callgrind.out.10");
   SAME_NOTE("m: 2 other profiles of these runs are not in the sum: a/callgrind.out.8, "
             "b/callgrind.out.8; give them, too\n",
             "a/callgrind.out.7", "b/callgrind.out.7");
   SAME_NOTE(
      "m: 1 other profile of these runs is not in the sum: b/callgrind.out.8; give it, too\n",
      "a/callgrind.out.7", "a/callgrind.out.8", "b/callgrind.out.7");
}

// A job of as many ranks, each with a child: half of all is given.
static void many(void** state)
{
   (void)state;
   enum { RANKS = 1000 };
   enter("many");
   static const char* names[RANKS];
   for (int i = 0; i < RANKS; i++) {
      names[i] = kept("callgrind.out.%d", 1000 + i);
      put(names[i], kept("%d.5", 1000 + i), 1000 + i, 1);
      put(kept("callgrind.out.%d", 5000 + i), kept("%d.5", 1000 + i), 5000 + i, 1);
   }
   same_note("m: 1000 other profiles of these runs are not in the sum: callgrind.out.5000, "
             "callgrind.out.5001, callgrind.out.5002, callgrind.out.5003, "
             "996 more; give them, too\n",
             RANKS, names);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(headers), cmocka_unit_test(not_in_sum),
                                      cmocka_unit_test(several_runs), cmocka_unit_test(many)};
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
