// SPDX-License-Identifier: GPL-3.0-or-later
//
// Code that the core cannot decode, so that it ends the program with SIGILL, and code that we cannot count.
//
//    unknown_code_explain(in);   // of each block, as the core has read it
//    unknown_statement_end(tag);
#ifndef XG_CALLGRIND_HELP_UNKNOWN_CODE_H
#define XG_CALLGRIND_HELP_UNKNOWN_CODE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// Says once what to do if a block ends in an instruction of a family that Valgrind does not know (code_unknown()).
void unknown_code_explain(const IRSB* in);
// Ends the run with a sentence: a block has a kind of statement that is not counted.
void unknown_statement_end(UInt tag) __attribute__((noreturn));

#endif
