// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many threads can run at once.
#ifndef XG_COMMANDS_OPTIONS_PROCESSORS_H
#define XG_COMMANDS_OPTIONS_PROCESSORS_H

#include <stdint.h>

// Processors that this process may use, at least 1.
uint32_t processors(void);

#endif
