// SPDX-License-Identifier: GPL-3.0-or-later
// Python's code objects; see code.h.
#include "callgrind/python/code.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "base/map.h"
#include "callgrind/options/function_options.h"
#include "callgrind/python/line_table.h"
#include "callgrind/python/text.h"
#include "callgrind/symbols/symbols.h"
#include "engine/interpreted.h"

enum { UNIT_B = 2 };

static const PythonLayout* layout;
static const Block* interpreter;
static Addr code_type;
static Map codes; // of PythonCode, by address

void python_code_init(const PythonLayout* l, const Block* b, Addr type)
{
   layout = l;
   interpreter = b;
   code_type = type;
}

static UInt table_size_B(Addr table)
{
   return (UInt)python_word_at(table, layout->bytes_length);
}

static const UChar* table_bytes(Addr table)
{
   return (const UChar*)(table + (ULong)layout->bytes_data);
}

Bool python_code_is_function(Addr address)
{
   if (!address || python_word_at(address, layout->object_type) != code_type) return False;
   const Addr table = python_word_at(address, layout->code_lines);
   return line_table_has_lines(table_bytes(table), table_size_B(table));
}

// What perf calls functions of Python: another function may have the name alone.
static Function* function_of(const HChar* name, const HChar* file, UInt first_line)
{
   HChar full[VG_(strlen)(name) + sizeof "py::"];
   VG_(sprintf)(full, "py::%s", name);
   SourceFile* source = symbols_file(interpreter->module, "", file);
   Function* f = symbols_function(SECTION_TEXT, source, full);
   if (f->has_code) return f;
   f->line = first_line;
   f->has_code = true;
   function_options_note_code(f);
   return f;
}

static void read_lines(PythonCode* c)
{
   c->n_units = line_table_units(c->table, c->table_B);
   c->lines = VG_(malloc)("xg.python.lines", c->n_units * sizeof *c->lines);
   line_table_read(c->table, c->table_B, c->first_line, c->lines);
}

static UInt first_line_of(Addr address)
{
   const Int line = *(const Int*)(address + (ULong)layout->code_first_line);
   return line > 0 ? (UInt)line : 1;
}

static PythonCode* new_code(Addr address)
{
   const Addr table = python_word_at(address, layout->code_lines);
   PythonCode* c = VG_(calloc)("xg.python.code", 1, sizeof *c);
   c->address = address;
   c->file = python_word_at(address, layout->code_file);
   c->name = python_word_at(address, layout->code_name);
   c->first_line = first_line_of(address);
   c->table_B = table_size_B(table);
   c->table = VG_(malloc)("xg.python.table", c->table_B);
   VG_(memcpy)(c->table, table_bytes(table), c->table_B);
   HChar* name = python_text(layout, c->name);
   HChar* file = python_text(layout, c->file);
   c->block = interpreted_block(interpreter, function_of(name, file, c->first_line));
   VG_(free)(name);
   VG_(free)(file);
   read_lines(c);
   return c;
}

static Bool is_same(const PythonCode* c, Addr address)
{
   const Addr table = python_word_at(address, layout->code_lines);
   return python_word_at(address, layout->code_file) == c->file
          && python_word_at(address, layout->code_name) == c->name
          && first_line_of(address) == c->first_line && table_size_B(table) == c->table_B
          && VG_(memcmp)(table_bytes(table), c->table, c->table_B) == 0;
}

static void free_code(PythonCode* c)
{
   VG_(free)(c->lines);
   VG_(free)(c->table);
   VG_(free)(c);
}

PythonCode* python_code(Addr address)
{
   if (!python_code_is_function(address)) return NULL;
   PythonCode* c = map_get(&codes, address, 0);
   if (c && is_same(c, address)) return c;
   if (c) free_code(c);
   c = new_code(address);
   map_put(&codes, address, 0, c);
   return c;
}

UInt python_code_line(const PythonCode* c, Addr instruction)
{
   const Addr unit = (instruction - c->address - (ULong)layout->code_units) / UNIT_B;
   return unit < c->n_units ? c->lines[unit] : 0;
}
