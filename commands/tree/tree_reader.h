// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads files of the calling-context tree (docs/context-tree.md), and adds them up.
//
// What is malformed fails with one sentence that has the file's name and the line's number; limits are named in tree_reader.c.
//
//    ContextTree* t = context_tree_new();
//    tree_read(t, files, n, NULL, 0);
#ifndef XG_COMMANDS_TREE_TREE_READER_H
#define XG_COMMANDS_TREE_TREE_READER_H

#include "commands/tree/context_tree.h"

// Adds up files in an empty tree; of these threads only, if there are any. If it fails, the tree is good for context_tree_free() alone.
void tree_read(ContextTree* t, const char* const* files, uint32_t n, const uint32_t* threads,
               uint32_t n_threads);

#endif
