// SPDX-License-Identifier: GPL-3.0-or-later
// A program that runs under Xgrind; see program.h.
#define _GNU_SOURCE
#include "commands/run/program.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/begins.h"
#include "commands/data/json.h"
#include "commands/files/command_file.h"
#include "commands/files/input.h"
#include "commands/files/regular.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

#define DIGITS "0123456789"
enum { NOT_STARTED = 127, HEAD_B = 4096 };

// --- the process ---------------------------------------------------------------------------------

static volatile pid_t passed_to; // whom signals are passed on to; 0: nobody

static void pass_on(int signal)
{
   if (passed_to) kill(passed_to, signal);
}

static void handle_signals(void (*of_terminal)(int), void (*of_others)(int))
{
   static const int terminal[] = {SIGINT, SIGQUIT}, others[] = {SIGTERM, SIGHUP};
   for (int i = 0; i < 2; i++) {
      sigaction(terminal[i], &(struct sigaction){.sa_handler = of_terminal}, NULL);
      sigaction(others[i], &(struct sigaction){.sa_handler = of_others}, NULL);
   }
}

__attribute__((noreturn)) static void become_xgrind(const RunProgram* run)
{
   size_t n = 0;
   while (run->arguments[n]) n++;
   const char** argv = kept_room((n + 2) * sizeof *argv);
   const char* folder = own_folder();
   argv[0] = command_file("xgrind", &folder, *folder ? 1 : 0);
   if (!argv[0]) argv[0] = "xgrind";
   memcpy(argv + 1, run->arguments, n * sizeof *argv);
   execvp(argv[0], (char* const*)argv);
   note("xgrind, which runs the program, cannot be started: %s; install Xgrind again",
        strerror(errno));
   _exit(NOT_STARTED);
}

void run_begin(RunProgram* run)
{
   run->started = time(NULL);
   run->pid = fork();
   if (run->pid < 0) fail("no process can be started: %s", strerror(errno));
   if (!run->pid) become_xgrind(run);
   passed_to = run->pid;
   handle_signals(SIG_IGN, pass_on);
}

bool run_ended(RunProgram* run, pid_t pid, int status)
{
   if (pid != run->pid) return false;
   passed_to = 0;
   run->has_ended = true;
   run->status = status;
   handle_signals(SIG_DFL, SIG_DFL);
   return true;
}

void run_wait(RunProgram* run)
{
   int status = 0;
   while (waitpid(run->pid, &status, 0) < 0 && errno == EINTR) continue;
   run_ended(run, run->pid, status);
}

int run_exit_status(const RunProgram* run)
{
   return WIFSIGNALED(run->status) ? 128 + WTERMSIG(run->status) : WEXITSTATUS(run->status);
}

// --- its options ---------------------------------------------------------------------------------

// The last value that one of the options before the program has, "--data-out-file=" and so on; NULL: none is given.
static const char* last_value(const RunProgram* run, const char* const* options, size_t n)
{
   const char* value = NULL;
   for (const char* const* a = run->arguments; *a && **a == '-' && strcmp(*a, "--") != 0; a++)
      for (size_t i = 0; i < n; i++)
         if (begins_with(*a, options[i]) && (*a)[strlen(options[i])])
            value = *a + strlen(options[i]);
   return value;
}

bool run_advises(const RunProgram* run)
{
   for (const char* const* a = run->arguments; *a && **a == '-' && strcmp(*a, "--") != 0; a++)
      if (strcmp(*a, "--advise-layout") == 0) return true;
   return false;
}

// The bytes of a variable in a name, "q{HOME}" behind a "%"; 0: it is none.
static size_t variable_in(const char* text)
{
   static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_" DIGITS;
   if (!begins_with(text, "q{")) return 0;
   const size_t n = strspn(text + 2, letters);
   return n && text[2 + n] == '}' ? n + 3 : 0;
}

// What the options say the profile is called; NULL: they do not.
static const char* name_by_options(const RunProgram* run)
{
   const char* name =
      last_value(run, (const char*[]){"--callgrind-out-file=", "--xgrind-out-file="}, 2);
   if (!name) return NULL;
   Built b = {0};
   for (; *name; name++) {
      const size_t variable_B = *name == '%' ? variable_in(name + 1) : 0;
      if (variable_B) {
         const char* value = getenv(kept_copy(name + 3, variable_B - 3));
         built_add(&b, value ? value : "");
         name += variable_B;
      } else if (*name == '%' && name[1] == 'p') {
         built_format(&b, "%d", (int)run->pid);
         name++;
      } else {
         built_char(&b, *name);
         name += *name == '%' && name[1] == '%';
      }
   }
   return built_kept(&b);
}

// --- its files -----------------------------------------------------------------------------------

// Whether a file is a profile of this run: its header has the number of the process.
static bool is_its_profile(const RunProgram* run, const char* file)
{
   struct stat is;
   char head[HEAD_B];
   const int fd = regular_open_neighbour(file);
   if (fd < 0) return false;
   const bool is_new = fstat(fd, &is) == 0 && is.st_mtime >= run->started;
   const ssize_t n = is_new ? read(fd, head, sizeof head) : -1;
   close(fd);
   if (n <= 0) return false;
   const char* text = kept_copy(head, (size_t)n);
   const char* pid = kept("%d", (int)run->pid);
   for (const char* line = text; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      if (!begins_with(line, "pid:")) continue;
      const char* number = line + 4 + (line[4] == ' ');
      if (begins_with(number, pid) && strchr("\n", number[strlen(pid)])) return true;
   }
   return false;
}

// The files beside one with this name that are wanted, as that would be named, in order.
static NameList beside(const char* name, bool (*is_wanted)(const char* file, const char* base),
                       const char* base)
{
   NameList found = {0};
   const char* slash = strrchr(name, '/');
   const char* before = slash ? kept_copy(name, (size_t)(slash + 1 - name)) : "";
   DIR* folder = opendir(*before ? before : ".");
   if (!folder) return found;
   for (struct dirent* e; (e = readdir(folder));)
      if (is_wanted(e->d_name, base)) name_list_add(&found, kept("%s%s", before, e->d_name));
   closedir(folder);
   array_sort(found.name, found.n, sizeof *found.name, compare_texts);
   return found;
}

// Whether a name is another one with ".N" and "-N" behind it, or without: of parts and threads.
static bool is_part_of(const char* file, const char* base)
{
   if (!begins_with(file, base)) return false;
   file += strlen(base);
   for (const char* mark = ".-"; *mark; mark++) {
      const size_t n = *file == *mark ? strspn(file + 1, DIGITS) : 0;
      if (n) file += 1 + n;
   }
   return !*file;
}

static bool is_any(const char* file, const char* base)
{
   (void)base;
   return *file != '\0';
}

static bool has_layouts(const char* file, const char* base)
{
   (void)base;
   return strstr(file, "layouts") != NULL;
}

// The first of these that is a profile of the run; NULL: none is.
static const char* profile_among(const RunProgram* run, const NameList* files)
{
   for (uint32_t i = 0; i < files->n; i++)
      if (is_its_profile(run, files->name[i])) return files->name[i];
   return NULL;
}

// As the options before the program say, or those of a file or variable; NULL: there is none.
static const char* profile_of(const RunProgram* run)
{
   const char* name = name_by_options(run);
   if (!name) name = kept("callgrind.out.%d", (int)run->pid);
   const char* slash = strrchr(name, '/');
   const NameList parts = beside(name, is_part_of, slash ? slash + 1 : name);
   const char* found = profile_among(run, &parts) ? name : NULL;
   if (!found) {
      const NameList all = beside("", is_any, "");
      found = profile_among(run, &all);
      host_free(all.name);
   }
   host_free(parts.name);
   return found;
}

// --- advice --------------------------------------------------------------------------------------

// What the file says that --advise-layout leaves when all its runs have ended.
typedef struct {
   const char *profile, *data, *pid; // NULL: there is no such file
} Advice;

typedef struct {
   const char* name;
   Input in;
   Json json;
   Advice advice;
} AdviceReading;

static const char* text_of(const Json* j, const char* key)
{
   const char* text = json_text(j, json_member(j, json_root(j), key));
   return text ? kept("%s", text) : NULL;
}

static void read_advice(void* with)
{
   AdviceReading* r = with;
   JsonError error;
   input_open(&r->in, r->name);
   if (!json_read(&r->json, r->in.bytes, r->in.size_B, &error)
       || json_kind(json_root(&r->json)) != JSON_OBJECT)
      return;
   const char* format = text_of(&r->json, "format");
   uint64_t pid;
   const JsonValue number = json_member(&r->json, json_root(&r->json), "pid");
   if (!format || strcmp(format, "xgrind.layouts") != 0
       || !json_is_count(&r->json, number, &pid))
      return;
   r->advice = (Advice){text_of(&r->json, "profile"), text_of(&r->json, "data"),
                        kept("%llu", (unsigned long long)pid)};
}

static Advice advice_in(const char* file)
{
   AdviceReading r = {.name = file};
   (void)failure_of(read_advice, &r); // another file
   input_close(&r.in);
   json_clear(&r.json);
   return r.advice;
}

typedef struct {
   const char* name;
   struct timespec written;
} Written;

static int newest_first(const void* a, const void* b)
{
   const Written *x = a, *y = b;
   if (x->written.tv_sec != y->written.tv_sec)
      return x->written.tv_sec < y->written.tv_sec ? 1 : -1;
   return x->written.tv_nsec < y->written.tv_nsec   ? 1
          : x->written.tv_nsec > y->written.tv_nsec ? -1
                                                    : 0;
}

static Advice advice_of(const RunProgram* run)
{
   const char* data = last_value(run, (const char*[]){"--data-out-file="}, 1);
   const NameList files = beside(data ? data : "xgrind.data", has_layouts, "");
   Written* written = kept_room((files.n + (size_t)1) * sizeof *written);
   uint32_t n = 0;
   for (uint32_t i = 0; i < files.n; i++) {
      struct stat is;
      const int fd = regular_open_neighbour(files.name[i]);
      if (fd < 0) continue;
      if (fstat(fd, &is) == 0 && is.st_mtime >= run->started)
         written[n++] = (Written){files.name[i], is.st_mtim};
      close(fd);
   }
   array_sort(written, n, sizeof *written, newest_first);
   Advice advice = {0};
   for (uint32_t i = 0; i < n && !advice.pid; i++) {
      advice = advice_in(written[i].name);
      if (!advice.profile || !advice.data) advice = (Advice){0};
   }
   host_free(files.name);
   return advice;
}

NameList run_files(const RunProgram* run)
{
   NameList files = {0};
   if (!run_advises(run)) {
      const char* profile = profile_of(run);
      if (profile) name_list_add(&files, profile);
      return files;
   }
   const Advice advice = advice_of(run);
   if (!advice.pid) return files;
   struct stat is;
   if (stat(advice.profile, &is) == 0 && S_ISREG(is.st_mode))
      name_list_add(&files, advice.profile);
   if (stat(advice.data, &is) == 0 && S_ISREG(is.st_mode)) name_list_add(&files, advice.data);
   return files;
}

const char* run_number(const RunProgram* run)
{
   const Advice advice = run_advises(run) ? advice_of(run) : (Advice){0};
   return advice.pid ? advice.pid : kept("%d", (int)run->pid);
}
