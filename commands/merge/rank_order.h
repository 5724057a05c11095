// SPDX-License-Identifier: GPL-3.0-or-later
//
// The natural order of ranks' names: numbers in them by their value, as people sort.
//
// An order is a list of the ranks' numbers; a rank's place is where it is in there.  Both belong to who has asked for them.
//
//    uint32_t *order, *place;
//    rank_order(ranks, n, &order, &place);    // ranks[order[0]] is the first
#ifndef XG_COMMANDS_MERGE_RANK_ORDER_H
#define XG_COMMANDS_MERGE_RANK_ORDER_H

#include "commands/merge/spread.h"

// A name as it is sorted, for host_free().
char* rank_key(const char* name);
// Less than 0, 0 or more: the first one comes before the other, their names are equal, or it comes behind it.
int rank_compare(const SpreadRank* a, const SpreadRank* b);
void rank_order(const SpreadRank* ranks, uint32_t n, uint32_t** order, uint32_t** place);
// Makes *order and *place, of the first `before` ranks, those of all n; `rest` is the order of the others, from number 0.
void rank_order_joined(const SpreadRank* ranks, uint32_t before, uint32_t n, uint32_t** order,
                       const uint32_t* rest, uint32_t** place);
// Orders ranks, those of equal names by their totals in decimal, as text.
void rank_order_with_totals(const SpreadRank* ranks, uint32_t n, uint32_t n_columns,
                            uint32_t* order);

#endif
