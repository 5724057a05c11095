// SPDX-License-Identifier: GPL-3.0-or-later
// Files of programs; see command_file.h.
#include "commands/files/command_file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/text/kept.h"

// The program of this name in a folder; NULL: there is none.
static const char* program_in(const char* folder, const char* name)
{
   struct stat is;
   const char* file = kept("%s/%s", *folder ? folder : ".", name);
   return stat(file, &is) == 0 && S_ISREG(is.st_mode) && access(file, X_OK) == 0 ? file : NULL;
}

const char* command_file(const char* name, const char* const* folders, size_t n)
{
   if (strchr(name, '/')) return name;
   for (size_t i = 0; i < n; i++) {
      const char* file = program_in(folders[i], name);
      if (file) return file;
   }
   const char* path = getenv("PATH");
   while (path) {
      const size_t folder_B = strcspn(path, ":");
      const char* file = program_in(kept_copy(path, folder_B), name);
      if (file) return file;
      path = path[folder_B] ? path + folder_B + 1 : NULL;
   }
   return NULL;
}

const char* own_folder(void)
{
   char file[PATH_MAX];
   const ssize_t n = readlink("/proc/self/exe", file, sizeof file - 1);
   if (n <= 0) return "";
   file[n] = '\0';
   char* slash = strrchr(file, '/');
   return kept_copy(file, slash ? (size_t)(slash - file) : 0);
}
