// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts by number, each once: names of a profile, of its events.
//
// Numbers begin at 0, in the order in which texts were first given.  Texts are copies, and never move.
//
//    Strings s = {0};
//    const uint32_t n = strings_number(&s, "main", 4);    // s.text[n] is "main"
#ifndef XG_COMMANDS_PROFILE_STRINGS_H
#define XG_COMMANDS_PROFILE_STRINGS_H

#include "base/arena.h"

enum { STRINGS_NONE = UINT32_MAX };

typedef struct {
   const char** text;  // by number; ends with a 0 byte
   uint32_t* length_B; // by number
   uint64_t* hash;     // by number
   uint32_t n, room;
   uint32_t* slots;  // open addressing: a number and 1; 0: free
   uint32_t n_slots; // a power of two, more than twice n; 0 at first
   Arena arena;      // of the texts
} Strings;

// The number of a text of so many bytes, which becomes the next one if it is new.
uint32_t strings_number(Strings* s, const char* text, size_t length_B);
// Its number, or STRINGS_NONE.
uint32_t strings_find(const Strings* s, const char* text, size_t length_B);
// Gives everything back; it is empty and usable afterwards.
void strings_clear(Strings* s);

#endif
