// SPDX-License-Identifier: GPL-3.0-or-later
// Where code is; see code_position.h.
#include "writers/code_position.h"

#include "base/library_file.h"

CodePosition code_position_of(const Site* site)
{
   return code_position_at(site->block, callgraph_site_address(site));
}

CodePosition code_position_at(const Block* b, uint64_t address)
{
   CodePosition p = {
      .function = b->function, .name = b->function->name, .file = b->function->file->name};
   SourceFile* file;
   if (!host_position(b, address, &file, &p.line)) return p;
   p.file = file->name;
   const Inlined* in = host_known_inlined(b, address);
   for (; in && library_file(p.file); in = in->outer) {
      p.file = in->call_file->name;
      p.line = in->call_line;
   }
   if (in) {
      p.name = in->name;
      p.inlined = true;
   }
   return p;
}

static int compare_texts(const char* x, const char* y)
{
   const int by = x == y ? 0 : host_strcmp(x, y);
   return (by > 0) - (by < 0);
}

static int compare_names(const Function* x, const char* name, const Function* y,
                         const char* other_name)
{
   const Module *in = x->file->module, *other = y->file->module;
   if (in != other) return in->number < other->number ? -1 : 1;
   return compare_texts(name, other_name);
}

int code_position_compare_functions(const Function* x, const Function* y)
{
   return compare_names(x, x->name, y, y->name);
}

int code_position_compare(const CodePosition* x, const CodePosition* y)
{
   const int by_name = compare_names(x->function, x->name, y->function, y->name);
   if (by_name) return by_name;
   if (x->inlined != y->inlined) return x->inlined ? 1 : -1;
   const int by_file = compare_texts(x->file, y->file);
   if (by_file) return by_file;
   return x->line < y->line ? -1 : x->line > y->line;
}

DataFunction code_position_function(const CodePosition* p)
{
   return (DataFunction){p->name, p->file, p->function->file->module->name, p->inlined};
}
