# SPDX-License-Identifier: GPL-3.0-or-later
#
# faults-backdate.sh: a fault in each rule of the back-dating trees; read by unit/run.
# fault NAME FILE SED-SCRIPT TEST

b=test_backdate

# One tree for each thread, a fresh one for each handler, nested ones too; whatever is charged in
# a tree is its thread's.
fault "back-dating: threads share a tree" engine/use.c \
    's/^   if (!s->root) s->root = backdate_root/   for (Strand* o = engine.graph.strands; o \&\& !s->root; o = o->next)\n      if (o->root) backdate_hold(s->root = o->root);\n&/' $b
fault "back-dating: coroutine in the tree of its thread" engine/engine.c \
    's/^   strand_restart(&engine.graph, &xg_now, collect);/   for (Strand* o = engine.graph.strands; o \&\& !s->root; o = o->next)\n      if (o->thread == s->thread \&\& o->root) backdate_hold(s->root = o->root);\n&/' $b
fault "back-dating: handler in the same tree" callgraph/strand.c \
    '/^void strand_begin_handler/,/^}/s/   s->root = NULL;//' $b
fault "back-dating: tree of the interrupted lost" callgraph/strand.c 's/   s->root = h->root;/   s->root = NULL;/' $b
fault "back-dating: handler keeps its tree" engine/engine.c \
    '/^void engine_end_handler/,/^}/s/   if (root) backdate_drop/   if (0) backdate_drop/' $b
fault "back-dating: not in the thread's total" backdate/tree.h 's/^   n->total\[metric\] += cost;//' $b

# Active nodes stay, and what somebody may charge.
fault "back-dating: pruned early" backdate/tree.h 's/--n->references == 0/--n->references <= 1/' test_callgraph
fault "back-dating: no reference for a frame" engine/use.c \
    's/^      f->callee.has_node = true;/&\n      backdate_drop(\&engine.forest, n);/' $b
fault "back-dating: no reference for a line" engine/use.c \
    's/^      \*load->loader = kept_by_line(site, &loader);/      *load->loader = i ? kept_by_line(site, \&loader) : loader;/' $b
fault "back-dating: no reference for a line, short way" engine/use.c \
    's/\.loader = kept_by_line(site, loader)/.loader = *loader/' $b
fault "back-dating: no reference for a line gone at once" engine/use.c \
    's/^      events->ended\[i\].loader = kept_by_line(site, &loader);/      events->ended[i].loader = loader;/' $b
fault "back-dating: no reference for a child" backdate/tree.c 's/^   parent->references++;//' $b

# A call has the child of the active node for its arc; a return makes the parent active.
fault "back-dating: children of all parents are one" backdate/tree.c \
    's/(uintptr_t)parent, (uintptr_t)/0, (uintptr_t)/;s/(uintptr_t)n->parent, (uintptr_t)/0, (uintptr_t)/' $b
fault "back-dating: child not found again" backdate/tree.c \
    's/^   if (n) {/   if (n \&\& n->references % 2) {/' $b
fault "back-dating: tail call is its caller" engine/use.c 's/^      if (f->arc)$/      if (f->arc \&\& f->return_to)/' $b
fault "back-dating: skipped function" engine/use.c 's/extra + EV_ACCOST1, active_node()/extra + EV_ACCOST1, NULL/' $b
fault "back-dating: call stays active" engine/engine.c 's/   if (node) backdate_drop(&engine.forest, node);//' $b
fault "back-dating: call stays active, short way" engine/transfer_inl.h \
    's/      if (XG_UNLIKELY(f->callee.has_node)) backdate_drop.*//' $b
fault "back-dating: longjmp leaves nodes active" engine/transfer.c \
    's/^      pop();/      if (n > 2) strand_pop(\&engine.graph, \&xg_now);\n      else pop();/' $b
fault "back-dating: call has the node of an older one" callgraph/strand.c \
    's/^   f->callee = (Callee){.complete = true};/   f->callee.complete = true;/' $b

# A line that goes is charged to its node; nodes that nobody needs fold into arc and parent, which
# may then go, too.
fault "back-dating: line not charged" engine/use.c 's/^   charge_metric(l, metric + 1, unused_B);/   if (unused_B != 7) charge_metric(l, metric + 1, unused_B);/' $b
fault "back-dating: line keeps its node" engine/use.c \
    's/^   backdate_drop(&engine.forest, l->node);//' $b
fault "back-dating: parent" backdate/tree.c 's/n->parent->cost\[m\] += n->cost\[m\];//' test_callgraph
fault "back-dating: arc" backdate/tree.c 's/n->arc\[m\] += n->cost\[m\];/n->arc[m] += n->cost[m] - (n->cost[m] == 7);/' test_callgraph
fault "back-dating: parent stays" backdate/tree.c 's/^      n = parent;/      n = parent \&\& parent->references > 1 ? parent : NULL;/' $b

# Callers that are found later; instrumentation, threads and stacks that begin in the middle.
fault "back-dating: no root above" engine/transfer.c 's/if (s->root) s->root = backdate_adopt/if (0) s->root = backdate_adopt/' $b
fault "back-dating: tree outlives its activity" engine/engine.c \
    '/^void engine_restart_strand/,/^}/{s/   if (s->root) backdate_drop.*//;s/   s->root = NULL;//}' $b
fault "caller found later has called an older activity" callgraph/strand.c \
    '/^void strand_restart/,/^}/s/   copy_cost(s->part_start, now->total);//' $b
fault "totals jump back" callgraph/strand.c \
    '/^void strand_restart/,/^}/s/   copy_cost(s->frozen, now->total);//' $b
fault "thread used again has old calls" engine/engine.c \
    '/^void engine_end_thread/,/^}/s/if (s->thread == thread) free_strand(s)/if (s->thread == thread \&\& s->suspended) free_strand(s)/' $b
fault "back-dating: thread's end loses its lines" engine/engine.c \
    's/^   if (s->root) backdate_drop(&engine.forest, s->root);/   backdate_forget(\&engine.forest, s->handler_total + EV_ACCOST1);\n&/' $b
fault "thread used again keeps collection" engine/engine.c \
    's/engine_restart_strand(engine.config.graph.collect_at_start)/engine_restart_strand(s->collect)/' $b

# Stack switches.
fault "stack switch not followed" engine/transfer.c 's/if (switch_stacks(exit, target, sp)) return;//' $b
fault "suspended stack not found again" engine/transfer.c 's/^   if (!other || other == s) return NULL;/   return NULL;/' $b
fault "stacks that wait at one place mixed up" engine/transfer.c \
    's/is_expected(s, target->address, sp, true)/is_expected(s, target->address, sp, false)/' $b
fault "stacks that wait at one place mixed up, short way" engine/transfer_inl.h \
    's/f->sp + RETURN_ADDRESS_B != sp/f->sp >= sp/' $b
fault "suspended in a call of a skipped function" engine/transfer.c \
    's/if (!c.return_to \&\& c.exit->kind/if (c.exit->kind/' $b
fault "stack started again has old calls" engine/transfer.c \
    's/^   engine_restart_strand(running->collect);//' $b

# The state of collection at the load decides.
fault "back-dating: collection state" engine/use.c 's/bool collect = s->collect || compat();/bool collect = true;/' $b
fault "back-dating: collection decided at eviction" engine/use.c \
    's/bool charged = !compat() || xg_now/bool charged = xg_now/' $b
fault "back-dating: collection decided at eviction, short way" engine/use.c \
    's/^   if (count)$/   if (count \&\& xg_now.strand->collect)/' $b

# A part has every pending cost and prunes nothing; zeroing forgets what is pending.
fault "back-dating: part leaves pending costs" backdate/tree.c \
    's/^   for (BackNode\* n = f->nodes.previous; n != &f->nodes; n = n->previous) fold(f, n);/   for (BackNode* n = f->nodes.next; n != \&f->nodes; n = n->next) fold(f, n);/' $b
fault "back-dating: part prunes" backdate/tree.c \
    's/n = n->previous) fold(f, n);/n = n->previous) fold(f, n), n->references -= n->references > 1;/' $b
fault "back-dating: settled twice" backdate/tree.c '/^static void fold/,/^}/s/^   port_memset(n->cost, 0, sizeof n->cost);//' test_callgraph
fault "back-dating: root loses costs in another thread's part" backdate/tree.c \
    's/^   if (!n->parent) return;/   if (!n->parent) port_memset(n->cost, 0, sizeof n->cost);\n&/' $b
fault "back-dating: root keeps the costs of its last part" engine/engine.c 's/^   if (s->root) backdate_begin_part(s->root);//' $b
fault "back-dating: interrupted root keeps the costs of its last part" engine/engine.c \
    's/if (s->handlers\[i\].root) backdate_begin_part/if (0) backdate_begin_part/' $b
fault "part lacks what an interrupted skipped function cost" callgraph/strand.c 's/^   flush_interrupted(g, s);//' $b
fault "back-dating: zeroing keeps pending costs" backdate/tree.c 's/if (n->total == total) port_memset.*/;/' $b
fault "back-dating: zeroing keeps lines" engine/use.c 's/if (!account.node || !is_of(thread, account.node)) continue;/continue;/' $b
fault "back-dating: zeroing forgets other threads' lines" engine/use.c 's/if (!account.node || !is_of(thread, account.node)) continue;/if (!account.node) continue;/' $b
fault "back-dating: zeroing forgets other threads' pending costs" backdate/tree.c 's/if (n->total == total) port_memset/port_memset/' $b
fault "zeroing keeps what an interrupted skipped function cost" callgraph/strand.c \
    '/^void strand_zero_frames/,/^}/s/      copy_cost(s->handlers\[i\].skip_since, s->handlers\[i\].total);/      ;/' $b
