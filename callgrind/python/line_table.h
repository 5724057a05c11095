// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line table of a CPython code object, co_linetable of 3.11 and later, as CPython documents it ("Locations table",
// Objects/locations.md): entries that each describe 1 to 8 code units.
//
//    UInt n = line_table_units(bytes, n_bytes);
//    UInt line[n];
//    line_table_read(bytes, n_bytes, first_line, line);
#ifndef XG_CALLGRIND_PYTHON_LINE_TABLE_H
#define XG_CALLGRIND_PYTHON_LINE_TABLE_H

#include "pub_tool_basics.h"

// Whether an entry has a line.
Bool line_table_has_lines(const UChar* bytes, UInt n_bytes);
// How many code units the table describes.
UInt line_table_units(const UChar* bytes, UInt n_bytes);
// Fills in the line of each of them; 0: it has none.
void line_table_read(const UChar* bytes, UInt n_bytes, UInt first_line, UInt* line);

#endif
