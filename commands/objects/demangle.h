// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of functions and variables as their sources have them, from symbols of C++ and Rust.
//
// A name is what c++filt makes of it.  The version of a symbol, "_ZSt4cout@GLIBCXX_3.4", stays behind it.  Symbols come from strangers: one whose name
// would be longer than DEMANGLED_MAX_B stays as it is, as does what is no symbol of these languages.
//
//    Built room = {0};
//    const char* name = demangled("_ZN2ns1fEi", &room);    // "ns::f(int)"
//    built_clear(&room);
#ifndef XG_COMMANDS_OBJECTS_DEMANGLE_H
#define XG_COMMANDS_OBJECTS_DEMANGLE_H

#include "commands/data/data_file.h"
#include "commands/text/built.h"

enum { DEMANGLED_MAX_B = 1 << 20 };

// The name, in `room`, where it is until the next call; or the symbol itself.
const char* demangled(const char* symbol, Built* room);
// Of all functions and objects of a data file.
void demangle_names(DataFile* d);

#endif
