// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statements of Fortran that allocate.
#ifndef XG_COMMANDS_SOURCE_ALLOCATE_STATEMENT_H
#define XG_COMMANDS_SOURCE_ALLOCATE_STATEMENT_H

#include "commands/source/tokens.h"

// Adds "u" and "grid%v" for "allocate(u(n), grid%v(n))", if it covers the line: up to `room` names, NULL where one is in doubt.  Returns how many there are.
uint32_t allocate_statement(const Tokens* t, int line, const char** names, uint32_t room);

#endif
