// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a function or variable as its source has it, without what makes it long: the name by which all commands call it.
// Scripts have the same rule in scripts/lib/Xgrind/Text/CodeNames.pm; tests/text/same-texts compares them.
//
// Left out are template arguments ("ns::f<>"), the signature, the type in front, Rust's hash, the version of a symbol and an address's
// zeros in front.  A procedure or variable of a Fortran module is "grid::setup", the body of a parallel region
// "main [parallel region 1]".  What is no such name, or has brackets that do not pair, stays as it is.
//
// Ownership: the text belongs to the caller, who gives it to host_free().
//
//    char* name = code_name("void ns::f<int>(char) const");   // "ns::f<>"
#ifndef XG_BASE_CODE_NAME_H
#define XG_BASE_CODE_NAME_H

#include "base/short_text.h"

char* code_name(const char* name);
// What stays nevertheless.
enum {
   CODE_NAME_TEMPLATES = 1, // arguments, but not those of arguments
   CODE_NAME_SIGNATURE = 2, // without template arguments in it
   CODE_NAME_HASH = 4,      // of Rust; names of modules and regions, versions and zeros, too
};
char* code_name_keeping(const char* name, unsigned keep);
// A longer name, which no compiler writes, stays as it is.
enum { CODE_NAME_MAX_B = 1 << 15 };
// That name in so many columns, fit for a terminal: see short_text_function().
void code_name_short(char to[SHORT_TEXT_B], int room, const char* name);
// The name of a procedure or variable of a Fortran module, in place: "__grid_MOD_setup" is "grid::setup".  Other names stay as they are.
void code_name_fortran(char* name);

// The whole name as the sources have it: with names of modules and regions, "grid::step [parallel region 1]"; nothing is left out.
char* code_name_readable(const char* name);

#endif
