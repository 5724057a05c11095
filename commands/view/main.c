// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program and opens the page of the run; see main.h.
#define _GNU_SOURCE
#include "commands/view/main.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/files/command_file.h"
#include "commands/files/input.h"
#include "commands/run/program.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/view/browser.h"
#include "commands/view/handover.h"
#include "commands/view/live.h"
#include "commands/view/options.h"
#include "commands/view/page_server.h"

enum { WRONG_USAGE = 2 };

static const char*
   program_file; // whose sources are shown, wherever they are; NULL: it is no such file

// --- the page ------------------------------------------------------------------------------------

static const char* folder_of(const char* name)
{
   const char* slash = strrchr(name, '/');
   if (!slash) return ".";
   return slash == name ? "/" : kept_copy(name, (size_t)(slash - name));
}

// Where the page of a run is.
static const char* page_of(const RunProgram* run)
{
   const char* name =
      view_options.html ? view_options.html : kept("xgrind.%s.html", run_number(run));
   if (*name == '/') return name;
   char* folder = get_current_dir_name();
   const char* page = kept("%s/%s", folder ? folder : ".", name);
   free(folder);
   return page;
}

// Refuses before the run what would leave it without a page.
static void check_page(void)
{
   struct stat is;
   const char *page = view_options.html, *template = view_options.template;
   if (template && access(template, R_OK) != 0)
      fail("%s: this --template cannot be read: %s", printable(template), strerror(errno));
   if (!page) return;
   const char* folder = folder_of(page);
   if (stat(folder, &is) != 0 || !S_ISDIR(is.st_mode))
      fail("%s: there is no folder %s for the page", printable(page), printable(folder));
   const bool is_there = stat(page, &is) == 0;
   if (is_there && S_ISDIR(is.st_mode))
      fail("%s: this is a folder; --html takes the name of a file", printable(page));
   if (access(is_there ? page : folder, W_OK) != 0)
      fail("%s: the page cannot be written there", printable(page));
}

// The command that makes the page of these files, with a NULL behind it.
static const char** report_command(const RunProgram* run, const NameList* files)
{
   const OptionList *include = &view_options.include, *root = &view_options.source_root;
   const char** argv = kept_room((include->n + root->n + files->n + 8) * sizeof *argv);
   const char* folder = own_folder();
   size_t n = 0;
   argv[n++] = command_file("xgrind_report", &folder, *folder ? 1 : 0);
   argv[n++] = kept("--html=%s", page_of(run));
   for (size_t i = 0; i < include->n; i++) argv[n++] = kept("--include=%s", include->texts[i]);
   for (size_t i = 0; i < root->n; i++) argv[n++] = kept("--source-root=%s", root->texts[i]);
   if (view_options.template) argv[n++] = kept("--template=%s", view_options.template);
   argv[n++] = "--";
   for (uint32_t i = 0; i < files->n; i++) argv[n++] = files->name[i];
   if (program_file) argv[n++] = program_file;
   return argv;
}

// Runs a command; true if it ends with 0, and if not, prints what it has said.
static bool works(const char* const* command)
{
   int ends[2], status = 0;
   char block[BUFSIZ];
   Built said = {0};
   if (pipe2(ends, O_CLOEXEC) != 0) return false;
   const pid_t pid = fork();
   if (!pid) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      execv(command[0], (char* const*)command);
      _exit(WRONG_USAGE);
   }
   close(ends[1]);
   for (ssize_t n; (n = read(ends[0], block, sizeof block)) > 0 || (n < 0 && errno == EINTR);)
      if (n > 0) built_bytes(&said, block, (size_t)n);
   close(ends[0]);
   while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
   const bool is_good = pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
   if (!is_good && said.n_B) host_write(STDERR_FILENO, said.text, said.n_B);
   built_clear(&said);
   return is_good;
}

// Makes the page of what a run has written; true if it could.
static bool make_page(RunProgram* run)
{
   NameList files = run_files(run);
   const char** command = report_command(run, &files);
   const bool has_files = files.n > 0;
   host_free(files.name);
   if (!has_files) return false;
   if (!command[0])
      fail("xgrind_report, which makes the page, is neither beside this program nor in PATH; "
           "install Xgrind again");
   return works(command);
}

// The page when the program has ended; true if there is one.
static bool last_page(RunProgram* run)
{
   NameList files = run_files(run);
   host_free(files.name);
   if (files.n) return make_page(run);
   note("there is no page, as the run has written no profile%s",
        run_advises(run) ? "; what xgrind --advise-layout has said tells why" : "");
   return false;
}

// Opens the file unless it is NULL, and says where a page is: the address ends the line, or what follows it would be taken for a part of it.
static void show(const char* file, const char* place)
{
   const char* why =
      file && view_options.open != OPEN_NO ? browser_open(url_of_file(file)) : NULL;
   if (why) note("no browser was opened, as %s; open the page yourself", why);
   note("%s", printable(place));
}

// --- running -------------------------------------------------------------------------------------

// The arguments of xgrind, with a NULL behind them.
static const char** arguments_of(const ForXgrind* x, const char* first)
{
   size_t n = 0, n_program = 0;
   while (x->program[n_program]) n_program++;
   const char** arguments = kept_room((x->n_options + n_program + 2) * sizeof *arguments);
   if (first) arguments[n++] = first;
   for (size_t i = 0; i < x->n_options; i++) arguments[n++] = x->options[i];
   for (size_t i = 0; i < n_program; i++) arguments[n++] = x->program[i];
   return arguments;
}

// Refuses what --live cannot do with these options of xgrind.
static void check_live(const ForXgrind* x)
{
   const char* vgdb = view_option_value(x, "--vgdb=");
   if (vgdb && strcmp(vgdb, "no") == 0)
      fail("--live asks the run for its results, which --vgdb=no forbids; leave one of the two "
           "out");
   for (size_t i = 0; i < x->n_options; i++)
      if (strcmp(x->options[i], "--advise-layout") == 0)
         fail("--live follows one run, and --advise-layout makes several; leave one of the two "
              "out");
}

// The command that has the run write its results, with a NULL behind it.
static const char** snapshot_command(const ForXgrind* x, const char* control,
                                     const RunProgram* run)
{
   const char* prefix = view_option_value(x, "--vgdb-prefix=");
   const char** argv = kept_room(5 * sizeof *argv);
   size_t n = 0;
   argv[n++] = control;
   if (prefix) argv[n++] = kept("--vgdb-prefix=%s", prefix);
   argv[n++] = "--snapshot";
   argv[n++] = kept("%d", (int)run->pid);
   return argv;
}

typedef struct {
   const char *url, *folder, *file;
} Opening;

static void open_handover(void* with)
{
   Opening* o = with;
   o->file = handover_begin(o->url, o->folder);
}

// The program and its arguments, with blanks between them.
static const char* command_line(const ForXgrind* x)
{
   Built b = {0};
   for (const char** word = x->program; *word; word++)
      built_format(&b, "%s%s", b.n_B ? " " : "", *word);
   return built_kept(&b);
}

// Runs the program with its page open; true if there is one at the end.
static bool live(const ForXgrind* x, RunProgram* run)
{
   check_live(x);
   const char* folder = own_folder();
   const char* control = command_file("xgrind_control", &folder, *folder ? 1 : 0);
   if (!control)
      fail("--live: xgrind_control is neither beside this program nor in PATH; install Xgrind "
           "again");
   run_begin(run);
   const char* page = page_of(run);
   PageServer server = {.command = command_line(x), .file = page};
   page_server_begin(&server);
   Opening opening = {server.url, folder_of(page), NULL};
   const char* why = view_options.open != OPEN_NO ? failure_of(open_handover, &opening) : NULL;
   if (why) note("%s", why);
   show(opening.file, kept("the page that follows the run is %s", server.url));
   const LiveHow how = {view_options.live, snapshot_command(x, control, run), make_page,
                        last_page};
   const bool is_good = live_follow(run, &server, &how);
   if (is_good) note("the page is %s", printable(page));
   return is_good;
}

// Runs the program and opens its page; true if there is one.
static bool run_and_open(RunProgram* run)
{
   run_begin(run);
   run_wait(run);
   if (!last_page(run)) return false;
   const char* page = page_of(run);
   show(page, kept("the page is %s", page));
   return true;
}

// Whether the run is to find out what its timeline can be folded by, as nobody has said so.
static bool folds(const ForXgrind* x)
{
   const char *timeline = view_option_value(x, "--timeline="),
              *compat = view_option_value(x, "--compat=");
   return timeline && strcmp(timeline, "yes") == 0 && (!compat || !*compat)
          && !view_option_value(x, "--timeline-region=");
}

static const char* program_of(const ForXgrind* x)
{
   for (const char** word = x->program; *word; word++)
      if (strcmp(*word, "--") != 0) return *word;
   fail("no program is named: use it as xgrind view [options] PROGRAM [ARGUMENTS]");
}

// An ELF file, which may have debug information; NULL: it is none.
static const char* object_file(const char* program)
{
   static const char elf[] = "\177ELF";
   char start[sizeof elf - 1];
   const char* file = command_file(program, NULL, 0);
   return file && input_start(file, start, sizeof start) == sizeof start
                && memcmp(start, elf, sizeof start) == 0
             ? file
             : NULL;
}

int view_main(int argc, char** argv)
{
   message_program("xgrind_view", WRONG_USAGE);
   const ForXgrind x = view_options_parse(argc, argv);
   check_page();
   program_file = object_file(program_of(&x));
   RunProgram run = {.arguments =
                        arguments_of(&x, folds(&x) ? "--timeline-region=auto" : NULL)};
   const bool is_good = view_options.live ? live(&x, &run) : run_and_open(&run);
   const int status = run_exit_status(&run);
   return status ? status : is_good ? 0 : 1;
}
