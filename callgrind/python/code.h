// SPDX-License-Identifier: GPL-3.0-or-later
//
// Python's code objects, in the program's memory: which function and file each is of, and its lines.
//
//    PythonCode* c = python_code(address);      // NULL: what is there is no function's code
//    UInt line = python_code_line(c, instruction);
#ifndef XG_CALLGRIND_PYTHON_CODE_H
#define XG_CALLGRIND_PYTHON_CODE_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"
#include "callgrind/python/layout.h"

// What is known of a code object.
typedef struct {
   Addr address;
   Block* block; // what calls of its function lead to
   UInt first_line;
   UInt n_units;
   UInt* lines; // [n_units]; 0: none
   // What it was made from, to tell it from another code object at this address.
   Addr file, name;
   UChar* table;
   UInt table_B;
} PythonCode;

// All code is of the interpreter whose function this block begins.  `code_type` is the address of PyCode_Type.
void python_code_init(const PythonLayout* layout, const Block* interpreter, Addr code_type);
// Whether there is the code of a function; if not, of the interpreter's own making, which calls functions.
Bool python_code_is_function(Addr address);
// The code object at this address; its memory is looked at, as it may be another one than before.
// NULL: it is none of a function, or its names cannot be read.
PythonCode* python_code(Addr address);
// The line of an instruction; 0: it has none.
UInt python_code_line(const PythonCode* c, Addr instruction);

#endif
