// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calling-context trees (docs/context-tree.md), of one file or of many that are added up path by path.
//
// A node is a function on one path of calls from where a thread, or a signal handler, began: an activity. Node 0 is the top, which
// has no costs; parents have lower numbers than their children.
//
// Ownership: a ContextTree owns all that it points to; context_tree_free() gives it back.
//
//    ContextTree* t = context_tree_new();
//    tree_read(t, files, n, NULL, 0);                                 // tree/tree_reader.h
//    context_tree_add_sums(t);
//    for (TreeWalk w = tree_walk(t); tree_walk_next(&w);)             // parents first
//       printf("%u %lu\n", w.depth, tree_cost(t, w.node, e));
//    tree_walk_end(&w);
#ifndef XG_COMMANDS_TREE_CONTEXT_TREE_H
#define XG_COMMANDS_TREE_CONTEXT_TREE_H

#include "commands/profile/rows.h"
#include "commands/profile/strings.h"

typedef struct {
   const char *name, *file, *module;
   uint64_t line, address; // 0: not known
} TreeFunction;

typedef struct {
   uint32_t thread, signal; // signal: 0: the thread's own code
} TreeActivity;

typedef struct {
   const char* name;
   const char* title; // NULL: it has none
   const char* unit;  // "bytes", "nanoseconds"; NULL: it counts
   uint32_t column;   // of costs
   uint64_t total;    // of all nodes
} TreeEvent;

// An event that is a sum of others: "CyBase + 12 CyL2".
typedef struct {
   const char *name, *sum, *title;
   uint32_t files; // that have it
} TreeFormula;

// What a node is of: a function, or TREE_ACTIVITY and the number of an activity.
#define TREE_ACTIVITY ((uint64_t)1 << 32)

typedef struct {
   Arena arena;
   TreeEvent* events; // of all files, in the order of the first one
   uint32_t n_events, room_events;
   uint32_t n_columns;
   Strings names; // of functions, files and modules
   TreeFunction* functions;
   uint32_t n_functions, room_functions;
   Rows function_index; // keys: module, file, name
   TreeActivity* activities;
   uint32_t n_activities, room_activities;
   Rows
      nodes; // node 1 is the first row; keys: NODE_...; figures: recursions, then costs by column
   TreeFormula* formulas;
   uint32_t n_formulas, room_formulas;
   Strings commands;
   uint64_t time_ns,
      end_ns; // when the first program began, since 1970, and the last one ended; 0: not known
   uint64_t bytes; // of the files
} ContextTree;

enum { NODE_PARENT, NODE_FRAME, NODE_KEYS };
enum { NODE_RECURSIONS, NODE_COSTS }; // figures

static inline uint64_t tree_frame(const ContextTree* t, uint32_t node)
{
   return rows_keys(&t->nodes, node - 1)[NODE_FRAME];
}
static inline uint64_t tree_cost(const ContextTree* t, uint32_t node, const TreeEvent* event)
{
   return rows_figures(&t->nodes, node - 1)[NODE_COSTS + event->column];
}

// An empty tree.
ContextTree* context_tree_new(void);
void context_tree_free(ContextTree* t);
// The event of this name, or NULL.
TreeEvent* context_tree_event(const ContextTree* t, const char* name, size_t length_B);
// The event of this name, which is made if it is new.
TreeEvent* context_tree_add_event(ContextTree* t, const char* name, size_t length_B);
// The number of a function, which is made if it is new; line and address, if they were not known.
uint32_t context_tree_function(ContextTree* t, const char* name, uint32_t file, uint32_t module,
                               uint64_t line, uint64_t address);
uint32_t context_tree_activity(ContextTree* t, uint32_t thread, uint32_t signal);
// The child of a node for this frame, which is made if it is new.
uint32_t context_tree_node(ContextTree* t, uint32_t parent, uint64_t frame);

// Events of formulas become the first ones, and have costs.
void context_tree_add_sums(ContextTree* t);
// Merges equal paths of different threads and handlers.
void context_tree_join_activities(ContextTree* t);
// Cuts off what is above functions of this name; paths without one stay. False: there is no such function.
bool context_tree_root_at(ContextTree* t, const char* name);
// "thread 1, signal 10"
const char* tree_activity_name(const TreeActivity* a);

// A walk through all nodes but the top, parents before their children.
typedef struct {
   const ContextTree* t;
   uint32_t *first, *next; // of a node: its first child, its next sibling; 0: none
   uint32_t* open;         // the nodes of the path, from depth 1 on
   uint32_t room;
   uint32_t node, depth; // where it is; of the top, depth is 0
} TreeWalk;

TreeWalk tree_walk(const ContextTree* t);
bool tree_walk_next(TreeWalk* w);
void tree_walk_end(TreeWalk* w);

#endif
