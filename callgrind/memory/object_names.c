// SPDX-License-Identifier: GPL-3.0-or-later
// Names of memory objects on the command line; see object_names.h.
#include "callgrind/memory/object_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "base/path_name.h"
#include "base/pattern.h"
#include "output/code_position.h"

// --- functions that allocate for their callers ------------------------------------------------

static Bool ends_in(const HChar* name, SizeT length, const HChar* end)
{
   const SizeT n = VG_(strlen)(end);
   if (n > length) return False;
   for (SizeT i = 0; i < n; i++)
      if (VG_(tolower)(name[length - n + i]) != end[i]) return False;
   return True;
}

// Length of the name without its version and what the compiler has added: "xmalloc.constprop.0".
static SizeT plain_length(const HChar* name)
{
   SizeT n = 0;
   while (name[n] && name[n] != '@' && name[n] != '(' && (name[n] != '.' || !n)) n++;
   return n;
}

// malloc and xmalloc, g_malloc0, av_calloc, pool_alloc, strdup, ... but not allocate_grid, which says what for.
static Bool is_wrapper(const HChar* name)
{
   static const HChar* const verbs[] = {"alloc", "allocate", "memalign", "strdup", "strndup"};
   static const HChar* const more[] = {"aligned", "array",  "zeroed", "zero", "checked",
                                       "check",   "or_die", "safe",   "raw",  "real",
                                       "impl",    "_",      "z",      "n"};
   for (SizeT n = plain_length(name), before = 0; n != before;) {
      for (UInt i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
         if (ends_in(name, n, verbs[i])) return True;
      before = n;
      while (n && VG_(isdigit)(name[n - 1])) n--;
      for (UInt i = 0; i < sizeof more / sizeof more[0] && n == before; i++)
         if (ends_in(name, n, more[i])) n -= VG_(strlen)(more[i]);
   }
   return False;
}

static Bool starts_with(const HChar* name, const HChar* start)
{
   return VG_(strncmp)(name, start, VG_(strlen)(start)) == 0;
}

// Whether the function has allocated for its caller.
static Bool hands_on(const ObjectFrame* f)
{
   return (f->inlined && code_position_is_library(f->file))
          || starts_with(f->function, "operator new") || starts_with(f->function, "std::")
          || starts_with(f->function, "__gnu_cxx::") || is_wrapper(f->function);
}

// --- names ------------------------------------------------------------------------------------

// Of a C++ function the name without its parameters, which begin with the last opening parenthesis that is
// outside of others.
static SizeT length_without_parameters(const HChar* name)
{
   const SizeT n = VG_(strlen)(name);
   if (!n || name[n - 1] != ')') return n;
   SizeT i = n;
   Int depth = 0;
   do {
      i--;
      depth += name[i] == ')';
      depth -= name[i] == '(';
   } while (i && depth);
   return i ? i : n;
}

// A name, its place, or both: "create (particles.c:45)".
static Bool name_matches(const HChar* pattern, const HChar* name, const HChar* file, UInt line)
{
   if (pattern_describes(pattern, name)) return True;
   if (!line || !file) return False;
   const HChar* shown = VG_(strchr)(pattern, '/') ? file : path_name(file);
   HChar text[VG_(strlen)(name) + VG_(strlen)(shown) + 20];
   VG_(sprintf)(text, "%s:%u", shown, line);
   if (pattern_describes(pattern, text)) return True;
   VG_(sprintf)(text, "%s (%s:%u)", name, shown, line);
   return pattern_describes(pattern, text);
}

static Bool frame_matches(const HChar* pattern, const ObjectFrame* f)
{
   const SizeT n = length_without_parameters(f->function);
   HChar plain[n + 1];
   VG_(memcpy)(plain, f->function, n);
   plain[n] = '\0';
   return name_matches(pattern, f->function, f->file, f->line)
          || name_matches(pattern, plain, f->file, f->line);
}

Bool object_names_match(const MemObject* o, const HChar* pattern)
{
   if (o->name) return name_matches(pattern, o->name, o->file, o->line);
   for (UInt i = 0; i < o->n_frames; i++) {
      if (frame_matches(pattern, &o->frames[i])) return True;
      if (!hands_on(&o->frames[i])) return False;
   }
   return False;
}
