// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a function as Xgrind prints it with memory objects: without what compilers and demanglers add.
//
// Ownership: the text belongs to the caller, who gives it to host_free().
//
//    char* text = plain_name("void ns::f<int>(char) const");   // "ns::f<>"
//    char* text = plain_name("__grid_MOD_cells");              // "grid::cells", also of a variable
#ifndef XG_BASE_PLAIN_NAME_H
#define XG_BASE_PLAIN_NAME_H

#include "base/host.h"

// Without parameters, the type in front, what is between < and >, and the version of a symbol.  What has brackets
// that do not pair stays as it is.
char* plain_name(const char* name);

#endif
