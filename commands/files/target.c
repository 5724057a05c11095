// SPDX-License-Identifier: GPL-3.0-or-later
// Where an output goes; see target.h.
#define _GNU_SOURCE
#include "commands/files/target.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { LINKS_MAX = 40 }; // as the kernel

// ------------------------------------------------------------------- owners

// This user and root; in a user namespace, where root has another number, whoever owns the root folder.
static bool is_trusted(uid_t owner)
{
   struct stat root;
   return owner == geteuid() || owner == 0 || (stat("/", &root) == 0 && owner == root.st_uid);
}

__attribute__((noreturn)) static void refuse(Target* t, const char* what, const char* advice)
{
   const uid_t owner = t->was.st_uid;
   const struct passwd* user = getpwuid(owner);
   target_close(t);
   fail("%s: cannot be written: %s belongs to another user, %s; %s", printable(t->shown), what,
        user ? printable(user->pw_name) : kept("%lu", (unsigned long)owner), advice);
}

// What is no file is written to unless another user may have put it there: in a folder in which all users may write, or another one's.
static void check_special(Target* t)
{
   const mode_t mode = t->was.st_mode;
   struct stat folder;
   if (S_ISREG(mode) || S_ISDIR(mode) || is_trusted(t->was.st_uid)) return;
   if (fstat(t->folder, &folder) == 0 && is_trusted(folder.st_uid)
       && !(folder.st_mode & (S_IWGRP | S_IWOTH)))
      return;
   const char* what = S_ISFIFO(mode)   ? "this pipe"
                      : S_ISSOCK(mode) ? "this socket"
                                       : "this device";
   refuse(t, what, "give another name, or - for standard output");
}

// ------------------------------------------------------------------ the way

// Goes on from another folder; false: there is none.
static bool enter(Target* t, int folder)
{
   if (folder < 0) return false;
   target_close(t);
   t->folder = folder;
   return true;
}

static bool begin(Target* t, const char* path)
{
   return enter(t, open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// Moves the first name of a path into t->name; returns the rest. The last name of "a/b/" is the folder itself.
// NULL: the name is too long.
static const char* take_name(Target* t, const char* path)
{
   path += strspn(path, "/");
   const size_t n = strcspn(path, "/");
   if (n > NAME_MAX) {
      errno = ENAMETOOLONG;
      return NULL;
   }
   memcpy(t->name, n ? path : ".", n ? n : 1);
   t->name[n ? n : 1] = '\0';
   return path + n;
}

// Whether a folder is that of this process's open files.
static bool has_descriptors(int folder)
{
   struct stat is, own;
   return fstat(folder, &is) == 0 && stat("/proc/self/fd", &own) == 0 && is.st_dev == own.st_dev
          && is.st_ino == own.st_ino;
}

// The whole name of the link, as far as that can be told.
static const char* link_name(const Target* t)
{
   char way[40], folder[PATH_MAX];
   snprintf(way, sizeof way, "/proc/self/fd/%d", t->folder);
   const ssize_t n = readlink(way, folder, sizeof folder - 1);
   if (n <= 0) return t->name;
   folder[n] = '\0';
   return kept("%s%s%s", folder, folder[n - 1] == '/' ? "" : "/", t->name);
}

// Puts a link's text in its place in the path that is left.
static bool follow_link(Target* t, char path[PATH_MAX])
{
   char text[PATH_MAX], rest[PATH_MAX];
   if (!is_trusted(t->was.st_uid))
      refuse(t, kept("the link %s", printable(link_name(t))),
             "links of others are not followed: name the file itself, or remove the link");
   const ssize_t n = readlinkat(t->folder, t->name, text, sizeof text - 1);
   if (n < 0) return false;
   text[n] = '\0';
   strcpy(rest, path);
   if (snprintf(path, PATH_MAX, "%s%s", text, rest) >= PATH_MAX) {
      errno = ENAMETOOLONG;
      return false;
   }
   return *text != '/' || begin(t, "/");
}

// Each folder is opened from the one before it, so nothing changes between the look at a name and its use.
static bool go(Target* t, char path[PATH_MAX])
{
   for (int n_links = 0;;) {
      const char* rest = take_name(t, path);
      if (!rest) return false;
      const bool is_last = *rest == '\0';
      t->is_there = fstatat(t->folder, t->name, &t->was, AT_SYMLINK_NOFOLLOW) == 0;
      if (!t->is_there) return is_last && errno == ENOENT;
      memmove(path, rest, strlen(rest) + 1);
      if (S_ISLNK(t->was.st_mode)) {
         if (is_last && has_descriptors(t->folder)) {
            t->descriptor = atoi(t->name);
            return true;
         }
         if (++n_links > LINKS_MAX) {
            errno = ELOOP;
            return false;
         }
         if (!follow_link(t, path)) return false;
      } else if (is_last) {
         check_special(t);
         return true;
      } else if (!enter(t, openat(t->folder, t->name,
                                  O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)))
         return false;
   }
}

bool target_find(Target* t, const char* name)
{
   char path[PATH_MAX];
   *t = (Target){.shown = name, .folder = -1, .descriptor = -1};
   if (*name == '\0') {
      errno = ENOENT;
      return false;
   }
   if (snprintf(path, sizeof path, "%s", name) >= PATH_MAX) {
      errno = ENAMETOOLONG;
      return false;
   }
   return begin(t, path) && go(t, path);
}

void target_close(Target* t)
{
   const int why = errno;
   if (t->folder >= 0) close(t->folder);
   t->folder = -1;
   errno = why;
}
