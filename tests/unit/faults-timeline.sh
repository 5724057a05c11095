# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in the timeline; sourced by unit/run.

b=timeline/bins.c p=timeline/samples.c t=engine/timeline.c s=callgraph/shadow_stack.c r=engine/timeline_ranges.c
fault "bins: neighbours are not added up" $b 's/to\[e\] = (i % 2 ? to\[e\] : 0) + from\[e\];/to[e] = from[e];/' test_timeline
fault "bins: width grows too fast" $b 's/b->width \*= 2;/b->width *= 4;/' test_timeline
fault "bins: the last one is lost when there is an odd number" $b 's/(b->n + 1) \/ 2/b->n \/ 2/' test_timeline
fault "bins: what takes no time begins a bin" $b 's/now == b->now \&\& now > b->start;/false;/' test_timeline
fault "bins: a stretch belongs to where it ends" $b 's/takes_no_time ? now - 1 : b->now/now > b->start ? now - 1 : now/' test_timeline
fault "bins: time without costs has no bin" $b 's/^   if (now > b->now) bin_of(b, now - 1);.*//' test_timeline
fault "bins: costs stay behind when bins are halved" $b '/^static void halve/,/^}/s/^   host_memset(.*//' test_timeline
fault "bins: next one is this one" $b 's/b->width + 1) \* b->width/b->width) * b->width/' test_timeline
fault "bins: clearing keeps costs" $b '/^void bins_clear/,/^}/s/^   host_memset(.*//' test_timeline
fault "samples: the second one stays" $p 's/if (i % 2) {/if (i % 2 == 0) {/' test_timeline
fault "samples: the period stays" $p 's/^   s->period \*= 2;//' test_timeline
fault "samples: dropped without a word" $p '/^static void thin/,/^}/s/if (s->dropped) s->dropped/if (0) s->dropped/' test_timeline
fault "samples: dropped without a word when cleared" $p '/^void samples_clear/,/^}/s/s->dropped(samples_at(s, i));/;/' test_timeline
fault "samples: two ticks in a period" $p 's/(now \/ s->period + 1) \* s->period/now \/ s->period * s->period/' test_timeline
fault "samples: all while the period is short" $p 's/return is_short ? SAMPLES_MAX_IF_SHORT : s->most;/return s->most;/' test_timeline
fault "samples: few when the period is long" $p 's/s->period < SAMPLES_SHORT_PERIOD \&\& //' test_timeline
fault "samples: what was there before" $p '/^void\* samples_tick/,/^}/s/^   host_memset(.*//' test_timeline
fault "samples: ticks early in their periods" $p '/^static void choose_next/,/^}/s/samples_random(s, s->period)/samples_random(s, s->period \/ 2)/' test_timeline
fault "samples: uneven numbers" $p 's/ % n;/ % n \& ~1ULL;/' test_timeline
fault "timeline: another thread's access" $t 's/(!s->exec.collect || s->thread != last_sample()->thread)/!s->exec.collect/' test_timeline
fault "timeline: access from before collection was off" $t 's/(!s->exec.collect || s->thread != last_sample()->thread)/s->thread != last_sample()->thread/' test_timeline
fault "timeline: lines accessed are hot while a sample waits" $t 's/^      hierarchy_cool(.*//' test_timeline
fault "timeline: second line of an access is hot" cachesim/hierarchy.c '/^void hierarchy_cool/,/^}/s/if (line == last) return;/return;/' test_timeline
fault "timeline: lines are hot when a sample begins to wait" cachesim/hierarchy.c '/^void hierarchy_ask_each/,/^}/s/^   for (uint64_t s = 0.*//' test_timeline
fault "timeline: fast path while a sample waits" cachesim/hierarchy.c 's/take_fast_path(h, h->can_be_fast \&\& !on);/;/' test_timeline
fault "timeline: no fast path afterwards" cachesim/hierarchy.c 's/take_fast_path(h, h->can_be_fast \&\& !on);/take_fast_path(h, false);/' test_timeline
fault "timeline: interrupted code is the handler's caller" $t 's/f >= s->floor; f--)/f > s->frames; f--)/' test_timeline
fault "timeline: caller of a skipped function" $t 's/if (f->arc) return f->arc->from->function;/return f->caller->function;/' test_timeline
fault "timeline: one access later" $t 's/if (--TIMELINE->accesses_left) {/if (TIMELINE->accesses_left-- > 1 \&\& site->index != 1) {/' test_timeline
fault "timeline: line use left out" $t 's/^   for (int m = 0; m < EV_USE_COUNT; m++) totals.*//' test_timeline
fault "timeline: line use of one event left out" engine/line_costs_inl.h 's/^   engine.line_use\[metric\] += cost;/   engine.line_use[metric] += metric ? cost : 0;/' test_timeline
fault "timeline: what runs while collection is off" $t '/^void timeline_totals/,/^}/s/s \&\& !s->exec.collect ? s->exec.frozen : xg_current.total/s ? xg_current.total : NULL/' test_timeline
fault "timeline: zeroing forgets no costs" $t '/^void timeline_zero/,/^}/s/^   timeline_totals(.*//' test_timeline
fault "timeline: sample waits though costs were zeroed" $t '/^void timeline_zero/,/^}/s/^   timeline_break();//' test_timeline
fault "timeline: sample waits while instrumentation is off" engine/engine.c '/^void engine_reset_state/,/^}/s/timeline_break();/;/' test_timeline
fault "timeline: sample waits for another thread of the number" engine/engine.c '/^void engine_end_thread/,/^}/s/timeline_break();/;/' test_timeline
fault "timeline: handler's costs are lost" $s '/^void shadow_stack_end_handler/,/^}/s/start_totals(current, s->exec.total);/copy_cost(current->total, s->exec.total);/' test_timeline
fault "timeline: handler's costs are those of the interrupted code" $s '/^void shadow_stack_begin_handler/,/^}/s/start_totals(current, s->exec.total);/host_memset(current->total, 0, sizeof current->total);/' test_timeline
fault "timeline: nothing is due behind a switch" $s '/^static void start_totals/,/^}/s/^   current->due_at = 0;//' test_timeline
fault "timeline: nothing is due when collection is on again" $s '/^void shadow_stack_collect(/,/^}/s/^   current->due_at = 0;//' test_timeline
fault "ranges: they do not die" $r 's/^   t->died = now;//' test_timeline
fault "ranges: memory used again is the old range" memobj/objects.c 's/^   if (s->ends) s->ends(r, now);//; s/^   if (s->begun) s->begun(r, now);/   if (s->begun \&\& now < 30) s->begun(r, now);/' test_timeline
fault "ranges: rest of a mapping is as old as time" memobj/objects.c '/^static void keep/,/^}/s/begin(s, r, now);/begin(s, r, 0);/' test_timeline
fault "ranges: born when a sample comes" $r 's/.born = (uintptr_t)entry >> 1/.born = timeline_now()/' test_timeline
fault "ranges: given up while a sample lies in it" $r 's/--t->n_samples)/(t->n_samples -= 2))/' test_timeline
