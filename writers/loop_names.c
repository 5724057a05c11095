// SPDX-License-Identifier: GPL-3.0-or-later
// Names of loops; see loop_names.h.
#include "writers/loop_names.h"

#include "base/grown_text.h"
#include "base/path_name.h"

void loop_names_position(const Inlined* home, const Block* b, uint64_t address,
                         SourceFile** file, uint32_t* line)
{
   if (!host_position(b, address, file, line)) return;
   for (const Inlined* in = host_known_inlined(b, address); in && in != home; in = in->outer) {
      *file = in->call_file;
      *line = in->call_line;
   }
}

static void add_number(char** text, uint64_t n, unsigned base)
{
   char digits[24];
   char* at = digits + sizeof digits;
   *--at = '\0';
   do {
      *--at = "0123456789abcdef"[n % base];
      n /= base;
   } while (n);
   if (base == 16) grown_text_add(text, "0x");
   grown_text_add(text, at);
}

static void add_range(char** text, uint64_t first, uint64_t last, unsigned base)
{
   add_number(text, first, base);
   if (last == first) return;
   grown_text_add(text, "-");
   add_number(text, last, base);
}

// The name without "]".
static char* name_of(const Function* of, const ScopeLoop* loop, bool irreducible)
{
   char* text = NULL;
   grown_text_add(&text, of->name);
   grown_text_add(&text, irreducible ? " [irreducible loop " : " [loop ");
   if (!loop->first_line) {
      add_range(&text, loop->first, loop->last, 16);
      return text;
   }
   if (loop->file != of->file) {
      grown_text_add(&text, path_name(loop->file->name));
      grown_text_add(&text, ":");
   }
   add_range(&text, loop->first_line, loop->last_line, 10);
   return text;
}

char* loop_names_text(const Function* of, const ScopeLoop* loop)
{
   char* text = name_of(of, loop, false);
   grown_text_add(&text, "]");
   return text;
}

Function* loop_names_function(CallGraph* g, const Function* of, const Inlined* in,
                              const ScopeLoop* loop, bool irreducible, Map* names)
{
   char* text = name_of(of, loop, irreducible);
   const uint64_t key = map_hash_string(text);
   // The copies of an inlined function are one, and so are their loops.
   const uintptr_t n = (uintptr_t)map_get(names, key, (uintptr_t)in) + 1;
   map_put(names, key, (uintptr_t)in, (void*)n);
   if (n > 1) {
      grown_text_add(&text, " (");
      add_number(&text, n, 10);
      grown_text_add(&text, ")");
   }
   grown_text_add(&text, "]");
   bool is_new;
   Function* f = callgraph_function(g, of->file, text, &is_new);
   if (is_new) {
      // Its contexts are those of the function.
      f->settings.separate_callers = of->settings.separate_callers;
      f->settings.separate_recursions = of->settings.separate_recursions;
   }
   host_free(text);
   return f;
}
