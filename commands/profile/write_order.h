// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order in which a profile is written: functions by module, file and name; of each, the lines of its own file first, then those
// of others by name; of a file, by position; at a position costs, calls by callee, jumps.  Costs that are all 0 are left out.
//
//    WriteOrder order = write_order(p);
//    order.functions[0]                                    // the first function
//    order.lines + order.first[f], up to order.first[f + 1]  // the lines of function f
#ifndef XG_COMMANDS_PROFILE_WRITE_ORDER_H
#define XG_COMMANDS_PROFILE_WRITE_ORDER_H

#include "commands/profile/model.h"

typedef enum { LINE_COST, LINE_CALL, LINE_JUMP } WriteLineKind;

// A row, by its number among those of its kind.
typedef struct {
   uint32_t row;
   WriteLineKind kind;
} WriteLine;

typedef struct {
   uint32_t* functions; // in order
   uint32_t* rank;      // by function: its place in there
   uint32_t* first;     // by function, and of one more: where its lines begin
   WriteLine* lines;
} WriteOrder;

WriteOrder write_order(const Profile* p);
void write_order_free(WriteOrder* order);

static inline const uint64_t* write_line_keys(const Profile* p, const WriteLine* line)
{
   return rows_keys(line->kind == LINE_COST   ? &p->costs
                    : line->kind == LINE_CALL ? &p->calls
                                              : &p->jumps,
                    line->row);
}

#endif
