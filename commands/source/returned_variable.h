// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does a function of C or C++ hand a variable of its own to its caller?
//
//    const char* function = returned_from(source, 17, "p");    // "allocate"; NULL: it does not, or is not known
//
// "p" is used at the line, in the function that is returned; the name is "" where the function has none.  A variable is its own if the
// function declares it, or has it as a parameter, and it is not static.  Texts live as long as the process.
#ifndef XG_COMMANDS_SOURCE_RETURNED_VARIABLE_H
#define XG_COMMANDS_SOURCE_RETURNED_VARIABLE_H

#include "commands/source/source_lines.h"

const char* returned_from(const SourceLines* source, int line, const char* name);

#endif
