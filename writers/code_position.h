// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where code is, as its programmer knows it: the function and the line.  Code that was inlined from a library's
// header is where the library was called; other inlined code belongs to the function that it was inlined from.
//
//    CodePosition p = code_position_of(site);
//    code_position_compare(&p, &q);               // by module, function, file and line
//    data_numbers_add(&numbers, code_position_function(&p));
#ifndef XG_WRITERS_CODE_POSITION_H
#define XG_WRITERS_CODE_POSITION_H

#include "callgraph/callgraph.h"
#include "writers/data_numbers.h"

typedef struct {
   const Function* function; // that contains the code, by the symbol
   const char* name;         // of the function that it is of: the same, or an inlined one
   const char* file;
   uint32_t line; // 0: not known
   bool inlined;
} CodePosition;

// Takes a look at the debug information.
CodePosition code_position_of(const Site* site);
// Likewise, of an instruction of a block.
CodePosition code_position_at(const Block* b, uint64_t address);
// -1, 0 or 1.  A function whose blocks begin in several files is several Functions, but one here.
int code_position_compare(const CodePosition* x, const CodePosition* y);
DataFunction code_position_function(const CodePosition* p);
// Functions by module and name alone: -1, 0 or 1.
int code_position_compare_functions(const Function* x, const Function* y);

#endif
