// SPDX-License-Identifier: GPL-3.0-or-later
// Source files of libraries; see library_file.h.  The scripts have the same rule (Xgrind::Objects::ObjectNames).
#include "base/library_file.h"

#include "base/begins.h"

// Where a part stands in a text; NULL: it does not.
static const char* find(const char* text, const char* part)
{
   for (; *text; text++)
      if (begins_with(text, part)) return text;
   return NULL;
}

// Whether a folder of the path is followed by another one, at any depth: the slash between them may be that of both.
static bool has_below(const char* path, const char* folder, const char* other)
{
   const char* at = find(path, folder);
   return at && find(at + host_strlen(folder) - 1, other);
}

// Whether /include/ of a compiler's folder is below it, and not in it.
static bool is_of_compiler(const char* path, const char* folder)
{
   const char* at = find(path, folder);
   return at && find(at + host_strlen(folder), "/include/");
}

// "HASH/library/..."; other: "VERSION/vendor/...", or NULL.
static bool is_below_version(const char* rest, const char* folder, const char* other)
{
   const char* slash = rest;
   while (*slash && *slash != '/') slash++;
   return slash > rest && *slash
          && (begins_with(slash, folder) || (other && begins_with(slash, other)));
}

static bool is_of_rust(const char* path)
{
   static const char hash[] = "/rustc/", version[] = "/rustc-";
   if (begins_with(path, "/rust/deps/") || find(path, "/rustlib/src/rust/library/"))
      return true;
   if (begins_with(path, hash) && is_below_version(path + sizeof hash - 1, "/library/", NULL))
      return true;
   for (const char* at = path; (at = find(at, version)); at++)
      if (is_below_version(at + sizeof version - 1, "/library/", "/vendor/")) return true;
   return false;
}

bool library_file(const char* path)
{
   return has_below(path, "/include/", "/c++/") || has_below(path, "/include/", "/bits/")
          || is_of_compiler(path, "/lib/gcc/") || is_of_compiler(path, "/lib/clang/")
          || is_of_rust(path);
}
