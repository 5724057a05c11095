// SPDX-License-Identifier: GPL-3.0-or-later
// Commands behind xgrind; see verbs.h.
#include "launch/verbs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/begins.h"
#include "commands/control/main.h"
#include "commands/diff/main.h"
#include "commands/export/main.h"
#include "commands/merge/main.h"
#include "commands/view/main.h"
#include "launch/start.h"

typedef struct {
   const char* name;
   int (*run)(int argc, char** argv); // NULL: it is a program of its own
   int is_known;                      // whether no note is needed: it is as old as the questions
} Verb;

static const Verb verbs[] = {
   {"advise"},
   {"annotate"},
   {"calibrate"},
   {"control", control_main},
   {"diff", diff_main},
   {"export", export_main},
   {"help"},
   {"layout"},
   {"merge", merge_main},
   {"report"},
   {"run"},
   {"view", view_main, .is_known = 1},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

const char verbs_help[] =
   "  xgrind report callgrind.out.1         A run on one screen, or as a page for the browser\n"
   "  xgrind annotate callgrind.out.1       What functions, lines and objects cost\n"
   "  xgrind diff BEFORE AFTER              What has changed between two profiles\n"
   "  xgrind merge -o SUM PROFILE...        Profiles added up into one\n"
   "  xgrind export TREE                    A tree of calls, for pprof, flame graphs and speedscope\n"
   "  xgrind advise --memory=FILE DATA      In which memory each object should live\n"
   "  xgrind control                        Programs that run under Xgrind now\n"
   "  xgrind calibrate                      This computer measured, for estimated cycles\n";

static const Verb* verb_of(const char* name)
{
   for (int i = 0; i < VERBS; i++)
      if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
   return NULL;
}

void verbs_called(int argc, char** argv)
{
   static const char before[] = "xgrind_";
   if (argc < 1) return;
   const char* slash = strrchr(argv[0], '/');
   const char* name = slash ? slash + 1 : argv[0];
   if (strcmp(name, "callgrind_control") == 0) name = "xgrind_control"; // which takes its place
   if (strncmp(name, before, sizeof before - 1) != 0) return;
   const Verb* v = verb_of(name + sizeof before - 1);
   if (v && v->run) exit(v->run(argc, argv));
}

// Runs a command with these arguments, the first of which stands for its name.
__attribute__((noreturn)) static void run(const Verb* v, char** args)
{
   int n = 0;
   while (args[n]) n++;
   if (v->run) exit(v->run(n, args));
   char* program = start_joined(XG_BIN "/xgrind_", v->name);
   if (access(program, X_OK) != 0)
      start_fail("%s is missing; install Xgrind again", program);
   args[0] = program;
   execv(program, args);
   start_fail("%s cannot be started: %s", program, strerror(errno));
}

// --- which one -----------------------------------------------------------------------------------

static int is_among(const char* const* names, const char* name)
{
   for (; *names; names++)
      if (strcmp(*names, name) == 0) return 1;
   return 0;
}

// Verbs and questions that begin with a word, as a list for a sentence, "merge or memory", to be freed; sets how many, and a verb
// among them.
static char* beginning(const char* word, const char* const* questions, int* n, const Verb** v)
{
   char* list = start_joined("", "");
   *n = 0;
   *v = NULL;
   for (int i = 0; i < VERBS; i++) {
      if (!begins_with(verbs[i].name, word) || is_among(questions, verbs[i].name)) continue;
      *v = &verbs[i];
      list = start_joined((*n)++ ? start_joined(list, " or ") : list, verbs[i].name);
   }
   for (; *questions; questions++)
      if (begins_with(*questions, word))
         list = start_joined((*n)++ ? start_joined(list, " or ") : list, *questions);
   return list;
}

// The verb that a word means; NULL: it is a program, a question, or nothing.
static const Verb* meant_by(const char* word, const char* const* questions)
{
   const Verb* v = verb_of(word);
   if (!*word || *word == '-' || strchr(word, '/') || is_among(questions, word)) return NULL;
   const int is_program = start_finds(word);
   if (v && is_program && !v->is_known)
      fprintf(stderr,
              "%s: %s is a command of xgrind here; the program of that name: xgrind -- %s\n",
              start_name, word, word);
   if (v || is_program) return v;
   int n;
   char* list = beginning(word, questions, &n, &v);
   if (v && n > 1) start_fail("'%s' can be %s; write more of it", word, list);
   free(list);
   return v;
}

// The arguments behind the word, as those of a command.
static char** behind(char** args, const char* name)
{
   args[1] = (char*)name;
   return args + 1;
}

// "xgrind help WORD" as "xgrind WORD --help".
static char** as_help(char** args, const char* const* questions)
{
   static char option[] = "--help";
   char* word = args[2];
   if (word && args[3]) start_fail("help is of one command, not also of %s", args[3]);
   args[1] = option;
   args[2] = NULL;
   if (!word) return args;
   const Verb* v = meant_by(word, questions);
   if (!v && !is_among(questions, word))
      start_fail("there is no command '%s'; xgrind --help lists them", word);
   if (v && (strcmp(v->name, "run") == 0 || strcmp(v->name, "help") == 0)) return args;
   args = start_with(args, word);
   if (v) run(v, behind(args, v->name));
   return args;
}

char** verbs_first(char** args, const char* const* questions, int* is_run)
{
   *is_run = 0;
   const Verb* v = args[1] ? meant_by(args[1], questions) : NULL;
   if (!v) return args;
   if (strcmp(v->name, "help") == 0) return as_help(args, questions);
   if (strcmp(v->name, "run") == 0) {
      *is_run = 1;
      return behind(args, args[0]);
   }
   run(v, behind(args, v->name));
}

const char* verbs_like(const char* word, int (*nearly)(const char* word, const char* name))
{
   for (int i = 0; i < VERBS; i++)
      if (nearly(word, verbs[i].name)) return verbs[i].name;
   return NULL;
}
