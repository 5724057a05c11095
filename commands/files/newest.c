// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "commands/files/newest.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "commands/files/empty.h"
#include "commands/files/regular.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

typedef struct {
   const char* name;
   struct timespec time; // nanoseconds, as two short runs end in one second
} Found;

typedef struct {
   Found* found;
   uint32_t n, room;
   const char* empty; // the first of the empty ones by name; NULL: there is none
} Folder;

static void look_at(Folder* folder, const char* name)
{
   struct stat is;
   const int fd = regular_open_neighbour(name);
   if (fd < 0) return;
   const bool is_good = fstat(fd, &is) == 0;
   close(fd);
   if (!is_good) return;
   if (!is.st_size) {
      if (!folder->empty || strcmp(name, folder->empty) < 0) folder->empty = kept("%s", name);
      return;
   }
   folder->found = array_grown("commands.newest", folder->found, folder->n, &folder->room,
                               sizeof *folder->found);
   folder->found[folder->n++] = (Found){kept("%s", name), is.st_mtim};
}

static Folder read_folder(const char* prefix)
{
   Folder folder = {0};
   DIR* dir = opendir(".");
   if (!dir) fail("the current directory cannot be read: %s", strerror(errno));
   for (const struct dirent* entry; (entry = readdir(dir));)
      if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0) look_at(&folder, entry->d_name);
   closedir(dir);
   return folder;
}

// The newest one; of two of one time, the first by name.
static const char* newest_of(const Folder* folder)
{
   const Found* newest = &folder->found[0];
   for (uint32_t i = 1; i < folder->n; i++) {
      const Found* f = &folder->found[i];
      const bool is_same =
         f->time.tv_sec == newest->time.tv_sec && f->time.tv_nsec == newest->time.tv_nsec;
      if (is_same ? strcmp(f->name, newest->name) < 0
                  : f->time.tv_sec > newest->time.tv_sec
                       || (f->time.tv_sec == newest->time.tv_sec
                           && f->time.tv_nsec > newest->time.tv_nsec))
         newest = f;
   }
   return newest->name;
}

// Whether a name is that of a run's file, "xgrind.tree.7", with the numbers of a part and a thread behind it.
static bool is_of_run(const char* name, const char* run, size_t run_B)
{
   if (strncmp(name, run, run_B) != 0) return false;
   for (name += run_B; *name == '.' || *name == '-';) {
      const size_t digits = strspn(name + 1, "0123456789");
      if (!digits) return false;
      name += 1 + digits;
   }
   return !*name;
}

const char* newest_file(const char* prefix, const char* advice)
{
   Folder folder = read_folder(prefix);
   if (!folder.n && folder.empty)
      fail("%s is empty%s", printable(folder.empty), why_empty(folder.empty));
   if (!folder.n)
      fail("no FILE given, and no %s* in the current directory; %s", prefix, advice);
   const char* newest = newest_of(&folder);
   const size_t digits = strspn(newest + strlen(prefix), "0123456789");
   uint32_t others = 0;
   for (uint32_t i = 0; i < folder.n && digits; i++)
      others += is_of_run(folder.found[i].name, newest, strlen(prefix) + digits);
   if (others) others -= is_of_run(newest, newest, strlen(prefix) + digits);
   host_free(folder.found);
   note("reading %s%s", printable(newest),
        others ? kept(", without the %u other %s of this run", others,
                      others > 1 ? "files" : "file")
               : "");
   return newest;
}
