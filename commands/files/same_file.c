// SPDX-License-Identifier: GPL-3.0-or-later
// Which names mean one file; see output.h.
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "commands/files/output.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { LINKS_MAX = 40 }; // as the kernel

// What is there under a name.
typedef struct {
   const char* name;
   bool is_there, is_special; // special: no regular file
   struct stat is;
} Named;

static Named look(const char* name)
{
   Named n = {.name = name};
   n.is_there = stat(name, &n.is) == 0;
   n.is_special = n.is_there && !S_ISREG(n.is.st_mode);
   return n;
}

// The folder of a name: "." for one without.
static const char* folder_of(const char* name)
{
   const char* slash = strrchr(name, '/');
   if (!slash) return ".";
   return slash == name ? "/" : kept_copy(name, (size_t)(slash - name));
}

// The whole path that a name leads to, of which the last link may lead to nothing yet; NULL: not even its folder is there.
static const char* path_of(const char* name)
{
   char text[PATH_MAX], path[PATH_MAX];
   for (int links = 0; links < LINKS_MAX; links++) {
      if (realpath(name, path)) return kept("%s", path);
      const ssize_t n = readlink(name, text, sizeof text - 1);
      if (n < 0) break;
      text[n] = '\0';
      name = *text == '/' ? kept("%s", text) : kept("%s/%s", folder_of(name), text);
   }
   const char* slash = strrchr(name, '/');
   return realpath(folder_of(name), path) ? kept("%s/%s", path, slash ? slash + 1 : name)
                                          : NULL;
}

static bool same(const Named* a, const Named* b)
{
   if (strcmp(a->name, b->name) == 0) return true;
   if (strcmp(a->name, "-") == 0 || strcmp(b->name, "-") == 0) return false;
   if (a->is_special || b->is_special) return false;
   if (a->is_there && b->is_there)
      return a->is.st_dev == b->is.st_dev && a->is.st_ino == b->is.st_ino;
   if (a->is_there || b->is_there) return false;
   const char *path = path_of(a->name), *other = path_of(b->name);
   return path && other && strcmp(path, other) == 0;
}

bool output_same_file(const char* name, const char* other)
{
   const Named a = look(name), b = look(other);
   return same(&a, &b);
}

void output_keep_inputs(const char* option, const char* name, const char* what,
                        const char* const* inputs, size_t n)
{
   const Named output = look(name);
   for (size_t i = 0; i < n; i++) {
      const Named input = look(inputs[i]);
      if (same(&output, &input))
         fail("%s would overwrite %s, %s", option, what, quoted(inputs[i]));
   }
}
