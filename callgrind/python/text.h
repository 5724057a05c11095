// SPDX-License-Identifier: GPL-3.0-or-later
//
// Python's texts, in the program's memory.
//
//    HChar* name = python_text(&layout, address);
//    VG_(free)(name);
#ifndef XG_CALLGRIND_PYTHON_TEXT_H
#define XG_CALLGRIND_PYTHON_TEXT_H

#include "callgrind/python/layout.h"

// The text object at this address in UTF-8, which the caller frees; "???" if it is empty.  A text longer than any path
// or name is cut.
HChar* python_text(const PythonLayout* l, Addr text);

#endif
