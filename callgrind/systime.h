// SPDX-License-Identifier: GPL-3.0-or-later
// --collect-systime: number and time of system calls.
#ifndef XG_CALLGRIND_SYSTIME_H
#define XG_CALLGRIND_SYSTIME_H

// Registers the callbacks if the option asks for it.
void systime_init(void);

#endif
