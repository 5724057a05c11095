// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "calibrate/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; // as the kernel

static char sentence[PATH_MAX + 512];

const char* output_error(void)
{
   return sentence;
}

static int fail_with_errno(const Output* out)
{
   snprintf(sentence, sizeof sentence, "%s: cannot be written: %s",
            strcmp(out->shown, "-") == 0 ? "standard output" : out->shown, strerror(errno));
   return 0;
}

// ------------------------------------------------------------------- owners

// This user and root; in a user namespace, where root has another number, whoever owns the root folder.
static int is_trusted(uid_t owner)
{
   struct stat root;
   return owner == geteuid() || owner == 0 || (stat("/", &root) == 0 && owner == root.st_uid);
}

static int refuse(const Output* out, const char* what, const char* name, uid_t owner,
                  const char* advice)
{
   const struct passwd* user = getpwuid(owner);
   char number[24];
   snprintf(number, sizeof number, "%lu", (unsigned long)owner);
   snprintf(sentence, sizeof sentence,
            "%s: cannot be written: %s%s%s belongs to another user, %s; %s", out->shown, what,
            *name ? " " : "", name, user ? user->pw_name : number, advice);
   return 0;
}

// What is no file is written to unless another user may have put it there.
static int may_write_directly(const Output* out)
{
   const mode_t mode = out->was.st_mode;
   struct stat folder;
   if (S_ISREG(mode) || S_ISDIR(mode) || is_trusted(out->was.st_uid)) return 1;
   if (fstat(out->folder, &folder) == 0 && is_trusted(folder.st_uid) && !(folder.st_mode & 022))
      return 1;
   const char* what = S_ISFIFO(mode)   ? "this pipe"
                      : S_ISSOCK(mode) ? "this socket"
                                       : "this device";
   return refuse(out, what, "", out->was.st_uid, "give another name, or - for standard output");
}

// ------------------------------------------------------------------ the way

// Goes on from another folder; false: there is none.
static int enter(Output* out, int folder)
{
   if (folder < 0) return 0;
   if (out->folder >= 0) close(out->folder);
   out->folder = folder;
   return 1;
}

static int begin(Output* out, const char* path)
{
   return enter(out, open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// Moves the first name of a path into out->name; returns what is behind it. The last name of "a/b/" is the folder itself.
// NULL: the name is too long.
static const char* take_name(Output* out, const char* path)
{
   path += strspn(path, "/");
   const size_t n = strcspn(path, "/");
   if (n > NAME_MAX) {
      errno = ENAMETOOLONG;
      return NULL;
   }
   memcpy(out->name, n ? path : ".", n ? n : 1);
   out->name[n ? n : 1] = '\0';
   return path + n;
}

// Whether a folder is that of this process's open files.
static int has_descriptors(int folder)
{
   struct stat is, own;
   return fstat(folder, &is) == 0 && stat("/proc/self/fd", &own) == 0 && is.st_dev == own.st_dev
          && is.st_ino == own.st_ino;
}

// Puts a link's text in its place in the path that is left.
static int follow_link(Output* out, char path[PATH_MAX])
{
   char text[PATH_MAX], rest[PATH_MAX];
   if (!is_trusted(out->was.st_uid))
      return refuse(
         out, "the link", out->name, out->was.st_uid,
         "links of others are not followed: name the file itself, or remove the link");
   const ssize_t n = readlinkat(out->folder, out->name, text, sizeof text - 1);
   if (n < 0) return fail_with_errno(out);
   text[n] = '\0';
   strcpy(rest, path);
   if (snprintf(path, PATH_MAX, "%s%s", text, rest) >= PATH_MAX) {
      errno = ENAMETOOLONG;
      return fail_with_errno(out);
   }
   return *text != '/' || begin(out, "/") || fail_with_errno(out);
}

// Finds the folder and the name in it. Each folder is opened from the one before it, so nothing changes between
// the look at a name and its use.
static int find_target(Output* out)
{
   char path[PATH_MAX];
   if (snprintf(path, sizeof path, "%s", out->shown) >= PATH_MAX)
      errno = ENAMETOOLONG;
   else if (begin(out, path))
      for (int links = 0;;) {
         const char* rest = take_name(out, path);
         if (!rest) break;
         const int is_last = *rest == '\0';
         out->is_there = fstatat(out->folder, out->name, &out->was, AT_SYMLINK_NOFOLLOW) == 0;
         if (!out->is_there && is_last && errno == ENOENT) return 1;
         if (!out->is_there) break;
         memmove(path, rest, strlen(rest) + 1);
         if (S_ISLNK(out->was.st_mode)) {
            if (is_last && has_descriptors(out->folder)) {
               out->descriptor = atoi(out->name);
               return 1;
            }
            errno = ELOOP;
            if (++links > LINKS_MAX) break;
            if (!follow_link(out, path)) return 0;
         } else if (is_last)
            return may_write_directly(out);
         else if (!enter(out, openat(out->folder, out->name,
                                     O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)))
            break;
      }
   return fail_with_errno(out);
}

// ------------------------------------------------------------------- opening

static int open_temporary(Output* out)
{
   unsigned long random[2];
   if (getrandom(random, sizeof random, 0) != sizeof random) return -1;
   snprintf(out->temporary, sizeof out->temporary, "xgrind-tmp.%016lx%016lx", random[0],
            random[1]);
   const int file = openat(out->folder, out->temporary,
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (file < 0) out->temporary[0] = '\0';
   return file;
}

// Opens what is there, if it is still what was looked at.
static int open_special(const Output* out)
{
   struct stat is;
   const int file =
      openat(out->folder, out->name, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
   if (file < 0
       || (fstat(file, &is) == 0 && is.st_dev == out->was.st_dev
           && is.st_ino == out->was.st_ino))
      return file;
   close(file);
   errno = EEXIST;
   return -1;
}

int output_open(Output* out, const char* name)
{
   *out = (Output){.shown = name, .folder = -1, .descriptor = -1};
   if (strcmp(name, "-") == 0) {
      out->to = stdout;
      return 1;
   }
   if (!find_target(out)) return 0;
   const int file = out->descriptor >= 0                          ? dup(out->descriptor)
                    : out->is_there && !S_ISREG(out->was.st_mode) ? open_special(out)
                                                                  : open_temporary(out);
   out->to = file >= 0 ? fdopen(file, "w") : NULL;
   return out->to || fail_with_errno(out);
}

// ------------------------------------------------------------------- closing

static struct stat input;
static int has_input;

void output_note_input(FILE* in)
{
   has_input = fstat(fileno(in), &input) == 0 && S_ISREG(input.st_mode);
}

// Who may read the file: nobody who may not read what was read for it, or, if it is this user's, what it replaces. To
// members of the input's group, another group's are others.
static mode_t mode_of(const Output* out)
{
   const mode_t mask = umask(0);
   umask(mask);
   mode_t mode = 0666 & ~mask;
   struct stat is;
   if (has_input) {
      const int is_same = fstat(fileno(out->to), &is) == 0 && is.st_gid == input.st_gid;
      const mode_t others = input.st_mode & 07;
      mode &= 0600 | others | (is_same ? input.st_mode & 070 : others << 3);
   }
   if (out->is_there && out->was.st_uid == geteuid()) mode &= 0600 | out->was.st_mode;
   return mode;
}

int output_close(Output* out)
{
   const int is_written = !ferror(out->to) && fflush(out->to) == 0;
   const int error = errno;
   if (is_written && *out->temporary)
      fchmod(fileno(out->to),
             mode_of(out)); // some file systems have no modes: it stays as it was made
   if (fclose(out->to) == 0 && is_written
       && (!*out->temporary
           || renameat(out->folder, out->temporary, out->folder, out->name) == 0))
      return 1;
   if (!is_written) errno = error;
   fail_with_errno(out);
   if (*out->temporary) unlinkat(out->folder, out->temporary, 0);
   return 0;
}
