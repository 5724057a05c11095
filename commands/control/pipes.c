// SPDX-License-Identifier: GPL-3.0-or-later
// The pipes by which vgdb reaches a process; see pipes.h.
#define _GNU_SOURCE
#include "commands/control/pipes.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/control/process.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"

// A text as a pattern of glob() that only this matches.
static const char* as_pattern(const char* text)
{
   Built b = {0};
   for (; *text; text++) {
      if (!isalnum((unsigned char)*text)) built_char(&b, '\\');
      built_char(&b, *text);
   }
   return built_kept(&b);
}

// Whether root or a user of the process has made a file of this type.
static bool is_trusted(const char* file, mode_t type, const uid_t users[3])
{
   struct stat is;
   if (lstat(file, &is) != 0 || (is.st_mode & S_IFMT) != type) return false;
   if (type == S_IFREG && is.st_nlink != 1) return false;
   return !is.st_uid || is.st_uid == users[0] || is.st_uid == users[1] || is.st_uid == users[2];
}

static const char* usual_prefix(void)
{
   const char* folder = getenv("TMPDIR");
   return kept("%s/vgdb-pipe", folder ? folder : "/tmp");
}

// The end of a name, "USER-on-COMPUTER", as two texts; NULL: it is none.
static char* computer_of(char* user)
{
   static const char on[] = "-on-";
   char* last = NULL;
   for (char* at = user; (at = strstr(at, on)); at++) last = at;
   if (!last) return NULL;
   *last = '\0';
   return last + sizeof on - 1;
}

bool pipes_take_names(const char* prefix, pid_t pid)
{
   uid_t users[3];
   glob_t found;
   if (!prefix) prefix = usual_prefix();
   const char* before = kept("-from-vgdb-to-%d-by-", (int)pid);
   if (!process_users(pid, users)
       || glob(kept("%s%s*-on-*", as_pattern(prefix), before), 0, NULL, &found) != 0)
      return false;
   bool taken = false;
   for (size_t i = 0; i < found.gl_pathc && !taken; i++) {
      const char* end = found.gl_pathv[i] + strlen(prefix) + strlen(before);
      char* user = kept_copy(end, strlen(end));
      const char* all = kept("%d-by-%s", (int)pid, user);
      const char* computer = computer_of(user);
      taken = computer && is_trusted(found.gl_pathv[i], S_IFIFO, users)
              && is_trusted(kept("%s-to-vgdb-from-%s", prefix, all), S_IFIFO, users)
              && is_trusted(kept("%s-shared-mem-vgdb-%s", prefix, all), S_IFREG, users)
              && setenv("LOGNAME", user, 1) == 0 && setenv("HOST", computer, 1) == 0;
   }
   globfree(&found);
   return taken;
}
