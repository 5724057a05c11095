// SPDX-License-Identifier: GPL-3.0-or-later
//
// From addresses to blocks, functions, files and lines, by Valgrind's debug information.
//
//    Block* b = symbols_block(address);   // module, section, is_entry are known
//    symbols_resolve(b);                  // now also b->function
#ifndef XG_CALLGRIND_SYMBOLS_SYMBOLS_H
#define XG_CALLGRIND_SYMBOLS_SYMBOLS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// The record of the code at an address, made if needed.
Block* symbols_block(Addr address);
// The name of the function that holds an address; False if it has none.
Bool symbols_name(Addr address, const HChar** name);
// The record of a source file; `dir` may be empty.
SourceFile* symbols_file(Module* module, const HChar* dir, const HChar* file);
// The record of a function, made if needed and set up as the options say.
Function* symbols_function(Section section, SourceFile* file, const HChar* name);
// Source position of the instruction at `address` in block b (host_position()).
bool symbols_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line);
// Fills in the function of a block record.
void symbols_resolve(Block* b);

#endif
