// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds CPython's interpreter in the program, and knows its version.
//
//    if (interpreter_has(block)) ... interpreter.layout.frame_code ...
#ifndef XG_CALLGRIND_PYTHON_INTERPRETER_H
#define XG_CALLGRIND_PYTHON_INTERPRETER_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"
#include "callgrind/python/layout.h"

typedef struct {
   PythonLayout layout;
   Block*
      block; // of its function that executes code: what calls by it come from; NULL: not found yet
   Addr code_type; // PyCode_Type
} Interpreter;

extern Interpreter interpreter;

// Whether a block is of the interpreter's function that executes code, of a version that is known.  The first such
// block makes it known, with a sentence if its version is not.
Bool interpreter_has(const Block* b);
// Whether an address is in a function that has the name of this one.
Bool interpreter_has_address(Addr address);
// Says that none has run: the end of the run.
void interpreter_report(void);

#endif
