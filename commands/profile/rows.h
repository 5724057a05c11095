// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows: figures by several keys. Costs of a profile are such: keys say where in the code, figures what it costs there.
//
// A table has each combination of keys once; a list, which takes a fraction of the time to make, may have it several times.
//
// Invariants: rows are a list or a table, never both, until rows_clear(); a figure that was never set is 0; rows are in
// the order in which they were made.
//
//    Rows r;
//    rows_init(&r, 4, 2);                                  // four keys, two figures
//    uint64_t* figure = rows_at(&r, (uint64_t[]){f, file, address, line});
//    figure[0] += 7;                                       // valid until the next row is made
#ifndef XG_COMMANDS_PROFILE_ROWS_H
#define XG_COMMANDS_PROFILE_ROWS_H

#include "base/host.h"

typedef struct {
   uint32_t n_keys, n_figures;
   uint32_t n, room;  // rows
   uint64_t* keys;    // n_keys of each row
   uint64_t* figures; // n_figures of each row
   uint32_t* slots;   // of a table, open addressing: a row's number and 1; 0: free
   uint32_t n_slots;  // a power of two, more than 1.5 times n; 0: a list, or nothing yet
} Rows;

void rows_init(Rows* r, uint32_t n_keys, uint32_t n_figures);
// Makes room for so many rows, which takes no memory before they are there.
void rows_reserve(Rows* r, uint32_t n);
// Of a table: the figures of the row with these keys, which is made if it is new: with figures of 0.
uint64_t* rows_at(Rows* r, const uint64_t* keys);
// Its number.
uint32_t rows_number(Rows* r, const uint64_t* keys);
// Of a list: the figures of a new row, which are 0.
uint64_t* rows_append(Rows* r, const uint64_t* keys);
// Of a table: the number of the row with these keys, or UINT32_MAX.
uint32_t rows_find(const Rows* r, const uint64_t* keys);
// Makes a table of a list: add() is called for rows that have the same keys, to add the figures of one to those of the other.
void rows_unite(Rows* r, void (*add)(uint64_t* to, const uint64_t* more, uint32_t n));
// Each row has so many figures from now on; those that it gains are 0.
void rows_widen(Rows* r, uint32_t n_figures);
static inline const uint64_t* rows_keys(const Rows* r, uint32_t row)
{
   return r->keys + (size_t)row * r->n_keys;
}
static inline uint64_t* rows_figures(const Rows* r, uint32_t row)
{
   return r->figures + (size_t)row * r->n_figures;
}
void rows_clear(Rows* r);

#endif
