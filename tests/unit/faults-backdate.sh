# SPDX-License-Identifier: GPL-3.0-or-later
#
# faults-backdate.sh: a fault in each rule of the back-dating trees; read by unit/run.
# fault NAME FILE SED-SCRIPT TEST

b=test_backdate

# One tree for each thread, a fresh one for each handler, nested ones too; whatever is charged in
# a tree is its thread's.
fault "back-dating: threads share a tree" engine/line_costs.c \
    's/^   if (!s->exec.backdate_root)$/   for (ShadowStack* o = engine.graph.shadow_stacks; o \&\& !s->exec.backdate_root; o = o->next)\n      if (o->exec.backdate_root) backdate_hold(s->exec.backdate_root = o->exec.backdate_root);\n&/' $b
fault "back-dating: coroutine in the tree of its thread" engine/engine.c \
    's/^   shadow_stack_restart(&engine.graph, &xg_current, collect);/   for (ShadowStack* o = engine.graph.shadow_stacks; o \&\& !s->exec.backdate_root; o = o->next)\n      if (o->thread == s->thread \&\& o->exec.backdate_root) backdate_hold(s->exec.backdate_root = o->exec.backdate_root);\n&/' $b
fault "back-dating: handler in the same tree" callgraph/shadow_stack.c \
    '/^void shadow_stack_begin_handler/,/^}/s/\(.collect = g->config.collect_at_start\)}/\1, .backdate_root = s->exec.backdate_root}/' $b
fault "back-dating: tree of the interrupted lost" callgraph/shadow_stack.c 's/   s->exec = h->interrupted;/   s->exec = h->interrupted, s->exec.backdate_root = NULL;/' $b
fault "back-dating: handler keeps its tree" engine/engine.c \
    '/^void engine_end_handler/,/^}/s/   if (root) backdate_drop/   if (0) backdate_drop/' $b
fault "back-dating: not in the thread's total" backdate/tree.h 's/^   n->total\[metric\] += cost;//' $b

# Active nodes stay, and what somebody may charge.
fault "back-dating: pruned early" backdate/tree.h 's/--n->references == 0/--n->references <= 1/' test_callgraph
fault "back-dating: no reference for a frame" engine/line_costs.c \
    's/^      f->callee.has_backdate_node = true;/&\n      backdate_drop(\&engine.forest, n);/' $b
fault "back-dating: no reference for a line" engine/line_costs.c \
    's/^      \*load->target = line_costs_hold(site, &target);/      *load->target = i ? line_costs_hold(site, \&target) : target;/' $b
fault "back-dating: no reference for a line, fast path" engine/line_costs_inl.h \
    's/\.target = line_costs_hold(site, target)/.target = *target/' $b
fault "back-dating: no reference for a line evicted at once" engine/line_costs.c \
    's/^      e->target = line_costs_hold(site, &target);/      e->target = target;/' $b
fault "back-dating: no reference for a child" backdate/tree.c 's/^   parent->references++;//' $b

# A call has the child of the active node for its arc; a return makes the parent active.
fault "back-dating: children of all parents are one" backdate/tree.c \
    's/(uintptr_t)parent, (uintptr_t)/0, (uintptr_t)/;s/(uintptr_t)n->parent, (uintptr_t)/0, (uintptr_t)/' $b
fault "back-dating: child not found again" backdate/tree.c \
    's/^   if (n) {/   if (n \&\& n->references % 2) {/' $b
fault "back-dating: tail call is its caller" engine/line_costs.c 's/^      if (f->arc)$/      if (f->arc \&\& f->return_to)/' $b
fault "back-dating: skipped function" engine/line_costs.c 's/end_cost + EV_ACCOST_L1, active_node()/end_cost + EV_ACCOST_L1, NULL/' $b
fault "back-dating: call stays active" engine/engine.c 's/   if (node) backdate_drop(&engine.forest, node);//' $b
fault "back-dating: call stays active, fast path" engine/fast_path_inl.h \
    's/if (XG_UNLIKELY(f->callee.has_backdate_node))$/if (0)/' $b
fault "back-dating: longjmp leaves nodes active" engine/transfer.c \
    's/^      pop();/      if (n > 2) shadow_stack_pop(\&engine.graph, \&xg_current);\n      else pop();/' $b
fault "back-dating: call has the node of an older one" callgraph/shadow_stack.c \
    's/^   f->callee = (Callee){.complete = true};/   f->callee.complete = true;/' $b

# A line that goes is charged to its node; nodes that nobody needs fold into arc and parent, which
# may then go, too.
fault "back-dating: line not charged" engine/line_costs_inl.h 's/^   charge_metric(t, metric + 1, unused_B);/   if (unused_B != 7) charge_metric(t, metric + 1, unused_B);/' $b
fault "back-dating: line keeps its node" engine/line_costs_inl.h \
    's/^   backdate_drop(&engine.forest, t->backdate_node);//' $b
fault "back-dating: parent" backdate/tree.c 's/n->parent->cost\[m\] += n->cost\[m\];//' test_callgraph
fault "back-dating: arc" backdate/tree.c 's/n->arc\[m\] += n->cost\[m\];/n->arc[m] += n->cost[m] - (n->cost[m] == 7);/' test_callgraph
fault "back-dating: parent stays" backdate/tree.c 's/^      n = parent;/      n = parent \&\& parent->references > 1 ? parent : NULL;/' $b

# Callers that are found later; instrumentation, threads and stacks that begin in the middle.
fault "back-dating: no root above" engine/transfer.c 's/if (s->exec.backdate_root)$/if (0)/' $b
fault "back-dating: tree outlives its activity" engine/engine.c \
    '/^void engine_restart_stack/,/^}/{s/   if (s->exec.backdate_root) backdate_drop.*//;s/   s->exec.backdate_root = NULL;//}' $b
fault "caller found later has called an older activity" callgraph/shadow_stack.c \
    '/^void shadow_stack_restart/,/^}/s/   copy_cost(s->exec.part_start, current->total);//' $b
fault "totals jump back" callgraph/shadow_stack.c \
    '/^void shadow_stack_restart/,/^}/s/   copy_cost(s->exec.frozen, current->total);//' $b
fault "thread used again has old calls" engine/engine.c \
    '/^void engine_end_thread/,/^}/s/if (s->thread == thread) free_shadow_stack(s)/if (s->thread == thread \&\& s->suspended) free_shadow_stack(s)/' $b
fault "back-dating: thread's end loses its lines" engine/engine.c \
    's/^   if (s->exec.backdate_root) backdate_drop(&engine.forest, s->exec.backdate_root);/   backdate_forget(\&engine.forest, s->line_use_total);\n&/' $b
fault "thread used again keeps collection" engine/engine.c \
    's/engine_restart_stack(engine.config.graph.collect_at_start)/engine_restart_stack(s->exec.collect)/' $b

# Stack switches.
fault "stack switch not followed" engine/transfer.c 's/if (switch_stacks(exit, target, sp)) return;//' $b
fault "suspended stack not found again" engine/transfer.c 's/^   if (!other || other == s) return NULL;/   return NULL;/' $b
fault "stacks that wait at one place mixed up" engine/transfer.c \
    's/is_expected(s, target->address, sp, true)/is_expected(s, target->address, sp, false)/' $b
fault "stacks that wait at one place mixed up, fast path" engine/fast_path_inl.h \
    's/f->sp + RETURN_ADDRESS_B != sp/f->sp >= sp/' $b
fault "suspended in a call of a skipped function" engine/transfer.c \
    's/if (!c.return_to \&\& c.exit->kind/if (c.exit->kind/' $b
fault "stack started again has old calls" engine/transfer.c \
    's/^   engine_restart_stack(running->exec.collect);//' $b

# The state of collection at the load decides.
fault "back-dating: collection state" engine/line_costs_inl.h 's/bool collect = s->exec.collect || line_costs_as_callgrind();/bool collect = true;/' $b
fault "back-dating: collection decided at eviction" engine/line_costs.c \
    's/bool charged = !line_costs_as_callgrind() || xg_current/bool charged = xg_current/' $b
fault "back-dating: collection decided at eviction, fast path" engine/line_costs_inl.h \
    's/^   if (count)$/   if (count \&\& xg_current.stack->exec.collect)/' $b

# A part has every pending cost and prunes nothing; zeroing forgets what is pending.
fault "back-dating: part leaves pending costs" backdate/tree.c \
    's/^   for (BackdateNode\* n = f->nodes.previous; n != &f->nodes; n = n->previous) flush(f, n);/   for (BackdateNode* n = f->nodes.next; n != \&f->nodes; n = n->next) flush(f, n);/' $b
fault "back-dating: part prunes" backdate/tree.c \
    's/n = n->previous) flush(f, n);/n = n->previous) flush(f, n), n->references -= n->references > 1;/' $b
fault "back-dating: flushed twice" backdate/tree.c '/^static void flush/,/^}/s/^   host_memset(n->cost, 0, sizeof n->cost);//' test_callgraph
fault "back-dating: root loses costs in another thread's part" backdate/tree.c \
    's/^   if (!n->parent) return;/   if (!n->parent) host_memset(n->cost, 0, sizeof n->cost);\n&/' $b
fault "back-dating: root keeps the costs of its last part" engine/engine.c 's/^   if (s->exec.backdate_root) backdate_begin_part(s->exec.backdate_root);//' $b
fault "back-dating: interrupted root keeps the costs of its last part" engine/engine.c \
    's/if (s->handlers\[i\].interrupted.backdate_root)$/if (0)/' $b
fault "part lacks what an interrupted skipped function cost" callgraph/shadow_stack.c 's/^   flush_interrupted(g, s);//' $b
fault "back-dating: zeroing keeps pending costs" backdate/tree.c 's/if (n->total == total) host_memset.*/;/' $b
fault "back-dating: zeroing keeps lines" engine/line_costs.c 's/if (!target.backdate_node || !is_of(thread, target.backdate_node)) continue;/continue;/' $b
fault "back-dating: zeroing forgets other threads' lines" engine/line_costs.c 's/if (!target.backdate_node || !is_of(thread, target.backdate_node)) continue;/if (!target.backdate_node) continue;/' $b
fault "back-dating: zeroing forgets other threads' pending costs" backdate/tree.c 's/if (n->total == total) host_memset/host_memset/' $b
fault "zeroing keeps what an interrupted skipped function cost" callgraph/shadow_stack.c \
    '/^void shadow_stack_zero_frames/,/^}/s/      copy_cost(s->handlers\[i\].interrupted.skip_since, s->handlers\[i\].interrupted.total);/      ;/' $b
