// SPDX-License-Identifier: GPL-3.0-or-later
// Paths that are told apart; see paths.h.
#include "commands/text/paths.h"

#include <stdbool.h>
#include <string.h>

#include "commands/text/built.h"
#include "commands/text/counts.h"
#include "commands/text/kept.h"

// A profile can name paths of any length, each of whose ends is compared.
enum { FOLDERS_MAX = 100, END_MAX_B = 4096 };

const char* without_start(const char* path, const char* const* starts, size_t n)
{
   size_t longest_B = 0;
   bool has_start = false;
   for (size_t i = 0; i < n; i++) {
      const size_t start_B = strlen(starts[i]);
      if (start_B < longest_B || strncmp(path, starts[i], start_B) != 0) continue;
      has_start = true;
      longest_B = start_B;
   }
   return has_start ? path + longest_B + (path[longest_B] == '/') : path;
}

// --- Paths without what says nothing ---------------------------------------------------------------

// Whether it has a part that is empty, "." or "..".
static bool is_odd(const char* path)
{
   for (const char* at = path;; at++) {
      if (at[0] == '/' && at[1] == '/') return true;
      const bool begins = at == path || at[-1] == '/';
      const char* dots = at + (at[0] == '.') + (at[0] == '.' && at[1] == '.');
      if (begins && dots > at && (*dots == '/' || !*dots)) return true;
      if (!*at) return false;
   }
}

// Where the path goes on behind a folder from here on that it names twice, "elf/./elf/rtld.c"; NULL: it does not.
static const char* behind_twice(const char* path)
{
   for (const char* end = path; *end; end++) {
      if (end[0] != '/') continue;
      const size_t n = (size_t)(end - path);
      if (!n || end[-1] == '/') return NULL;
      if (end[1] == '.' && end[2] == '/' && strncmp(end + 3, path, n) == 0 && end[3 + n] == '/')
         return end + 3;
   }
   return NULL;
}

// Of a file that was compiled in "./elf" as "./elf/rtld.c".
static const char* without_twice(const char* path)
{
   const char* rest = strncmp(path, "./", 2) == 0 ? behind_twice(path + 2) : NULL;
   if (!rest) rest = behind_twice(path);
   return rest ? rest : path;
}

// A part of so many bytes takes the last one away if it says to, or follows it.
static void add_part(Built* to, size_t root_B, const char* part, size_t n)
{
   if (n == 1 && part[0] == '.') return;
   const bool goes_up = n == 2 && part[0] == '.' && part[1] == '.';
   size_t last = to->n_B;
   while (last > root_B && to->text[last - 1] != '/') last--;
   const bool has_last = to->n_B > root_B;
   if (goes_up && has_last && strcmp(to->text + last, "..") != 0) {
      to->n_B = last > root_B ? last - 1 : root_B;
      to->text[to->n_B] = '\0';
      return;
   }
   if (goes_up && !has_last && root_B) return;
   if (has_last) built_char(to, '/');
   built_bytes(to, part, n);
}

const char* plain_path(const char* path)
{
   if (!is_odd(path)) return path;
   path = without_twice(path);
   Built plain = {0};
   const size_t root_B = *path == '/';
   built_add(&plain, root_B ? "/" : "");
   while (*(path += strspn(path, "/"))) {
      const size_t n = strcspn(path, "/");
      add_part(&plain, root_B, path, n);
      path += n;
   }
   return built_kept(&plain);
}

// --- Ends that differ --------------------------------------------------------------------------------

// The next longer end of a path, from a slash on, or all of it if that does not begin with one; NULL: there is none that is compared.
static const char* longer_end(const char* path, const char* end, uint32_t n)
{
   if (end == path || n > FOLDERS_MAX) return NULL;
   const char* at = end - 1;
   while (at > path && at[-1] != '/') at--;
   const bool is_all = at == path && *path == '/';
   return is_all || strlen(at) > END_MAX_B ? NULL : at;
}

static const char* first_end(const char* path)
{
   const char* slash = strrchr(path, '/');
   return slash ? slash + 1 : path;
}

static const char* text_of(Counts* ends, const char* path)
{
   uint32_t n = 1;
   const char* end = first_end(path);
   for (; end && *count_of(ends, end) != 1; n++) end = longer_end(path, end, n);
   if (!end) return path;
   const bool has_folder = strchr(end, '/') != NULL;
   const bool is_all = end == path || (end == path + 1 && *path == '/');
   return !has_folder ? end : is_all ? path : kept(".../%s", end);
}

// Each path once.  Returns how many there are.
static uint32_t distinct(const char* const* paths, uint32_t n, const char** to)
{
   Counts seen = {0};
   uint32_t n_to = 0;
   for (uint32_t i = 0; i < n; i++)
      if (!(*count_of(&seen, paths[i]))++) to[n_to++] = paths[i];
   counts_clear(&seen);
   return n_to;
}

// Plain paths, or as they are if others would be equal, or nothing would be left.
static void set_plain(const char* const* paths, uint32_t n, const char** plain)
{
   Counts times = {0};
   for (uint32_t i = 0; i < n; i++) ++*count_of(&times, plain[i] = plain_path(paths[i]));
   for (uint32_t i = 0; i < n; i++)
      if (*count_of(&times, plain[i]) > 1 || !*plain[i]) plain[i] = paths[i];
   counts_clear(&times);
}

static void count_ends(Counts* ends, const char* path)
{
   uint32_t n = 1;
   for (const char* end = first_end(path); end; n++) {
      ++*count_of(ends, end);
      end = longer_end(path, end, n);
   }
}

const char** short_paths(const char* const* paths, uint32_t n)
{
   const char** texts = kept_room((n + (size_t)1) * sizeof *texts);
   const char** once = kept_room((n + (size_t)1) * sizeof *once);
   const char** plain = kept_room((n + (size_t)1) * sizeof *plain);
   const uint32_t n_once = distinct(paths, n, once);
   set_plain(once, n_once, plain);
   Counts ends = {0}, numbers = {0};
   for (uint32_t i = 0; i < n_once; i++) {
      count_ends(&ends, plain[i]);
      *count_of(&numbers, once[i]) = i;
   }
   for (uint32_t i = 0; i < n_once; i++) once[i] = text_of(&ends, plain[i]);
   for (uint32_t i = 0; i < n; i++) texts[i] = once[*count_of(&numbers, paths[i])];
   counts_clear(&ends);
   counts_clear(&numbers);
   return texts;
}
