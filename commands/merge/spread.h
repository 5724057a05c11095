// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each function costs in the ranks of a job: least, most, and the ranks that have it.
//
// The costs are those of the function's own code; a rank without the function has 0.  All of it can be added in any order and grouping
// with the same result: of the ranks with an extreme, the first is told, by natural order of their names, and how many there are.  The
// mean is the function's sum in the profile by the number of ranks.
//
// Invariants: each function has a row of n_columns elements, in which each rank counts once; of one rank alone these are
// `figures`, of several `extremes`.
//
// Ownership: a Spread owns all that it points to; spread_free() gives it back.
//
//    Spread* s = spread_of_rank(p, "callgrind.out.7");
//    spread_add(sum, s, functions);                            // the number in the sum of each function of p
//    spread_free(s);
//    spread_finish(sum, p_of_sum);                             // then, of function f:
//    const SpreadExtremes* e = spread_row(sum, f);             // e[c].most.value, of the rank sum->ranks[e[c].most.first]
#ifndef XG_COMMANDS_MERGE_SPREAD_H
#define XG_COMMANDS_MERGE_SPREAD_H

#include "commands/profile/model.h"

enum {
   SPREAD_COLUMNS_MAX = 2000,     // events and formulas
   SPREAD_FIGURES_MAX = 20000000, // functions times columns
};

typedef struct {
   uint64_t value;
   uint32_t n;     // ranks that have it
   uint32_t first; // of these, by number
} SpreadExtreme;

typedef struct {
   SpreadExtreme least, most;
} SpreadExtremes;

typedef struct {
   char* name;
   char* key;        // the name as it is sorted: numbers by their value
   uint64_t* totals; // of the program, by column
} SpreadRank;

typedef struct {
   char** columns;   // names of events, also of those by formula
   bool* is_without; // by column: some ranks do not have it
   uint32_t n_columns;
   SpreadRank* ranks; // by number; after spread_finish() in the order of their names
   uint32_t n_ranks;
   uint32_t* order;          // numbers of the ranks, in natural order of their names
   uint32_t* place;          // of a rank, by number, in that order
   uint64_t* figures;        // of each function, by column; NULL: there are extremes
   SpreadExtremes* extremes; // likewise; NULL: there are figures
   uint32_t n_functions, room_functions;
} Spread;

// Of one profile.
Spread* spread_of_rank(const Profile* p, const char* name);
// One of so many functions and these columns, each 0 in all ranks.  The ranks become its own.
Spread* spread_of_zeros(const char* const* columns, uint32_t n_columns, SpreadRank* ranks,
                        uint32_t n_ranks, uint32_t n_functions);
// A rank, which owns copies; totals are of so many columns.
SpreadRank spread_rank(const char* name, const uint64_t* totals, uint32_t n_columns);
void spread_rank_clear(SpreadRank* r);
void spread_free(Spread* s);

// Adds another one, of whose functions these are the numbers in the sum.  The ranks of the other are taken from it.
void spread_add(Spread* s, Spread* other, const uint32_t* functions);
// At the end: leaves columns out that not all ranks have, or that are not those of the sum; orders ranks by name.  Of ranks with equal
// names, the first one stands for all.
void spread_finish(Spread* s, const Profile* sum);
// A function's row.
static inline SpreadExtremes* spread_row(const Spread* s, uint32_t f)
{
   return s->extremes + (size_t)f * s->n_columns;
}

#endif
