// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of code that the program makes while it runs, as its runtime lists them in /tmp/perf-<pid>.map: a line
// "START SIZE NAME" for each function, numbers in base 16.
//
// Contract: of lines about one address the last one counts.  Some runtimes write lines late; functions that
// had no name when their code ran first get it before a part is written.
//
//    MadeName n;
//    if (made_names_find(address, &n)) ... n.name ...   // else, with a function called by its address:
//    made_names_want(function, address);
//    made_names_give();                                 // before results are written
#ifndef XG_CALLGRIND_SYMBOLS_MADE_NAMES_H
#define XG_CALLGRIND_SYMBOLS_MADE_NAMES_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

typedef struct {
   const HChar* name; // valid until the next call
   Addr start;        // of the function
} MadeName;

// The function that holds an address; False if the list has none so far.
Bool made_names_find(Addr address, MadeName* found);
// Has a function at this address named as soon as the list has it.
void made_names_want(Function* function, Addr address);
// Names the functions that the list has by now.
void made_names_give(void);

#endif
