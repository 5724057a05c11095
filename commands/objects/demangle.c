// SPDX-License-Identifier: GPL-3.0-or-later
// Names from symbols; see demangle.h.
#include "commands/objects/demangle.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <string.h>

#include "commands/text/kept.h"

enum { OPTIONS = DMGL_PARAMS | DMGL_ANSI | DMGL_VERBOSE }; // those of c++filt

typedef struct {
   Built* to;
   jmp_buf too_long;
} Name;

static bool is_word(char c)
{
   return isalnum((unsigned char)c) || c == '_';
}

// The length of a mangled name that the symbol is, without its version; 0: it is none.
static size_t mangled_length(const char* symbol)
{
   if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R')) return 0;
   size_t n = 2;
   while (is_word(symbol[n])) n++;
   if (n == 2) return 0;
   const char* version = symbol + n;
   if (!*version) return n;
   if (*version++ != '@') return 0;
   version += *version == '@';
   if (!is_word(*version)) return 0;
   while (is_word(*version) || *version == '.') version++;
   return *version ? 0 : n;
}

// A short symbol can have a name without end; what libiberty has allocated for it then is on the stack.
static void add_part(const char* text, size_t n, void* with)
{
   Name* name = with;
   if (name->to->n_B + n > DEMANGLED_MAX_B) longjmp(name->too_long, 1);
   built_bytes(name->to, text, n);
}

// Symbols of Rust before version 0 are such of C++, too.
static bool add_name(Name* name, const char* mangled)
{
   if (setjmp(name->too_long)) return false;
   if (rust_demangle_callback(mangled, OPTIONS, add_part, name)) return true;
   built_clear(name->to);
   return cplus_demangle_v3_callback(mangled, OPTIONS, add_part, name);
}

const char* demangled(const char* symbol, Built* room)
{
   const size_t n = mangled_length(symbol);
   if (!n) return symbol;
   Built mangled = {0};
   built_bytes(&mangled, symbol, n);
   built_clear(room);
   Name name = {.to = room};
   const bool done = add_name(&name, mangled.text);
   built_clear(&mangled);
   if (!done || !room->n_B) return symbol;
   built_add(room, symbol + n);
   return room->text;
}

static const char* plain(DataFile* d, const char* symbol, Built* room)
{
   const char* name = demangled(symbol, room);
   return name == symbol ? symbol : arena_strdup(&d->arena, name);
}

void demangle_names(DataFile* d)
{
   Built room = {0};
   for (uint32_t f = 0; f < d->n_functions; f++)
      d->functions[f].name = plain(d, d->functions[f].name, &room);
   for (uint32_t o = 0; o < d->n_objects; o++)
      d->objects[o].symbol = plain(d, d->objects[o].symbol, &room);
   built_clear(&room);
}
