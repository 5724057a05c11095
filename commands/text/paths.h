// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paths with as few folders as tell them apart.
//
//    plain_path("./elf/./elf/rtld.c")    // "elf/rtld.c"; "/a/b/../c" is "/a/c"
//    short_paths(paths, n)               // "/a/x/util.c", "/a/y/util.c", "/a/main.c": ".../x/util.c", ".../y/util.c", "main.c"
//
// Ownership: texts live as long as the process, or are parts of those that were given.
#ifndef XG_COMMANDS_TEXT_PATHS_H
#define XG_COMMANDS_TEXT_PATHS_H

#include <stddef.h>
#include <stdint.h>

const char* plain_path(const char* path);
// A path without the longest of these starts that it has, and a slash behind that; it lives as long as the path.
const char* without_start(const char* path, const char* const* starts, size_t n);
// Of each path, in the same order, the fewest last folders that no other path ends in; the whole path if other paths end in it, or in as
// many folders as are compared.  Paths that differ only in how they are written, "/a/b/../c" and "/a/c", stay as they are.
const char** short_paths(const char* const* paths, uint32_t n);

#endif
