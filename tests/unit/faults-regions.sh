# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in regions of the timeline; sourced by unit/run.

r=engine/timeline_regions.c
fault "regions: direct recursion begins instances" $r 's/if (!r || open_here(r)) return;/if (!r) return;/' test_timeline
fault "regions: a call that is known late costs nothing" $r 's/^   at_call.instructions = total\[EV_IR\];//' test_timeline
fault "regions: events of a call that is known late" $r 's/^         at_call.event\[i\] = total\[REGIONS->event\[i\]\];/         ;/' test_timeline
fault "regions: totals of a handler for what it interrupts" $r 's/if (o->n_handlers < s->n_handlers) return/if (0) return/' test_timeline
fault "regions: totals of what runs for a stack that waits" $r 's/return s == xg_current.stack ? xg_current.total : s->exec.total;/return xg_current.total;/' test_timeline
fault "regions: a thread is its running stack" $r 's/if (s->thread == o->thread) shadow/if (s == xg_current.stack) shadow/' test_timeline
fault "regions: requests count all threads" $r 's/if (s->thread == o->thread) shadow/shadow/' test_timeline
fault "regions: samples of handlers in what they interrupt" $r 's/o->stack == s \&\& o->n_handlers == s->n_handlers/o->stack == s/' test_timeline
fault "regions: samples of other threads" $r 's/ : o->thread == s->thread;/ : true;/' test_timeline
fault "regions: access of a later sample" $r 's/if (!kept || kept->at != sample->at) continue;/if (!kept) continue;/' test_timeline
fault "regions: accesses get lost" $r 's/^      \*kept = \*sample;//' test_timeline
fault "regions: line use is not in running totals" $r 's/line_use ? engine.line_use\[e - EV_ACCOST_L1\] : total\[e\]/total[e]/' test_timeline
fault "regions: all are unfinished" $r 's/unfinished += !finished/unfinished += 1/' test_timeline
fault "regions: zeroing keeps the start" $r '/^void timeline_regions_zero/,/^}/s/^      fold_restart(.*//' test_timeline
fault "regions: zeroing keeps what was unfinished" $r '/^void timeline_regions_zero/,/^}/s/.*unfinished = 0;//' test_timeline
fault "regions: requests share a region" $r 's/ \&\& (f || host_strcmp(r->name, name) == 0)//' test_timeline
fault "regions: functions stay open when they are left" engine/transfer.c 's/ timeline_regions_leave(f);/ (void)0;/' test_timeline
fault "regions: calls stay open when a stack ends" engine/engine.c 's/ timeline_regions_leave_all(false);/ (void)0;/' test_timeline
fault "regions: calls stay open when a handler ends" engine/engine.c 's/ timeline_regions_leave_all(true);/ (void)0;/' test_timeline
fault "regions: zeroing forgets them" engine/timeline.c 's/^   timeline_regions_zero();//' test_timeline
fault "regions: ticks are not told" engine/timeline.c 's/^   timeline_regions_tick(t);//' test_timeline
