// SPDX-License-Identifier: GPL-3.0-or-later
//
// A calling-context tree as a profile for pprof: profile.proto (github.com/google/pprof), gzipped.
//
// Each node with a cost is a sample, with a value for each event and its thread as a label.  Each function is one location, at its
// first line.
#ifndef XG_COMMANDS_EXPORT_PPROF_H
#define XG_COMMANDS_EXPORT_PPROF_H

#include "commands/tree/context_tree.h"

// Writes a file; pprof shows the event first.
void export_pprof(const ContextTree* t, const char* name, const char* creator,
                  const TreeEvent* event);

#endif
