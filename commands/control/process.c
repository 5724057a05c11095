// SPDX-License-Identifier: GPL-3.0-or-later
// What /proc says of a process; see process.h.
#define _GNU_SOURCE
#include "commands/control/process.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/text/built.h"
#include "commands/text/kept.h"

enum {
   READ_B = 1 << 16,
   COMMAND_MAX_B =
      1 << 24 // the kernel takes less: a quarter of the stack's limit, 6 MiB at most
};

// Reads a file of /proc; false: it cannot be read, as the process has ended.  A 0 follows the bytes.
static bool read_file(pid_t pid, const char* file, Built* to)
{
   const int fd = open(kept("/proc/%d/%s", (int)pid, file), O_RDONLY | O_CLOEXEC);
   if (fd < 0) return false;
   char block[READ_B];
   ssize_t n = 0;
   while (to->n_B < COMMAND_MAX_B
          && ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
      if (n > 0) built_bytes(to, block, (size_t)n);
   close(fd);
   built_bytes(to, "", 0);
   return n >= 0;
}

// A file of /proc that is text; "": it cannot be read.
static const char* text_of(pid_t pid, const char* file)
{
   Built b = {0};
   const bool is_read = read_file(pid, file, &b);
   const char* text = is_read && b.n_B ? kept_copy(b.text, b.n_B) : "";
   built_clear(&b);
   return text;
}

// --- state ---------------------------------------------------------------------------------------

// Behind the program's name, which may have anything in it.
char process_state(pid_t pid)
{
   const char* name_end = strrchr(text_of(pid, "stat"), ')');
   if (!name_end) return 0;
   const char state = name_end[1 + strspn(name_end + 1, " ")];
   return isalpha((unsigned char)state) ? state : 0;
}

bool process_has_ended(pid_t pid)
{
   const char state = process_state(pid);
   return !state || state == 'Z' || state == 'X';
}

const char* process_why_silent(pid_t pid)
{
   const char state = process_state(pid);
   if (!state || state == 'Z' || state == 'X') return kept("process %d has ended", (int)pid);
   if (state == 'T')
      return kept("process %d is stopped; continue it with kill -CONT %d", (int)pid, (int)pid);
   return NULL;
}

bool process_users(pid_t pid, uid_t users[3])
{
   const char* line = strstr(text_of(pid, "status"), "\nUid:");
   unsigned real, effective, saved;
   if (!line || sscanf(line, "\nUid: %u %u %u", &real, &effective, &saved) != 3) return false;
   users[0] = real;
   users[1] = effective;
   users[2] = saved;
   return true;
}

bool process_is_own(pid_t pid)
{
   struct stat is;
   return stat(kept("/proc/%d", (int)pid), &is) == 0 && is.st_uid == geteuid();
}

// --- what it is ----------------------------------------------------------------------------------

// The tool that an executable is: <tool>-amd64-linux; NULL: none.
static const char* tool_of(const char* executable)
{
   static const char deleted[] = " (deleted)";
   static const char* const ends[] = {"-amd64-linux", "-arm64-linux", "-x86-linux"};
   const char* slash = strrchr(executable, '/');
   if (!slash) return NULL;
   const char* name = slash + 1;
   size_t n = strlen(name);
   if (n >= sizeof deleted - 1 && strcmp(name + n - (sizeof deleted - 1), deleted) == 0)
      n -= sizeof deleted - 1;
   for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
      const size_t end = strlen(ends[i]);
      if (n > end && memcmp(name + n - end, ends[i], end) == 0) return kept_copy(name, n - end);
   }
   return NULL;
}

// Sets the words of a command line, each of which ends with a 0, without Valgrind's own: its name, and options up to the program or "--".
// A 0 follows the bytes; empty words at the end do not count.
static void set_command(Process* p, const char* words, size_t n_B)
{
   while (n_B && !words[n_B - 1]) n_B--;
   const char *at = words, *end = words + n_B;
   Built command = {0};
   p->program = "";
   for (bool is_program = false, is_first = true; at < end; at += strlen(at) + 1) {
      if (!is_program && (is_first || *at == '-')) {
         is_program = !is_first && strcmp(at, "--") == 0;
         is_first = false;
         continue;
      }
      is_program = true;
      if (command.text)
         built_char(&command, ' ');
      else
         p->program = kept("%s", at);
      built_add(&command, at);
   }
   built_add(&command, "");
   p->command = built_kept(&command);
   const char* slash = strrchr(p->program, '/');
   p->name = slash ? slash + 1 : p->program;
}

const Process* process_of(pid_t pid)
{
   Built words = {0};
   if (!read_file(pid, "cmdline", &words)) {
      built_clear(&words);
      return NULL;
   }
   Process* p = kept_room(sizeof *p);
   p->pid = pid;
   set_command(p, words.text, words.n_B);
   built_clear(&words);
   char executable[PATH_MAX];
   const ssize_t n =
      readlink(kept("/proc/%d/exe", (int)pid), executable, sizeof executable - 1);
   p->is_readable = n >= 0;
   if (n >= 0) {
      executable[n] = '\0';
      p->tool = tool_of(executable);
   }
   return p;
}

bool process_is_ours(const Process* p)
{
   return p->tool
          && (strncmp(p->tool, "xgrind", strlen("xgrind")) == 0
              || strncmp(p->tool, "callgrind", strlen("callgrind")) == 0);
}

bool process_is_called(const Process* p, const char* name)
{
   return strcmp(p->name, name) == 0 || strcmp(p->program, name) == 0;
}
