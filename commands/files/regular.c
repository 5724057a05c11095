// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files for reading; see regular.h.
#define _GNU_SOURCE
#include "commands/files/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Some files there never end, others wait for ever, and many are secret.
bool regular_is_of_kernel(const char* path)
{
   static const char* const folders[] = {"/proc", "/sys", "/dev", "/run"};
   for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
      const size_t n = strlen(folders[i]);
      if (strncmp(path, folders[i], n) == 0 && (path[n] == '/' || path[n] == '\0')) return true;
   }
   return false;
}

// Opens a regular file that these flags allow; -1: it is none, or cannot be opened.  What has become a pipe since is not waited for.
static int opened(const char* name, int flags)
{
   struct stat is;
   const int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
   if (fd < 0 || (fstat(fd, &is) == 0 && S_ISREG(is.st_mode))) return fd;
   close(fd);
   errno = EAGAIN;
   return -1;
}

int regular_open_neighbour(const char* name)
{
   struct stat is;
   char path[PATH_MAX];
   if (lstat(name, &is) != 0) return -1;
   if (S_ISREG(is.st_mode)) return opened(name, O_NOFOLLOW);
   if (!S_ISLNK(is.st_mode) || stat(name, &is) != 0 || !S_ISREG(is.st_mode)
       || !realpath(name, path) || regular_is_of_kernel(path))
      return -1;
   return opened(path, O_NOFOLLOW);
}

int regular_open_named(const char* name)
{
   struct stat is;
   if (stat(name, &is) == 0 && S_ISREG(is.st_mode)) return opened(name, 0);
   return open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
}
