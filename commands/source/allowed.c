// SPDX-License-Identifier: GPL-3.0-or-later
// Which files may be read as sources; see allowed.h.
#define _GNU_SOURCE
#include "commands/source/allowed.h"

#include <ctype.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/files/regular.h"
#include "commands/text/kept.h"

enum { HOMES_MAX = 2, IMPLIED_MAX = 2 };

typedef struct {
   const char* path[IMPLIED_MAX]; // without links
   int n;
} Folders;

static bool is_below(const char* path, const char* folder)
{
   const size_t n = strlen(folder);
   if (strcmp(folder, "/") == 0) return true;
   return strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]);
}

static bool is_among(const char* text, size_t n, const char* const* words, size_t n_words)
{
   for (size_t i = 0; i < n_words; i++)
      if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0) return true;
   return false;
}
#define IS_AMONG(text, n, words) is_among(text, n, words, sizeof(words) / sizeof *(words))

// --- folders that are no project --------------------------------------------------------------------

// Of the system, of all users, of all projects of one.
static bool is_of_the_system(const char* folder)
{
   static const char* const top[] = {"bin",  "boot", "etc", "home", "media",
                                     "mnt",  "nix",  "opt", "root", "sbin",
                                     "snap", "srv",  "tmp", "usr",  "var"};
   static const char* const above[] = {"boot", "home", "usr", "var"};
   const char* first = folder + 1;
   const size_t n = strcspn(first, "/");
   const char* rest = first + n;
   if (*rest)
      return strncmp(first, "etc/", 4) == 0
             || (IS_AMONG(first, n, above) && !strchr(rest + 1, '/'));
   if (IS_AMONG(first, n, top)) return true;
   if (strncmp(first, "lib", 3) != 0) return false;
   for (const char* c = first + 3; *c; c++)
      if (!isalnum((unsigned char)*c) && *c != '_') return false;
   return true;
}

// Whether one of the user's homes is below the folder.
static bool has_home(const char* folder)
{
   const struct passwd* user = getpwuid(geteuid());
   const char* const homes[HOMES_MAX] = {getenv("HOME"), user ? user->pw_dir : NULL};
   for (int i = 0; i < HOMES_MAX; i++) {
      char path[PATH_MAX];
      if (homes[i] && *homes[i] && realpath(homes[i], path) && is_below(path, folder))
         return true;
   }
   return false;
}

// Whether a folder, without links, holds more than a project: by its name, or as everybody may put files there.
static bool is_wide(const char* folder)
{
   struct stat is;
   if (strcmp(folder, "/") == 0 || is_of_the_system(folder) || regular_is_of_kernel(folder)
       || has_home(folder))
      return true;
   return stat(folder, &is) == 0 && (is.st_mode & S_ISVTX) && (is.st_mode & S_IWOTH);
}

// --- the project ------------------------------------------------------------------------------------------

// Takes the last folder off; the first one has "/" above it.
static void go_up(char* folder)
{
   char* slash = strrchr(folder, '/');
   slash[slash == folder] = '\0';
}

static bool is_checkout(const char* folder)
{
   static const char* const marks[] = {".git", ".hg", ".svn"};
   for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
      char path[PATH_MAX + 8];
      struct stat is;
      (void)snprintf(path, sizeof path, "%s/%s", folder, marks[i]);
      if (stat(path, &is) == 0) return true;
   }
   return false;
}

// The top of the checkout that a folder is in; NULL: it is in none.
static const char* project_around(const char* folder)
{
   char* around = kept_copy(folder, strlen(folder));
   for (; !is_wide(around); go_up(around))
      if (is_checkout(around)) return around;
   return NULL;
}

// The folder around one that is called as folders are in which programs are built; NULL: it is called otherwise.
static const char* source_folder_of(const char* folder)
{
   static const char* const builds[] = {"_build", "build", "cmake-build", "out",    "obj",
                                        "objs",   "bin",   "debug",       "release"};
   char* around = kept_copy(folder, strlen(folder));
   const char* name = strrchr(folder, '/') + 1;
   go_up(around);
   for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
      const size_t n = strlen(builds[i]);
      if (strncasecmp(name, builds[i], n) == 0 && (!name[n] || strchr("-_.", name[n])))
         return is_wide(around) ? NULL : around;
   }
   return NULL;
}

static const Folders* implied_folders(void)
{
   static Folders folders;
   static bool is_known;
   char here[PATH_MAX];
   if (is_known) return &folders;
   is_known = true;
   if (!getcwd(here, sizeof here)) return &folders;
   folders.path[folders.n++] = kept_copy(here, strlen(here));
   const char* around = project_around(here);
   if (!around && strcmp(here, "/") != 0) around = source_folder_of(here);
   if (around) folders.path[folders.n++] = around;
   return &folders;
}

// --- files ------------------------------------------------------------------------------------------------

// How names of sources end.
static bool is_source_name(const char* path)
{
   static const char* const suffixes[] = {
      "cc",  "cp",  "cpp",   "cxx", "c++",  "ccm",   "cppm", "cxxm", "ixx", "cu",  "cuh",
      "cl",  "hip", "hh",    "hp",  "hpp",  "hxx",   "h++",  "ii",   "inl", "ipp", "tcc",
      "tpp", "txx", "inc",   "def", "tbl",  "asm",   "sx",   "for",  "ftn", "FOR", "FTN",
      "fpp", "FPP", "f77",   "F77", "f90",  "F90",   "f95",  "F95",  "f03", "F03", "f08",
      "F08", "rs",  "go",    "di",  "zig",  "adb",   "ads",  "ada",  "pas", "pp",  "nim",
      "m",   "mm",  "swift", "kt",  "java", "scala", "hs",   "ml",   "mli", "jl",  "js",
      "ts",  "py",  "pyi",   "pyx", "pxd",  "pl",    "pm",   "ll",   "lpp", "l++", "lex",
      "yy",  "ypp", "y++",   "re",  "rl",   "gperf", "vala", "cr"};
   const char* dot = strrchr(path, '.');
   if (!dot || strchr(dot, '/')) return false;
   if (dot[1] && !dot[2]) return strchr("chHsSdfFiylvCm", dot[1]);
   return IS_AMONG(dot + 1, strlen(dot + 1), suffixes);
}

// Headers of C++ have no suffix: "/usr/include/c++/12/vector".
static bool is_header(const char* path)
{
   const char* name = strrchr(path, '/');
   const char* include = strstr(path, "/include/");
   if (!name || !include || include + strlen("/include") > name
       || !isalpha((unsigned char)name[1]))
      return false;
   for (const char* c = name + 1; *c; c++)
      if (!isalnum((unsigned char)*c) && *c != '_') return false;
   return true;
}

// The length of the folder in which the distribution has installed headers or sources, if the path is below it; or 0.
static size_t installed_length(const char* path)
{
   static const char* const below_lib[] = {"gcc", "gcc-cross", "clang", "rustlib"};
   static const char* const libs[] = {"lib", "lib32", "lib64", "libx32"};
   if (strncmp(path, "/usr/", 5) != 0) return 0;
   const char* at = path + 5;
   if (strncmp(at, "local/", 6) == 0) at += 6;
   size_t n = strcspn(at, "/");
   const char* const tops[] = {"include", "src"};
   if (!IS_AMONG(at, n, tops)) {
      if (!IS_AMONG(at, n, libs) || !at[n]) return 0;
      at += n + 1;
      n = strcspn(at, "/");
      const bool has_version =
         (strncmp(at, "llvm-", 5) == 0 && n > 5) || strncmp(at, "python3", 7) == 0;
      if (!has_version && !IS_AMONG(at, n, below_lib)) return 0;
   }
   return at[n] ? (size_t)(at + n - path) : 0;
}

// Whether a file below a folder is a source that is not hidden.
static bool is_shown_below(const char* path, size_t folder_length)
{
   const char* rest = path + folder_length; // with the slash
   return !strstr(rest, "/.") && (is_source_name(rest) || is_header(path));
}

bool source_is_allowed(const char* path)
{
   if (regular_is_of_kernel(path)) return false;
   const Folders* implied = implied_folders();
   for (int i = 0; i < implied->n; i++) {
      const char* folder = implied->path[i];
      const size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
      if (strcmp(path, folder) != 0 && is_below(path, folder) && is_shown_below(path, n))
         return true;
   }
   const size_t n = installed_length(path);
   return n && is_shown_below(path, n);
}
