// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions that allocate; see allocator_names.h.  The scripts have the same rule (Xgrind::Objects::ObjectNames).
#include "base/allocator_names.h"

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

// Whether a text begins with a word, in letters of any case.
static bool begins(const char* text, const char* word)
{
   for (; *word; text++, word++) {
      const char c = *text >= 'A' && *text <= 'Z' ? (char)(*text + 'a' - 'A') : *text;
      if (c != *word) return false;
   }
   return true;
}

static bool ends_in(const char* name, size_t length, const char* end)
{
   const size_t n = host_strlen(end);
   return n <= length && begins(name + length - n, end);
}

// Whether the first bytes of a name end in what allocators do, perhaps with words behind it that say how.
static bool is_allocator(const char* name, size_t n)
{
   static const char* const verbs[] = {"alloc", "allocate", "memalign", "strdup", "strndup"};
   static const char* const more[] = {"aligned", "array",  "zeroed", "zero", "checked",
                                      "check",   "or_die", "safe",   "raw",  "real",
                                      "impl",    "_",      "z",      "n"};
   for (size_t before = 0; n != before;) {
      for (uint32_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
         if (ends_in(name, n, verbs[i])) return true;
      before = n;
      while (n && is_digit(name[n - 1])) n--;
      for (uint32_t i = 0; i < sizeof more / sizeof more[0] && n == before; i++)
         if (ends_in(name, n, more[i])) n -= host_strlen(more[i]);
   }
   return false;
}

// Whether a name may end here: what follows is a symbol's version, or what the compiler has added.
static bool is_end(const char* at)
{
   static const char* const added[] = {".part", ".constprop", ".isra",
                                       ".cold", ".lto_priv",  ".llvm"};
   if (!*at || *at == '@') return true;
   for (uint32_t i = 0; *at == '.' && i < sizeof added / sizeof added[0]; i++)
      if (begins(at, added[i])) return true;
   return false;
}

static bool is_wrapper(const char* name)
{
   for (size_t n = 0; name[n];)
      if (is_end(name + ++n) && is_allocator(name, n)) return true;
   return false;
}

static bool is_of_library(const char* name)
{
   static const char* const starts[] = {"std::",   "__gnu_cxx::",  "__cxxabiv1::",
                                        "alloc::", "__rustc::",    "__rust_",
                                        "__rdl_",  "operator new", "operator delete"};
   for (uint32_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
      if (host_strncmp(name, starts[i], host_strlen(starts[i])) == 0) return true;
   return false;
}

bool allocator_names_hand_on(const char* name)
{
   return is_of_library(name) || is_wrapper(name);
}

bool allocator_names_start(const char* function)
{
   static const char* const names[] = {"(below main)",           "_start", "__libc_start_main",
                                       "__libc_start_call_main", "clone",  "start_thread"};
   size_t n = 0;
   while (function[n] && function[n] != '@') n++;
   for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (host_strlen(names[i]) == n && host_strncmp(function, names[i], n) == 0) return true;
   return false;
}
