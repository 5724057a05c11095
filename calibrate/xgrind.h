// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starts xgrind: that beside this program, or else the first in PATH. It is asked for the caches, and simulates kernels.
#ifndef XG_CALIBRATE_XGRIND_H
#define XG_CALIBRATE_XGRIND_H

enum { XGRIND_NOT_FOUND = 127 };

// Replaces this process by it. The arguments begin with "xgrind" and end with NULL. Returns only if there is none: the
// process then ends with XGRIND_NOT_FOUND.
void xgrind_exec(char** arguments) __attribute__((noreturn));

#endif
