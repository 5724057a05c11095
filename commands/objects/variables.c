// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of allocations; see variables.h.
#include "commands/objects/variables.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/begins.h"
#include "base/code_name.h"
#include "base/library_file.h"
#include "commands/source/allocation.h"
#include "commands/source/returned_variable.h"
#include "commands/source/source_lines.h"
#include "commands/source/tokens.h"
#include "commands/text/kept.h"

// --- names of functions -------------------------------------------------------------------------------------

static char* kept_code_name(const char* name)
{
   char* code = code_name(name);
   char* copy = kept_copy(code, strlen(code));
   host_free(code);
   return copy;
}

static void drop_template_marks(char* name)
{
   for (char* at = name; (at = strstr(at, "<>"));) memmove(at, at + 2, strlen(at + 2) + 1);
}

// As the source has them: "operator new", "with_capacity", "xmalloc".
static const char* short_name(const char* name)
{
   if (begins_with(name, "operator new") || begins_with(name, "_Znw")
       || begins_with(name, "_Zna"))
      return "new";
   char* text = kept_code_name(name);
   text[strcspn(text, "@")] = '\0';
   drop_template_marks(text);
   for (char* scope; (scope = strstr(text, "::"));) text = scope + 2;
   text[strcspn(text, ".")] = '\0';
   return text;
}

// The class that the function constructs, "" if none.
static const char* constructed(const char* name)
{
   char* text = kept_code_name(name);
   drop_template_marks(text);
   size_t n = strlen(text), from = n;
   while (from && token_is_word(text[from - 1])) from--;
   const size_t length = n - from;
   if (!length || from < length + 2 || strncmp(text + from - 2, "::", 2) != 0) return "";
   const char* outer = text + from - 2 - length;
   const bool begins = outer == text || (outer >= text + 2 && strncmp(outer - 2, "::", 2) == 0);
   return begins && strncmp(outer, text + from, length) == 0 ? text + from : "";
}

// What a line of source says about the function that it calls.
static Callee callee_of(const char* name, const char* file, const ObjectName* of)
{
   Callee c = {.name = "", .class_name = "", .which = of->which, .among = of->among};
   if (!*name) return c;
   // what was inlined has no namespace: "vector" constructs one
   const bool is_inlined = library_file(file) && token_is_name(name);
   const char* code = kept_code_name(name);
   c.name = short_name(name);
   c.class_name = is_inlined ? name : constructed(name);
   c.is_library = is_inlined || begins_with(code, "std::") || begins_with(code, "alloc::")
                  || begins_with(code, "core::") || begins_with(code, "__gnu_cxx::");
   return c;
}

// --- the source -----------------------------------------------------------------------------------------------

// A call that led to the allocation: where it is, and the function that it calls.
typedef struct {
   const char *file, *module, *name;
   int line;
   const char *callee, *callee_file; // "": the allocator itself
} Call;

// The source's lines, or NULL: there are none that can be trusted.
static const SourceLines* trusted_source(const Call* call)
{
   struct stat module;
   if (!*call->file || !call->line || library_file(call->file)) return NULL;
   const SourceLines* lines = source_lines(call->file);
   if (!lines) return NULL;
   const bool is_built = *call->module && stat(call->module, &module) == 0;
   return is_built && lines->written > module.st_mtime ? NULL : lines;
}

// Lines beyond all sources are like those beyond this one's end.
static int line_of(uint64_t line)
{
   enum { LINE_MAX_FOUND = INT_MAX / 2 };
   return line < LINE_MAX_FOUND ? (int)line : LINE_MAX_FOUND;
}

// A function that returns what it allocates leaves it to its caller to give it a name, also if it calls it "p" itself, unless nothing is known but
// the line.  Whether to ask the caller; else *name is the answer.
static bool asks_caller(const Call* call, const ObjectName* of, const char** name)
{
   *name = NULL;
   const SourceLines* lines = trusted_source(call);
   if (!lines) return false;
   const Callee callee = callee_of(call->callee, call->callee_file, of);
   const char* variable = allocated_variable(lines, call->line, &callee);
   const char* function = variable ? returned_from(lines, call->line, variable) : NULL;
   if (variable && (!function || !*call->name)) {
      *name = variable;
      return false;
   }
   // a function of another name was inlined here: nobody knows which line called it
   if (variable) return strcmp(function, short_name(call->name)) == 0;
   return returned_allocation(lines, call->line, &callee, short_name(call->name));
}

// Of an object without calls, whose place is "file:line".
static const char* variable_at(const DataObject* o, const ObjectName* name)
{
   const char* found;
   const char* colon = strrchr(o->source, ':');
   if (!colon || colon == o->source || !colon[1]
       || strspn(colon + 1, "0123456789") != strlen(colon + 1))
      return NULL;
   const Call call = {.file = kept_copy(o->source, (size_t)(colon - o->source)),
                      .module = "",
                      .name = "",
                      .line = line_of(strtoull(colon + 1, NULL, 10)),
                      .callee = "",
                      .callee_file = ""};
   (void)asks_caller(&call, name, &found);
   return found;
}

const char* variable_of(const DataFile* d, const DataObject* o, const ObjectName* name)
{
   if (*o->symbol) return NULL;
   const DataStack* s = o->stack;
   if (!s || !s->n) return variable_at(o, name);
   for (uint32_t i = name->frame ? (uint32_t)(name->frame - s->frames) : 0; i < s->n; i++) {
      const DataFunction* f = &d->functions[s->frames[i].function];
      const DataFunction* callee = i ? &d->functions[s->frames[i - 1].function] : NULL;
      const Call call = {.file = f->file,
                         .module = f->module,
                         .name = f->name,
                         .line = line_of(s->frames[i].line),
                         .callee = callee ? callee->name : "",
                         .callee_file = callee ? callee->file : ""};
      const char* found;
      if (!asks_caller(&call, name, &found)) return found;
   }
   return NULL;
}
