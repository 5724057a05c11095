// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which variable a line of source assigns memory to that it allocates.
//
//    const SourceLines* source = source_lines("grid.c");
//    const char* name = allocated_variable(source, 17, &(Callee){.name = "xmalloc", .class_name = ""});
//    returned_allocation(source, 17, &callee, "new_grid")    // does the line return it, in this function?
//
// NULL wherever there is a doubt: no call or several calls that could be meant and are not assigned to the same name, another number of
// allocations than of calls, a result that goes elsewhere first, a statement of more than three lines.  Texts live as long as the process.
#ifndef XG_COMMANDS_SOURCE_ALLOCATION_H
#define XG_COMMANDS_SOURCE_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/source/source_lines.h"

// The function that a line calls.
typedef struct {
   const char* name;       // "": it is not known, or an allocator
   const char* class_name; // that it constructs, or ""
   bool is_library;        // of C++ or Rust
   uint32_t which,
      among; // of several allocations of the line: which one, in the order in which they were made, of how many; or 0
} Callee;

const char* allocated_variable(const SourceLines* source, int line, const Callee* callee);
bool returned_allocation(const SourceLines* source, int line, const Callee* callee,
                         const char* function);

#endif
