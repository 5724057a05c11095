// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is going on, for the monitor command `status`.
#ifndef XG_CALLGRIND_CONTROL_STATUS_H
#define XG_CALLGRIND_CONTROL_STATUS_H

// For people: a few lines.
void status_print(void);
// For programs, `status internal`: lines "key: value", which docs/control.md lists.  Callgrind's
// callgrind_control reads them as well.
void status_print_internal(void);

#endif
