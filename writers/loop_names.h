// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of loops: "main [loop 40-88]", "main [loop vector.h:7]" where its lines are in another file than the
// function's, "main [irreducible loop 40-88]", "main [loop 0x1140-0x1158]" where lines are not known.  The second one of
// a name ends in " (2)]".
//
//    Map names = {0};
//    Function* f = loop_names_function(&graph, function, NULL, &loop, false, &names);
//    map_clear(&names);
#ifndef XG_WRITERS_LOOP_NAMES_H
#define XG_WRITERS_LOOP_NAMES_H

#include "writers/loop_scopes.h"

// The position of an instruction in the function `home` (NULL: the one that the symbol names), perhaps where that
// calls what was inlined; *line = 0: not known.
void loop_names_position(const Inlined* home, const Block* b, uint64_t address,
                         SourceFile** file, uint32_t* line);
// What stands for a loop of the function, of its own code (in NULL) or inlined there.  names: those given so far.
Function* loop_names_function(CallGraph* g, const Function* of, const Inlined* in,
                              const ScopeLoop* loop, bool irreducible, Map* names);

// "main [loop 40-88]" by the lines, or addresses, of the loop: the caller's, for host_free().
char* loop_names_text(const Function* of, const ScopeLoop* loop);

#endif
