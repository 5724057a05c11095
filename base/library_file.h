// SPDX-License-Identifier: GPL-3.0-or-later
//
// Source files of libraries, by their paths.
//
//    library_file("/usr/include/c++/12/vector")    // true
#ifndef XG_BASE_LIBRARY_FILE_H
#define XG_BASE_LIBRARY_FILE_H

#include "base/host.h"

// Whether a source file is one of the libraries of C++ and Rust, or of the headers of the C library and the compiler: functions
// inlined from there may have names without std::.
bool library_file(const char* path);

#endif
