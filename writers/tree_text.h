// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calling-context tree as text: the body of the files that docs/context-tree.md describes.
//
//    shadow_stack_flush_tree(&graph, &now, false);    // for every shadow stack
//    tree_text_write(&w, &graph, &layout, 0);
#ifndef XG_WRITERS_TREE_TEXT_H
#define XG_WRITERS_TREE_TEXT_H

#include "writers/profile.h"

// Writes events, tables and nodes of a thread (0: of all), without those that neither have costs
// or calls nor lead to one that has.
void tree_text_write(Writer* w, CallGraph* g, const ProfileLayout* layout, uint32_t thread);

#endif
