// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of CSV as in RFC 4180, except that a line ends with \n alone.
//
// Characters but the end of a line are escaped as profiles have them, and so is what a spreadsheet would take for the beginning of a
// formula; figures stay, below zero, too.
//
//    csv_cell(&b, "main", true);     // the first one of a row
//    csv_cell(&b, "a,b", false);     // ,"a,b"
//    csv_end(&b);
#ifndef XG_COMMANDS_TEXT_CSV_H
#define XG_COMMANDS_TEXT_CSV_H

#include <stdbool.h>

#include "commands/text/built.h"

void csv_cell(Built* to, const char* text, bool is_first);
void csv_end(Built* to);

#endif
