// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a tool of Valgrind; see start.h.
#include "launch/start.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callgrind/handed_over.h"

extern char** environ;

enum { HEAD_B = 4096, SCRIPTS_MAX = 5 };

static const char lib_name[] = "VALGRIND_LIB=";

void start_fail(const char* format, ...)
{
   va_list args;
   va_start(args, format);
   fprintf(stderr, "%s: ", start_name);
   vfprintf(stderr, format, args);
   fputc('\n', stderr);
   va_end(args);
   exit(1);
}

static void* must(void* memory)
{
   if (!memory) start_fail("there is no memory left");
   return memory;
}

static size_t count(char** list)
{
   size_t n = 0;
   while (list[n]) n++;
   return n;
}

static void drop(char** list, size_t at)
{
   for (; list[at]; at++) list[at] = list[at + 1];
}

char* start_joined(const char* a, const char* b)
{
   char* text = must(malloc(strlen(a) + strlen(b) + 1));
   return strcat(strcpy(text, a), b);
}

int start_is_option(const char* arg)
{
   return arg[0] == '-' && strcmp(arg, "--") != 0;
}

char** start_with(char** args, const char* first)
{
   const size_t n = count(args);
   char** more = must(calloc(n + 2, sizeof *more));
   more[0] = args[0];
   more[1] = (char*)first;
   memcpy(more + 2, args + 1, (n - 1) * sizeof *more);
   return more;
}

char** start_with_tool(char** args, const char* tool)
{
   return start_with(args, start_joined("--tool=", tool));
}

// --- the environment ---------------------------------------------------------------------------

// Where VALGRIND_LIB is in the environment; as many as there are variables: nowhere.
static size_t lib_variable(void)
{
   size_t i = 0;
   while (environ[i] && strncmp(environ[i], lib_name, sizeof lib_name - 1) != 0) i++;
   return i;
}

// The core has put its VALGRIND_LIB in place of what the followed program is to have.
static void give_back_lib(const char* value)
{
   const size_t at = lib_variable();
   if (!environ[at]) return;
   if (value)
      environ[at] = start_joined(lib_name, value);
   else
      drop(environ, at);
}

char** start_arguments(char** argv, int* is_direct)
{
   const size_t n = sizeof FOLLOWED - 1;
   char** args = must(calloc(count(argv) + 1, sizeof *args));
   memcpy(args, argv, count(argv) * sizeof *args);
   *is_direct = 0;
   for (size_t i = 1; args[i] && start_is_option(args[i]);) {
      if (strcmp(args[i], AS_IT_IS) == 0) {
         *is_direct = 1;
      } else if (strncmp(args[i], FOLLOWED, n) == 0 && (args[i][n] == '=' || !args[i][n])) {
         *is_direct = 1;
         give_back_lib(args[i][n] ? args[i] + n + 1 : NULL);
      } else {
         i++;
         continue;
      }
      drop(args, i);
   }
   return args;
}

// The environment for the core: the user's VALGRIND_LIB is for the program alone, and hidden; XG_CORE_FOLDER says where a core is
// that does not know it.
static char** environment_for_core(void)
{
   const size_t n = count(environ);
   char** variables = must(calloc(n + 3, sizeof *variables));
   for (size_t i = 0; i < n; i++) {
      variables[i] = must(strdup(environ[i]));
      if (strncmp(variables[i], lib_name, sizeof lib_name - 1) == 0)
         memcpy(variables[i], HIDDEN_VALGRIND_LIB, sizeof HIDDEN_VALGRIND_LIB - 1);
   }
   variables[n] = "VALGRIND_LAUNCHER=" XG_BIN "/xgrind"; // which the core takes out
   if (*XG_CORE_FOLDER) variables[n + 1] = "VALGRIND_LIB=" XG_CORE_FOLDER;
   return variables;
}

// --- the program's architecture ----------------------------------------------------------------

// A program's path, to be freed: one without a slash is looked for as the core does.
static char* find_program(const char* name)
{
   const char* path = getenv("PATH");
   if (strchr(name, '/') || !path) return must(strdup(name));
   for (size_t n; *path; path += n + (path[n] == ':')) {
      n = strcspn(path, ":");
      char* file = must(malloc(n + strlen(name) + 3));
      sprintf(file, "%.*s/%s", n ? (int)n : 1, n ? path : ".", name);
      if (access(file, X_OK) == 0) return file;
      free(file);
   }
   return must(strdup(name));
}

int start_finds(const char* name)
{
   struct stat st;
   char* file = find_program(name); // the name itself if PATH has no such program
   const int is_found = strchr(file, '/') && stat(file, &st) == 0 && !S_ISDIR(st.st_mode);
   free(file);
   return is_found;
}

static const char* platform_of_elf(const unsigned char* head)
{
   const Elf64_Ehdr* elf = (const void*)head;
   if (head[EI_CLASS] == ELFCLASS32)
      return elf->e_machine == EM_386   ? "x86-linux"
             : elf->e_machine == EM_ARM ? "arm-linux"
                                        : NULL;
   switch (elf->e_machine) {
   case EM_X86_64: return "amd64-linux";
   case EM_AARCH64: return "arm64-linux";
   case EM_PPC64: return "ppc64le-linux";
   case EM_RISCV: return "riscv64-linux";
   default: return NULL;
   }
}

// The first bytes of a file, less than HEAD_B only if there are no more; below zero: it cannot be read.  The core would wait for ever for
// what comes out of a pipe or a device.
static ssize_t read_head(const char* file, unsigned char* head)
{
   struct stat st;
   const int fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
   const int is_there = fd >= 0 ? fstat(fd, &st) == 0 : stat(file, &st) == 0;
   if (is_there && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
      start_fail("%s is no program: it is no regular file", file);
   const ssize_t n = fd >= 0 ? pread(fd, head, HEAD_B, 0) : -1;
   if (fd >= 0) close(fd);
   return n;
}

// What a program is for, or a script's interpreter; NULL: the core will say what is wrong with it.
static const char* platform_of(const char* name)
{
   char* file = find_program(name);
   const char* platform = NULL;
   for (int i = 0; file && i < SCRIPTS_MAX; i++) {
      _Alignas(Elf64_Ehdr) unsigned char head[HEAD_B + 1] = {0};
      const ssize_t got = read_head(file, head);
      free(file);
      file = NULL;
      if (got < 0) break;
      const size_t n = (size_t)got;
      if (n >= sizeof(Elf64_Ehdr) && memcmp(head, ELFMAG, SELFMAG) == 0)
         platform = platform_of_elf(head);
      if (n < 3 || memcmp(head, "#!", 2) != 0) break;
      char* interpreter = (char*)head + 2 + strspn((char*)head + 2, " \t");
      interpreter[strcspn(interpreter, " \t\n")] = '\0';
      file = must(strdup(interpreter));
   }
   free(file);
   return platform;
}

// --- starting ----------------------------------------------------------------------------------

char* start_path(const char* tool, const char* platform)
{
   char* path = must(malloc(sizeof XG_TOOLS + strlen(tool) + strlen(platform) + 2));
   sprintf(path, "%s/%s-%s", XG_TOOLS, tool, platform);
   return path;
}

void start_tool(const char* tool, char** args)
{
   size_t i = 1;
   while (args[i] && start_is_option(args[i])) i++;
   if (args[i] && strcmp(args[i], "--") == 0) i++;
   const char* platform = args[i] ? platform_of(args[i]) : NULL;
   char* path = start_path(tool, platform ? platform : XG_ARCH);
   if (access(path, X_OK) != 0) path = start_path(tool, XG_ARCH);
   execve(path, args, environment_for_core());
   start_fail("%s cannot be started: %s", path, strerror(errno));
}

char* start_and_read(const char* tool, char** args, int* status)
{
   int ends[2];
   char* text = must(calloc(1, 1));
   size_t n = 0;
   if (pipe(ends) != 0) start_fail("there is no pipe: %s", strerror(errno));
   const pid_t child = fork();
   if (child < 0) start_fail("no process can be started: %s", strerror(errno));
   if (child == 0) {
      dup2(ends[1], 1);
      close(ends[0]);
      close(ends[1]);
      start_tool(tool, args);
   }
   close(ends[1]);
   for (ssize_t got = 1; got > 0;) {
      text = must(realloc(text, n + HEAD_B + 1));
      got = read(ends[0], text + n, HEAD_B);
      if (got < 0 && errno == EINTR)
         got = 1;
      else if (got > 0)
         n += (size_t)got;
   }
   text[n] = '\0';
   close(ends[0]);
   waitpid(child, status, 0);
   *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 1;
   return text;
}
