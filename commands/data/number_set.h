// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sets of numbers and texts that strangers choose: where they are in the table depends on a random number of the process, so that nobody can choose
// them to make it slow.
//
//    NumberSet s = {0};
//    if (!number_set_add(&s, id)) ...                       // it was there
//    number_set_add(&s, number_set_of_text("Dr"));          // two texts are one with a probability of 2^-50
//    number_set_clear(&s);
#ifndef XG_COMMANDS_DATA_NUMBER_SET_H
#define XG_COMMANDS_DATA_NUMBER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t* slots; // open addressing; 0: free
   size_t n, n_slots;
   bool has_zero;
} NumberSet;

// False: it was there.
bool number_set_add(NumberSet* s, uint64_t number);
bool number_set_has(const NumberSet* s, uint64_t number);
// A number that stands for a text, in this process.
uint64_t number_set_of_text(const char* text);
void number_set_clear(NumberSet* s);

#endif
