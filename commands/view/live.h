// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of a run while it goes on, and when it has ended.
//
// Snapshot and page are made in a process of their own, so that the server answers meanwhile.  It is served until the last
// page was taken, or some seconds longer than the run: nothing listens after that.
#ifndef XG_COMMANDS_VIEW_LIVE_H
#define XG_COMMANDS_VIEW_LIVE_H

#include "commands/run/program.h"
#include "commands/view/page_server.h"

typedef struct {
   uint32_t seconds; // between pages, if they are made in time
   const char* const*
      snapshot; // has the run write its results so far, and ends with 0 if it has
   bool (*make)(RunProgram* run);   // makes the page of what is written; true if it could
   bool (*report)(RunProgram* run); // likewise at the end
} LiveHow;

// Serves pages until the run has ended; true if there is a page at the end.
bool live_follow(RunProgram* run, PageServer* server, const LiveHow* how);

#endif
