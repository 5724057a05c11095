// SPDX-License-Identifier: GPL-3.0-or-later
//
// The xgrind that is asked for caches and that simulates: that beside this program, or the first in PATH.
#ifndef XG_CALIBRATE_XGRIND_H
#define XG_CALIBRATE_XGRIND_H

enum { XGRIND_NOT_FOUND = 127 };

// Replaces this process by it. The arguments begin with "xgrind" and end with NULL. Returns only if there is none: the
// process then ends with XGRIND_NOT_FOUND.
void xgrind_exec(char** arguments) __attribute__((noreturn));

#endif
