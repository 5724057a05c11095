// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names that a misspelt one may mean.
//
//    const char* best[ALIKE_MAX];
//    const uint32_t n = alike("treshold", names, n_names, best);                        // "threshold"
//    fail("--sort: there is no event %s", unknown_name("DLMr", events, n_events, NULL)); // "... 'DLMr'; did you mean DLmr?"
#ifndef XG_COMMANDS_TEXT_SPELLING_H
#define XG_COMMANDS_TEXT_SPELLING_H

#include <stdint.h>

enum { ALIKE_MAX = 3 };

// How many letters must be put in, left out, replaced, or exchanged with the next one, to make one word of another; of words of at
// most 64 letters, more than any number otherwise.
uint32_t spelling_distance(const char* from, const char* to);
// Of n names in small letters, those with the smallest distance, if that is at most a third of the letters; in order. Returns how many.
uint32_t alike(const char* typed, const char* const* names, uint32_t n,
               const char* best[ALIKE_MAX]);
// A name that is none of n, and which of them it may mean, whatever its case, or else what there is: "'Nix', only Ir Dr Dw".
// `where`, such as "in both profiles", is said after the name; it may be NULL.
const char* unknown_name(const char* typed, const char* const* names, uint32_t n,
                         const char* where);

#endif
