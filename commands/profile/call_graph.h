// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who calls whom at what cost, and inclusive costs that count nothing twice, recursion or not.
//
// A cycle is a largest set of two or more functions each of which can reach each other by calls (a strongly connected component of
// the graph of all calls).  The cost of a call within a cycle includes that of calls further down, which may lead back; it is not used.
//
//    member, inclusive       = own cost of the member + its calls to functions outside
//    any other function      = own cost               + its calls, but those of itself
//
// No call from outside leads back into the cycle, so the sum over its members counts each cost once.
//
//    CallGraph g = call_graph(p, own);    // profile_own_costs()
//    g.inclusive + f * profile_events(p)  // costs of a function with what it calls
//    call_graph_clear(&g);
#ifndef XG_COMMANDS_PROFILE_CALL_GRAPH_H
#define XG_COMMANDS_PROFILE_CALL_GRAPH_H

#include "commands/profile/model.h"

enum { ARC_CALLER, ARC_CALLEE, ARC_KEYS, NO_CYCLE = UINT32_MAX };

typedef struct {
   uint32_t n_functions;
   Rows arcs;       // a table; keys: ARC_...; figures: number of calls, then one for each event
   uint32_t* first; // by function, and of one more: where its arcs begin in `order`
   uint32_t* order; // rows of arcs, by caller
   uint32_t* cycle_of;  // by function; NO_CYCLE: it is in none
   uint64_t* inclusive; // by function, as many as there are events
} CallGraph;

// Of a profile, and what its functions cost by themselves.
CallGraph call_graph(const Profile* p, const uint64_t* own);
void call_graph_clear(CallGraph* g);
// Whether a call is one of a function to itself or within a cycle.
static inline bool within_cycle(const CallGraph* g, uint32_t caller, uint32_t callee)
{
   return caller == callee
          || (g->cycle_of[caller] != NO_CYCLE && g->cycle_of[caller] == g->cycle_of[callee]);
}

#endif
