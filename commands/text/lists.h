// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several things in a sentence.
//
//    const char* names[] = {"Dr", "Dw", "DLmr"};
//    either(names, 3)        // "Dr, Dw or DLmr"
//    all_of(names, 3)        // "Dr, Dw and DLmr"
//    some_of(1, names, 3)    // "Dr, 2 more"; all of them if only one more is left
#ifndef XG_COMMANDS_TEXT_LISTS_H
#define XG_COMMANDS_TEXT_LISTS_H

#include <stdint.h>

const char* either(const char* const* names, uint32_t n);
const char* all_of(const char* const* names, uint32_t n);
const char* some_of(uint32_t few, const char* const* names, uint32_t n);

#endif
