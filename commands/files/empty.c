// SPDX-License-Identifier: GPL-3.0-or-later
// Why a file is empty; see empty.h.
#include "commands/files/empty.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "commands/text/kept.h"

enum { DIGITS_MAX = 9 }; // of the number of a process

// Where the digits begin that a text of n bytes ends with; n: it ends with none.
static size_t digits_start(const char* text, size_t n)
{
   while (n && text[n - 1] >= '0' && text[n - 1] <= '9') n--;
   return n;
}

static bool ends_with(const char* text, size_t n, const char* end)
{
   const size_t length = strlen(end);
   return n >= length && strncmp(text + n - length, end, length) == 0;
}

// Whether the first n bytes of a name say that the number of a process follows.
static bool is_before_process(const char* name, size_t n)
{
   static const char* const kinds[] = {"callgrind.out.", "xgrind.data.", "xgrind.tree."};
   if (ends_with(name, n, ".pid")) return true;
   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      if (!ends_with(name, n, kinds[i])) continue;
      const size_t before = n - strlen(kinds[i]);
      return !before || name[before - 1] == '.';
   }
   return false;
}

// The process that a file is of, by its name: out.pid7, before-exec-1.callgrind.out.7-02.  -1: the name does not say it.
static long process_of(const char* name)
{
   const char* slash = strrchr(name, '/');
   if (slash) name = slash + 1;
   size_t end = strlen(name), start = digits_start(name, end);
   if (start < end && start && name[start - 1] == '-') { // of a thread
      end = start - 1;
      start = digits_start(name, end);
   }
   if (start == end || end - start > DIGITS_MAX || !is_before_process(name, start)) return -1;
   return atol(name + start);
}

const char* why_empty(const char* name)
{
   const long process = process_of(name);
   if (process < 0) return "";
   if (process > 0 && (kill((pid_t)process, 0) == 0 || errno == EPERM))
      return kept(
         ": its process still runs, and writes it at its end; xgrind_control --snapshot %ld "
         "writes it now",
         process);
   return kept(
      ": there is no process %ld here that could still write it, as it was killed or became "
      "another program",
      process);
}
