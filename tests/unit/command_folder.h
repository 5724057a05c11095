// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder for tests of commands, in which they are, and processes that end there.
//
//    folder_enter();
//    folder_put("a", "text", 4);
//    folder_says(does_it, &status)    // what a process that runs it has said; status: as of waitpid()
//    folder_leave();                  // removes all
#ifndef XG_TESTS_UNIT_COMMAND_FOLDER_H
#define XG_TESTS_UNIT_COMMAND_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder_path[] = "/tmp/xgrind-test.XXXXXX";

static inline void folder_enter(void)
{
   assert_true(mkdtemp(folder_path) != NULL);
   assert_int_equal(chdir(folder_path), 0);
}

static inline void folder_leave(void)
{
   char command[64];
   snprintf(command, sizeof command, "rm -rf %s", folder_path);
   assert_int_equal(chdir("/"), 0);
   assert_int_equal(system(command), 0);
}

static inline void folder_put(const char* name, const void* bytes, size_t size_B)
{
   FILE* to = fopen(name, "w");
   assert_true(to != NULL);
   assert_int_equal(fwrite(bytes, 1, size_B, to), size_B);
   assert_int_equal(fclose(to), 0);
}

static inline void folder_put_text(const char* name, const char* text)
{
   folder_put(name, text, strlen(text));
}

// At most 65,535 bytes of a file or pipe; valid until the next call.
static inline const char* folder_read(int fd)
{
   static char text[1 << 16];
   size_t n = 0;
   for (ssize_t got; (got = read(fd, text + n, sizeof text - 1 - n)) > 0;) n += (size_t)got;
   text[n] = '\0';
   close(fd);
   return text;
}

static inline const char* folder_get(const char* name)
{
   FILE* from = fopen(name, "r");
   if (!from) return "(none)";
   const int fd = dup(fileno(from));
   fclose(from);
   return folder_read(fd);
}

// How many files of a folder have a name that begins so.
static inline int folder_count(const char* path, const char* start)
{
   int n = 0;
   DIR* from = opendir(path);
   assert_true(from != NULL);
   for (const struct dirent* e; (e = readdir(from));)
      n += e->d_name[0] != '.' && strncmp(e->d_name, start, strlen(start)) == 0;
   closedir(from);
   return n;
}

static inline const char* folder_says(void (*does)(void), int* status)
{
   int ends[2];
   assert_int_equal(pipe(ends), 0);
   fflush(NULL);
   const pid_t child = fork();
   if (!child) {
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      close(ends[1]);
      does();
      exit(0);
   }
   close(ends[1]);
   const char* text = folder_read(ends[0]);
   assert_int_equal(waitpid(child, status, 0), child);
   return text;
}

#endif
