// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts for items, no two alike: each item suggests some, the best one first, of which it gets the first that no other item has or
// would take as well.
//
// Where all that an item suggests is another's, too, it gets parts of its whole text: cut in other places, then around what tells
// it from all others, then its start up to there, and at last the whole with a number.
//
// Ownership: the items are the caller's; texts live as long as the process.
#ifndef XG_COMMANDS_TEXT_DISTINCT_H
#define XG_COMMANDS_TEXT_DISTINCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_END                                                                               \
   0.6 // of what is left of a name that is cut in the middle: its last part says most

typedef struct DistinctItem {
   const char* key[3]; // orders items whose whole texts are equal; no two items have equal ones
   const char* whole;  // everything that is known of it, visible()
   const char*
      name; // of a function, if is_code: its short form is put before what tells it apart
   bool is_code;
   // the n-th text that it suggests, from 0 on; NULL: there are no more.  What has no room is to be cut.
   const char* (*suggests)(struct DistinctItem* item, uint32_t n, int columns);
   void* with; // for that function
   // set by distinct_texts()
   const char* text;
   // its own
   const char* brief;
   size_t tells_at; // where `whole` begins to differ from all others
   uint32_t number; // among items of equal ones
   uint32_t n_cuts; // texts of parts so far
} DistinctItem;

// Sets the text of each of n items.  full: whole texts, which may be longer than there are columns.
void distinct_texts(DistinctItem* items, uint32_t n, int columns, bool full);

#endif
