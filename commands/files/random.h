// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that nobody can guess.
//
//    random_hex(16)    // 32 digits, of 16 bytes of the system's source of random numbers
//
// Ownership: texts live as long as the process.
#ifndef XG_COMMANDS_FILES_RANDOM_H
#define XG_COMMANDS_FILES_RANDOM_H

#include <stddef.h>

// Fails with one sentence if the system has no such source.
const char* random_hex(size_t bytes);

#endif
