// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a function or variable as its source has it, without what makes it long: the name by which all commands call it.
// Their rule is in scripts/lib/Xgrind/Text/CodeNames.pm, which tests/text/run compares with this one.
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
// That name in so many columns, fit for a terminal: see short_text_function().
void code_name_short(char to[SHORT_TEXT_B], int room, const char* name);

#endif
