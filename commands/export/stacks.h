// SPDX-License-Identifier: GPL-3.0-or-later
//
// A calling-context tree as stacks with weights: the collapsed stacks of flame graphs (github.com/brendangregg/FlameGraph), and
// speedscope's JSON (www.speedscope.app/file-format-schema.json).  Stacks without the event are left out.
#ifndef XG_COMMANDS_EXPORT_STACKS_H
#define XG_COMMANDS_EXPORT_STACKS_H

#include "commands/tree/context_tree.h"

void export_collapsed(const ContextTree* t, const char* name, const TreeEvent* event);
// One profile for each event.
void export_speedscope(const ContextTree* t, const char* name, const char* creator,
                       const TreeEvent* const* events, uint32_t n);

#endif
