// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of sources; see source_text.h.
#define _GNU_SOURCE
#include "commands/source/source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "commands/files/privacy.h"
#include "commands/source/allowed.h"

enum { CHUNK_B = 1 << 16 };

static size_t left_B = ALL_SOURCES_MAX_B, left_lines = ALL_SOURCES_MAX_LINES;

// Opens a regular file by its path without links; -1: it is none, cannot be opened, or folders have become links meanwhile.
static int open_regular(const char* path, struct stat* is)
{
   char link[40], opened[PATH_MAX + 1];
   const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW);
   if (fd < 0) return -1;
   (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
   const ssize_t n = readlink(link, opened, sizeof opened - 1);
   if (n >= 0) opened[n] = '\0';
   if (fstat(fd, is) == 0 && S_ISREG(is->st_mode) && (n < 0 || strcmp(opened, path) == 0))
      return fd;
   close(fd);
   return -1;
}

// Reads up to SOURCE_MAX_B bytes.  Files can grow, and some say that they have no bytes.
static bool read_bytes(SourceText* s, int fd)
{
   size_t room_B = 0;
   for (;;) {
      if (room_B - s->size_B <= CHUNK_B) {
         room_B = 2 * room_B + CHUNK_B + 1;
         s->bytes = host_realloc("commands.source", s->bytes, room_B);
      }
      const ssize_t n = read(fd, s->bytes + s->size_B, CHUNK_B);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return false;
      if (!n) break;
      s->size_B += (size_t)n;
      if (s->size_B > SOURCE_MAX_B || s->size_B > left_B) return false;
   }
   s->bytes[s->size_B] = '\0';
   return s->size_B > 0;
}

// Whether it is a text, and not too much.
static bool is_accepted(const SourceText* s)
{
   size_t n_lines = 1;
   if (strlen(s->bytes) != s->size_B) return false;
   for (const char* at = s->bytes; (at = strchr(at, '\n')); at++) n_lines++;
   if (n_lines > left_lines) return false;
   left_lines -= n_lines;
   left_B -= s->size_B;
   return true;
}

bool source_text_read(SourceText* s, const char* name)
{
   char path[PATH_MAX];
   struct stat is;
   *s = (SourceText){0};
   if (!realpath(name, path) || !source_is_allowed(path)) return false;
   const int fd = open_regular(path, &is);
   if (fd < 0) return false;
   const bool read = read_bytes(s, fd) && is_accepted(s);
   if (read) privacy_note(fd);
   s->written = is.st_mtime;
   close(fd);
   if (read) return true;
   host_free(s->bytes);
   s->bytes = NULL;
   return false;
}
