// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines of commands: forms of options, mistakes, and --help.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "commands/merge/options.h"
#include "commands/options/help.h"
#include "commands/options/parse.h"
#include "commands/options/processors.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

static struct {
   const char *output, *input;
   OptionList list;
   uint32_t number;
   int choice, answer;
   bool flag, other;
} given;

#include "commands/options/rows.h"

static const Option rows[] = {
   USAGE("[<OPTION>...] <FILE>...") ABOUT("One sentence of `try`.") INTRO(
      "Defaults are in brackets.") OPTION(TEXT, "output|o", &given.output, "=<FILE>", "",
                                          "Where it goes.", .wanted = "the name of a file")
      OPTION(TEXT, "input-file", &given.input, "=<FILE>", "",
             "A longer name than the column of options has room for.", .wanted = "a file")
         OPTION(
            LIST, "list|l", &given.list, "=<WORD>", "nothing",
            "Words that <add up>, `--list=x` and others, which is a sentence of several lines.",
            .wanted = "a word") OPTION(NUMBER, "number", &given.number, "=<N>", "", "A number.",
                                       .wanted = "a number from 7 to 123", .min = 7, .max = 123)
            OPTION(CHOICE, "choice", &given.choice, "[=auto|yes|no]", "auto", "A choice.",
                   .alone = "yes")
               OPTION(CHOICE, "answer", &given.answer, "=here|there", "", "Another choice.")
                  OPTION(FLAG, "flag|f", &given.flag, "", "", "A flag.")
                     OPTION(FLAG, "flag-other", &given.other, "", "", "Another one.")
#include "commands/options/common_options.def"
};
static const OptionTable table = {"xgrind_try", rows, sizeof rows / sizeof rows[0]};

static Arguments others;

static void parse(void* line)
{
   char* argv[20] = {"xgrind_try"};
   int argc = 1;
   for (char* word = strtok(strdup(line), " "); word; word = strtok(NULL, " "))
      argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
   others = options_parse(&table, argc, argv);
}

static void reset(void)
{
   memset(&given, 0, sizeof given);
}

// Reads a line that is right.
static void reads(const char* line)
{
   reset();
   const char* wrong = failure_of(parse, (void*)line);
   assert_string_equal(wrong ? wrong : "", "");
}

// Reads a line that is wrong.
static void refuses(const char* line, const char* sentence)
{
   reset();
   const char* wrong = failure_of(parse, (void*)line);
   assert_string_equal(wrong ? wrong : "nothing wrong", sentence);
}

static const char* joined(const char** texts, size_t n)
{
   const char* all = "";
   for (size_t i = 0; i < n; i++) all = kept("%s%s%s", all, i ? " " : "", texts[i]);
   return all;
}

// All forms mean the same.
static void forms(void** state)
{
   (void)state;
   static const char* const lines[] = {
      "-o x a b",      "-ox a b",     "-o=x a b",       "--output=x a b", "--output x a b",
      "-output x a b", "a --out=x b", "a b -o x",       "a b -o=x",       "--o x a b",
      "-o y -o x a b", "-o x -- a b", "--outp=x -- a b"};
   for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
      reads(lines[i]);
      assert_string_equal(given.output, "x");
      assert_string_equal(joined(others.texts, others.n), "a b");
   }
   reads("a - -- -o x -- --nix");
   assert_true(given.output == NULL);
   assert_string_equal(joined(others.texts, others.n), "a - -o x -- --nix");
   reads("-outp=x"); // the letter, and what follows it
   assert_string_equal(given.output, "utp=x");
   reads("-o - -f");
   assert_string_equal(given.output, "-");
   assert_true(given.flag);
   assert_int_equal(others.n, 0);
}

static void values(void** state)
{
   (void)state;
   reads("--list=b -la --list c,d --li=-x");
   assert_string_equal(joined(given.list.texts, given.list.n), "b a c,d -x");
   reads("--number=7 --choice other");
   assert_int_equal(given.number, 7);
   assert_int_equal(given.choice, 2);
   assert_string_equal(joined(others.texts, others.n), "other");
   reads("--choice --choice=auto --number=8 --number 123");
   assert_int_equal(given.number, 123);
   assert_int_equal(given.choice, 1);
   reads("--answer there");
   assert_int_equal(given.answer, 2);
   reads("--flag");
   assert_true(given.flag && !given.other);
   reads("--flag-");
   assert_true(!given.flag && given.other);
   reads("-o=--flag");
   assert_string_equal(given.output, "--flag");
   reads("-o --frobnicate");
   assert_string_equal(given.output, "--frobnicate");
}

static void mistakes(void** state)
{
   (void)state;
   refuses("--ouptut=x", "unknown option '--ouptut=x'; did you mean --output?");
   refuses("--Choice", "unknown option '--Choice'; did you mean --choice?");
   refuses("-x a", "unknown option '-x'; --help lists the options");
   refuses("-fx a", "unknown option '-fx'; --help lists the options");
   refuses("--=x", "unknown option '--=x'; --help lists the options");
   refuses("--no-flag", "unknown option '--no-flag'; --help lists the options");
   refuses("--fl=3", "'--fl' can be --flag or --flag-other; write more of it");
   refuses("a -o", "-o needs a value: the name of a file");
   refuses("a -o --", "--output needs a value: the name of a file");
   refuses("--outp= a", "--output needs a value: the name of a file");
   refuses("-o --flag", "--output needs a value: the name of a file; '--flag' is an option");
   refuses("-o -f", "--output needs a value: the name of a file; '-f' is an option");
   refuses("-o --choice",
           "--output needs a value: the name of a file; '--choice=yes' is an option");
   refuses("--flag=yes", "--flag takes no value");
   refuses("--choice no", "--choice takes its value after '=': --choice=no");
   refuses("--choice=", "--choice takes auto, yes or no, not ''");
   refuses("--choice=nein", "--choice takes auto, yes or no, not 'nein'");
   refuses("--answer", "--answer needs a value: here or there");
   refuses("--list ''", "--list takes a word, not ''");
   static const char* const numbers[] = {"6", "124", "007", "12x", "0x7", "+7", "99999999999"};
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      refuses(kept("--number=%s", numbers[i]),
              kept("--number takes a number from 7 to 123, not '%s'", numbers[i]));
   refuses("--flag=x --nonsense", "--flag takes no value");
}

// What is printed by a process of its own, which must end with status 0.
static const char* printed(void (*does)(void* with), void* with)
{
   int ends[2];
   static char text[20000];
   assert_int_equal(pipe(ends), 0);
   fflush(NULL);
   const pid_t child = fork();
   if (!child) {
      dup2(ends[1], 1);
      does(with);
      exit(9);
   }
   close(ends[1]);
   size_t n = 0;
   for (ssize_t got; (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
      n += (size_t)got;
   text[n] = '\0';
   close(ends[0]);
   int status;
   waitpid(child, &status, 0);
   assert_int_equal(status, 0);
   return text;
}

static const char help_50[] = "Usage:\n"
                              "  xgrind_try [OPTION...] FILE...\n"
                              "\n"
                              "Description:\n"
                              "  One sentence of try.\n"
                              "\n"
                              "Options:\n"
                              "  Defaults are in brackets.\n"
                              "\n"
                              "  -o, --output=FILE        Where it goes.\n"
                              "  --input-file=FILE        A longer name than the\n"
                              "                           column of options has\n"
                              "                           room for.\n"
                              "  -l, --list=WORD          Words that add up,\n"
                              "                           --list=x and others,\n"
                              "                           which is a sentence of\n"
                              "                           several lines. [nothing]\n"
                              "  --number=N               A number.\n"
                              "  --choice[=auto|yes|no]   A choice. [auto]\n"
                              "  --answer=here|there      Another choice.\n"
                              "  -f, --flag               A flag.\n"
                              "  --flag-other             Another one.\n"
                              "  -h, --help               Print the list of\n"
                              "                           options.\n"
                              "  --version                Print the version.\n"
                              "\n";

static void helps(void** state)
{
   (void)state;
   assert_string_equal(help_text(&table, 51), help_50);
   assert_string_equal(printed(parse, "-f --help --nonsense"), help_text(&table, 80));
   assert_string_equal(printed(parse, "-h"), help_text(&table, 80));
   assert_string_equal(printed(parse, "--version"), "xgrind_try " XG_VERSION "\n");
}

// An option that has no room in its column.
static void wide_option(void** state)
{
   (void)state;
   const Option wide[] = {OPTION(CHOICE, "a-long-name", NULL, "=some|words", "", "Its text.")};
   const OptionTable one = {"x", wide, 1};
   assert_string_equal(strstr(help_text(&one, 80), "  --"),
                       "  --a-long-name=some|words Its text.\n\n");
   const Option wider[] = {
      OPTION(CHOICE, "a-long-name", NULL, "=some|words.", "", "Its text.")};
   const OptionTable other = {"x", wider, 1};
   assert_string_equal(strstr(help_text(&other, 80), "  --"),
                       "  --a-long-name=some|words.\n                           Its text.\n\n");
}

// --- merge ---------------------------------------------------------------------------------------

static void jobs(void** state)
{
   (void)state;
   const uint32_t all = processors();
   assert_true(all >= 1);
   merge_options = (MergeOptions){0};
   assert_int_equal(merge_jobs(1), 1);
   assert_int_equal(merge_jobs(15), 1);
   assert_int_equal(merge_jobs(16), all < 2 ? all : 2);
   assert_int_equal(merge_jobs(1000000), all);
   merge_options.jobs = 5;
   assert_int_equal(merge_jobs(3), 3);
   assert_int_equal(merge_jobs(1000), 5);
}

static void check_one(void* with)
{
   const char* const files[] = {with};
   merge_options_check(files, with ? 1 : 0);
}

static void checks(void** state)
{
   (void)state;
   merge_options = (MergeOptions){0};
   assert_string_equal(failure_of(check_one, "a"),
                       "--output=FILE is missing; it names the file to write");
   merge_options.output = "/nonexistent/a";
   assert_true(failure_of(check_one, "b") == NULL);
   assert_string_equal(failure_of(check_one, "/nonexistent/a"),
                       "--output would overwrite a profile to be added, '/nonexistent/a'");
   merge_options.event = "Ir";
   assert_string_equal(failure_of(check_one, "b"), "--event is for what --spread=yes prints");
   merge_options.spread = SPREAD_YES;
   assert_true(failure_of(check_one, "b") == NULL);
   merge_options.output = "-";
   assert_string_equal(
      failure_of(check_one, "-"),
      "--spread=yes prints to standard output, so --output must name another file; "
      "--spread=keep prints nothing");
   merge_options.output = NULL;
   assert_true(failure_of(check_one, "b") == NULL);
   assert_string_equal(
      failure_of(check_one, NULL),
      "no PROFILE given; name the profiles to add up, as in: xgrind_merge -o sum.callgrind "
      "callgrind.out.1234*");
}

int main(int argc, char** argv)
{
   message_program("xgrind_try", 1);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms),  cmocka_unit_test(values),      cmocka_unit_test(mistakes),
      cmocka_unit_test(helps),  cmocka_unit_test(wide_option), cmocka_unit_test(jobs),
      cmocka_unit_test(checks),
   };
   return UNIT_MAIN(argc, argv, tests);
}
