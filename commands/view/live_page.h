// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of a run as a server gives it out while the run goes on.
//
// A page that will change has a script that asks the server for its state each second, and a line below that says of
// when it is.  It is not loaded anew while somebody uses it; where one is and what is chosen is in the address, and stays.
#ifndef XG_COMMANDS_VIEW_LIVE_PAGE_H
#define XG_COMMANDS_VIEW_LIVE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/text/built.h"

typedef struct {
   const char* file;    // a page of xgrind_report; NULL: there is none so far
   const char* command; // the program that runs
   const char* name;    // where the page is when the run has ended
   uint32_t version;
   bool is_over; // whether it will not change any more
} LivePage;

// The page as HTML, which the caller gives back with built_clear().
Built live_page(const LivePage* page);
// The bytes of a page, if it is one that this user has written: where others may write, they can put a pipe or a link in its place.
// False: there is none.
bool live_page_read(const char* file, Built* to);

#endif
