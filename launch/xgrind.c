// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind: runs a program under Xgrind, a tool of Valgrind.
//
// Usage: xgrind [options of Valgrind and Xgrind] PROGRAM [ARGUMENTS]
//        xgrind run [options] PROGRAM [ARGUMENTS]      the same
//        xgrind QUESTION [options] PROGRAM [ARGUMENTS]     such as memory: answers it (launch/questions.h)
//        xgrind VERB ...      another command, such as merge, which xgrind_merge is, too (launch/verbs.h)
//        xgrind help VERB     the same as xgrind VERB --help
//        xgrind --advise-layout [options] PROGRAM [ARGUMENTS]     tries other layouts of its data
// The same as valgrind --tool=xgrind, with the Valgrind that Xgrind was built for.  man xgrind
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "callgrind/handed_over.h"
#include "base/begins.h"
#include "commands/text/spelling.h"
#include "launch/questions.h"
#include "launch/start.h"
#include "launch/verbs.h"

const char start_name[] = "xgrind";

const char marks_it[] __attribute__((used)) = "installed with Xgrind"; // launch/is-ours.sh

#define ASK XG_BIN "/xgrind_ask"
#define LAYOUT XG_BIN "/xgrind_layout"

static void require(const char* file, int how, const char* what)
{
   if (access(file, how) != 0) start_fail("%s is missing; install %s again", file, what);
}

// Replaces this process with a script of ours; its arguments begin behind the launcher's name.
static void become(const char* script, char** args)
{
   require(script, X_OK, "Xgrind");
   args[0] = (char*)script;
   execv(script, args);
   start_fail("%s cannot be started: %s", script, strerror(errno));
}

// --- questions ---------------------------------------------------------------------------------

static int is_question(const char* word)
{
   for (const char* const* q = questions; *q; q++)
      if (strcmp(word, *q) == 0) return 1;
   return 0;
}

static int is_nearly(const char* word, const char* name)
{
   return spelling_distance(word, name) <= strlen(name) / 3;
}

// Whether a word that is no program is nearly a question: xgrind_ask then says which.  Fails if it is nearly a verb.
static int is_nearly_question(const char* word)
{
   if (strchr(word, '/') || start_finds(word)) return 0;
   for (const char* const* q = questions; *q; q++)
      if (is_nearly(word, *q)) return 1;
   const char* verb = verbs_like(word, is_nearly);
   if (verb)
      start_fail("there is neither a program nor a command '%s'; did you mean xgrind %s?", word,
                 verb);
   return 0;
}

static int print_version(char** args)
{
   static char* ask[] = {"xgrind", "--tool=xgrind", "--version", NULL};
   int status;
   (void)args;
   setenv("VALGRIND_OPTS", "", 1);
   char* on = start_and_read("xgrind", ask, &status);
   if (status == 0) printf("xgrind-" XG_VERSION " on %s", on);
   free(on);
   return status;
}

// Xgrind's options first: those of all tools fill three screens.
static int print_help(char** args)
{
   int status;
   char* text = start_and_read("xgrind", args, &status);
   if (status != 0) {
      fputs(text, stdout);
      return status;
   }
   char* own = strstr(text, "  user options for Xgrind:");
   char* rest = own ? strstr(own, "  Extra options read from") : NULL;
   if (!rest) rest = own ? own + strlen(own) : text;
   printf("One word before a program asks a question, whose answer is a few sentences:\n%s"
          "  %-38s%s\n"
          "Options below may be given before the program, and count in place of the question's "
          "own: man xgrind_ask\n\n"
          "Other words are commands, whose options xgrind help WORD lists:\n%s\n"
          "usage: xgrind [run] [options] PROGRAM [ARGUMENTS], the same as valgrind --tool=xgrind\n"
          "  such as: xgrind --cacheuse=yes ./app, and then: xgrind annotate\n\n",
          questions_help, "xgrind ./app", "How many instructions, and where? The fastest run.",
          verbs_help);
   if (own) printf("%.*s%.*s", (int)(rest - own), own, (int)(own - text), text);
   fputs(rest, stdout);
   free(text);
   return 0;
}

int main(int argc, char** argv)
{
   int is_direct, is_run = 0, has_tool = 0, what_if = 0;
   verbs_called(argc, argv);
   char** args = start_arguments(argv, &is_direct);
   if (!is_direct) args = verbs_first(args, questions, &is_run);
   require(XG_CORE_FILE, R_OK, "Valgrind or Xgrind");
   char* tool = start_path("xgrind", XG_ARCH);
   require(tool, X_OK, "Xgrind");
   free(tool);
   if (args[1] && !is_direct && !is_run && !start_is_option(args[1])
       && (is_question(args[1]) || is_nearly_question(args[1])))
      become(ASK, args);
   if (!args[1])
      start_fail("no program is named: use it as xgrind [options] PROGRAM [ARGUMENTS]; xgrind "
                 "--help lists the options");
   for (char** a = args + 1; *a && start_is_option(*a) && !is_direct; a++) {
      if (strcmp(*a, "--tool=xgrind") == 0)
         has_tool = 1;
      else if (begins_with(*a, "--tool="))
         start_fail("%s is another tool of Valgrind; run it with valgrind %s, without xgrind",
                    *a, *a);
      else if (begins_with(*a, "--") && is_question(*a + 2))
         start_fail("%s is no option, but a question, which comes first and without dashes: "
                    "xgrind %s [options] PROGRAM [ARGUMENTS]",
                    *a, *a + 2);
      else if (strcmp(*a, "--advise-layout") == 0)
         become(LAYOUT, args);
      else if (begins_with(*a, "--what-if=") || begins_with(*a, "--what-if-file="))
         what_if = 1;
      else if (strcmp(*a, "--version") == 0)
         return print_version(args);
      else if (strcmp(*a, "-h") == 0 || strcmp(*a, "--help") == 0
               || strcmp(*a, "--help-debug") == 0)
         return print_help(has_tool ? args : start_with_tool(args, "xgrind"));
   }
   if (!has_tool && !is_direct) args = start_with_tool(args, "xgrind");
   if (what_if) // layouts may name members of structures
      become(LAYOUT,
             start_with(start_with(start_with(args, AS_IT_IS), XG_BIN "/xgrind"), "--run"));
   const char* named = "xgrind";
   for (char** a = args + 1; *a && start_is_option(*a); a++)
      if (begins_with(*a, "--tool=")) named = *a + strlen("--tool=");
   start_tool(named, args);
   return 1;
}
