# SPDX-License-Identifier: GPL-3.0-or-later
#
# faults-tree.sh: a fault in each rule of the calling-context tree; read by unit/run.
# fault NAME FILE SED-SCRIPT TEST; hanging_fault: the test runs for ever

t=test_backdate

# What a call has cost is its node's, and not its caller's.
fault "tree: cost is the caller's, too" callgraph/context_tree.h 's/^   from->self\[event\] -= cost;//' $t
fault "tree: fast return moves no cost" engine/fast_path_inl.h 's/context_tree_move(t->caller, t->own, e,/(void)(t->own, e,/' $t
fault "tree: full return moves no cost" callgraph/shadow_stack.c 's/context_tree_move(t->caller, t->own, e,/(void)(t->own, e,/' $t
fault "tree: fast return stays in the callee" engine/fast_path_inl.h 's/^   s->exec.tree_node = t->caller;//' $t
fault "tree: full return stays in the callee" callgraph/shadow_stack.c 's/if (g->tree.on) s->exec.tree_node = s->tree_frames.*//' $t
fault "tree: whole activity costs nothing" callgraph/shadow_stack.c \
    '/^static void end_tree/,/^}/s/^   add_root_cost.*//' $t
fault "tree: interrupted activity is not in the part" callgraph/shadow_stack.c 's/^      add_root_cost(g, h->interrupted.tree_root/      if (0) &/' $t
fault "tree: interrupted code goes on where it began" callgraph/shadow_stack.c \
    's/   s->exec = h->interrupted;/   s->exec = h->interrupted, s->exec.tree_node = s->exec.tree_root->first;/' $t
fault "tree: handler goes on in what it interrupted" callgraph/shadow_stack.c 's/\(.collect = g->config.collect_at_start\)}/\1, .tree_root = s->exec.tree_root, .tree_node = s->exec.tree_node}/' $t

# Paths.
fault "tree: recursion is not folded" callgraph/context_tree.c 's/^      if (n->function == f) return n;//' $t
fault "tree: one call deeper" callgraph/context_tree.c 's/from->depth < t->depth_max/from->depth <= t->depth_max/' $t
fault "tree: deeper calls of their own" callgraph/context_tree.c 's/^   if (!from->function) return from;//' $t
fault "tree: threads share nodes" callgraph/context_tree.c 's/n->thread != like->thread || n->signal/n->signal/' $t
fault "tree: handlers share nodes with their thread" callgraph/context_tree.c 's/ || n->signal != like->signal//' $t
fault "tree: found caller below what it called" callgraph/context_tree.c 's/^   fold_into(t, top);//' test_context_tree
fault "tree: found caller beside what it called" callgraph/context_tree.c 's/^   link_child(t, top, called);/   link_child(t, root, called);/' test_context_tree
fault "tree: calls of a folded node are lost" callgraph/context_tree.c '/^static void fold_into/,/^}/s/^      merge_children.*//' test_context_tree

# Nodes that go.
fault "tree: cost of a merged node is lost" callgraph/context_tree.c \
    '/^static void attach/,/^}/s/^   for (uint32_t e = 0.*//' $t
fault "tree: children of a merged node are lost" callgraph/context_tree.c '/^static void attach/,/^}/s/^   merge_children.*//' $t
hanging_fault "tree: known calls of nodes that went" callgraph/context_tree.c 's/^   t->generation++;//' $t
fault "tree: late costs of nodes that went" callgraph/context_tree.h 's/^   while (XG_UNLIKELY(n->moved_to.*//' $t
fault "tree: nodes that are held go" engine/line_costs.c 's/^   context_tree_hold(node);/   node->holders += node->holders == 0;/' $t

# Cache use, parts and zeroing.
fault "tree: no cost of lines" engine/line_costs_inl.h 's/context_tree_now(n->user)->self\[EV_ACCOST_L1 + metric\] += cost;/;/' $t
fault "tree: lines are the caller's" engine/line_costs.c 's/s->tree_frames\[f - s->frames\].own/s->tree_frames[f - s->frames].caller/' $t
fault "tree: part keeps its costs" callgraph/context_tree.c 's/^         host_memset(n->self, 0.*//' $t
fault "tree: zeroed thread" callgraph/context_tree.c 's/if (thread && s->thread != thread) continue;/if (thread) continue;/' $t
