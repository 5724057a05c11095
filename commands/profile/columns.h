// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of tables: events, and what is computed from them; and which of them are shown unless the user names others.
//
//    const Columns* c = profile_columns(p, events_of(p));
//    const Column* rate = column_called(c, "L1rate");       // NULL: the profile lacks events for it
//    const Figure f = column_value(rate, costs);            // of the costs of the profile's recorded events
//    printf("%s %s\n", rate->title, value_text(rate->kind, f));    // "L1 misses per reference 1.23%"
//
// A formula is a sum of events, or the quotient of two sums.  A column exists if the profile has all events that it needs; other events that
// are missing are 0.  Events that a profile has by a formula (commands/profile/derived_events.h) are events as others.
//
// Ownership: all of it lives as long as the process, and as the profile.
#ifndef XG_COMMANDS_PROFILE_COLUMNS_H
#define XG_COMMANDS_PROFILE_COLUMNS_H

#include "commands/profile/figures.h"
#include "commands/profile/model.h"
#include "commands/text/levels.h"

enum { USES_MAX = 9999 }; // accesses to a line that are shown; more are as good

// A recorded event, so many times.
typedef struct {
   uint32_t event;
   uint64_t times;
} ColumnTerm;

typedef struct {
   const ColumnTerm* terms;
   uint32_t n;
} ColumnSum;

// An event, recorded or by a formula.
typedef struct {
   const char* name;
   ColumnSum sum;
   bool is_formula;
} ColumnEvent;

// The events that a profile has, or is looked at as if it had no others.
typedef struct {
   const ColumnEvent* event;
   uint32_t n;
   const Strings* names; // by place
} ColumnEvents;

// Only sums add up.
typedef enum { COLUMN_SUM, COLUMN_RATE, COLUMN_UNUSED, COLUMN_USES } ColumnKind;

typedef struct Column {
   const char *key, *title; // the title is in words: "L1 misses"
   ColumnKind kind;
   ColumnSum of, by;           // a sum, or this one divided by that one
   const struct Column* basis; // of others than sums: the sum by which rows are chosen
   const uint32_t* events;     // that it is computed from, by their places among all
   uint32_t n_events;
   const Level* level; // of COLUMN_UNUSED and COLUMN_USES
} Column;

typedef struct {
   const Profile* p;
   ColumnEvents events;
   const Column* column;
   uint32_t n;
   Strings keys; // by place
} Columns;

// All events of a profile: those that are recorded, then those by a formula, by name.
ColumnEvents events_of(const Profile* p);
// Those of a list, with different names.
ColumnEvents event_list(const ColumnEvent* event, uint32_t n);
// An event by its name; NULL: it is not among them.
const ColumnEvent* event_called(ColumnEvents events, const char* name);
// The sum of costs of recorded events; costs may be NULL: they are all 0.
Large column_sum(ColumnSum sum, const uint64_t* costs);

const Columns* profile_columns(const Profile* p, ColumnEvents events);
// A column by its key; NULL: there is none.
const Column* column_called(const Columns* c, const char* key);
Figure column_value(const Column* column, const uint64_t* costs);
// Of the program, by its total costs: of bytes never used, the header knows the exact share.
Figure program_value(const Columns* c, const Column* column, const uint64_t* totals);
// A value as text; "." for none and for 0.
const char* value_text(ColumnKind kind, Figure value);

// One of the columns that are shown by default.  Those with a low rank get room first; columns of one rank are all there or none is.
typedef struct {
   const Column* column;
   uint32_t rank;
} DefaultColumn;

// Those of a profile, in the order of the output; *n: how many.  wanted: whether a column can be shown.
const DefaultColumn* default_columns(const Columns* c,
                                     bool (*wanted)(void* with, const Column* column),
                                     void* with, uint32_t* n);

#endif
