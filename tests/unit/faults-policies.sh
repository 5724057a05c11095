# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in caches with policies; sourced by unit/run.

p=cachesim/policy_cache.c r=cachesim/replacement.c t=test_policies
fault "policies: PLRU, hits touch nothing" $r '/^void replacer_hit/,/^}/s/if (r->tree) .*//' $t
fault "policies: PLRU, the other half" $r 's/2 \* node + (tree >> node & 1)/2 * node + !(tree >> node \& 1)/' $t
fault "policies: SRRIP loads far away" cachesim/replacement.h 's/LONG = DISTANT - 1/LONG = DISTANT/' $t
fault "policies: SRRIP, hits come half near" $r '/^void replacer_hit/,/^}/s/= 0;/= 1;/' $t
fault "policies: DRRIP follows the loser" $r 's/r->selector > SELECTOR_START/r->selector <= SELECTOR_START/' $t
fault "policies: DRRIP, period" cachesim/replacement.h 's/BIMODAL_PERIOD = 32/BIMODAL_PERIOD = 31/' $t
fault "policies: DRRIP, other leaders" $r 's/offset == r->spacing \/ 2 ?/offset == r->spacing - 1 ?/' $t
fault "policies: DRRIP, misses not counted" $p '/^static LinePart reference/,/^}/s/^      replacer_missed.*//' $t
fault "policies: random, other bits" $r 's/(r->random >> 32) %/(r->random >> 31) %/' $t
fault "policies: random, all caches alike" $r 's/ + (uint64_t)role//' $t
fault "policies: ways shared" $p 's/if (c->lines) way = free_way(c, position);//' $t
fault "policies: a line that is not quiet is hot" $p 's/if (position != NOWHERE && is_quiet(c, position))/if (position != NOWHERE)/' $t
fault "policies: hot line stays at a load" $p '/^static Loaded load/,/^}/s/^   cool(c, line);//' $t
fault "policies: not inclusive" $p 's/if (c->policy->inclusive) evict_above.*//' $t
fault "policies: inclusive of one level" $p 's/^      evict_above(u, line, line_B, changes);//' $t
fault "policies: inclusive of a line's start" $p 's/offset_B < line_B; offset_B/offset_B < 1; offset_B/' $t
fault "policies: inclusive, I1 not asked" cachesim/hierarchy.c 's/|| c->ll_policy == LL_INCLUSIVE;/;/' $t
fault "policies: line stays in the exclusive LL" $p '/^static bool take_from_victims/,/^}/s/^   remove_tag.*//' $t
fault "policies: LL takes nothing" $p 's/^      if (exclusive) put_into_victims.*//' $t
fault "policies: record begins again" $p 's/^   if (goes_on) {/   if (0) {/' $t
fault "policies: record without L2's use" $p 's/l2->lower\[index\] = (uint32_t)index;/l2->lower[index] = DETACHED;/' $t
fault "policies: loader of a moved record" $p 's/^   line_changes_move(.*//' $t
fault "policies: writes allocate" $p 's/ && s->chosen.no_write_allocate) {/ \&\& 0) {/' $t
fault "policies: no allocation for the cache above" $p 's/a->r.write && !a->filled &&/a->r.write \&\&/' $t
fault "policies: write that nobody holds above" $p 's/^      next.direct = true;//' $t
fault "policies: first hit not observed" $p 's/^         p.observed = true;//' $t
fault "policies: first hit again" $p 's/^         c->tags\[position\] &= ~TAG_PREFETCHED;//' $t
fault "policies: used, and unused" $p 's/if (c->lines) c->lines\[index_at(c, position)\].prefetched = false;//' $t
fault "policies: prefetch observed below" $p 's/^      p.observed = !a->prefetch;/      p.observed = true;/' $t
fault "policies: prefetch not asked of the next level" $p 's/^   ask(c->next, &(Ask){.*//' $t
fault "policies: stream's window" cachesim/line_prefetch.h 's/STREAM_WINDOW_LINES = 4/STREAM_WINDOW_LINES = 3/' $t
fault "policies: stream's distance" cachesim/line_prefetch.h 's/STREAM_DISTANCE_LINES = 4/STREAM_DISTANCE_LINES = 5/' $t
fault "policies: stream begins early" cachesim/line_prefetch.h 's/STREAM_RUN = 3/STREAM_RUN = 2/' $t
fault "policies: newest stream replaced" cachesim/line_prefetch.c 's/s->time < oldest->time/s->time > oldest->time/' $t
fault "policies: any stride" cachesim/line_prefetch.c 's/^   return again;/   return true;/' $t
fault "policies: instruction unknown" engine/access.c 's/r.instr = callgraph_site_address(site);/;/' test_engine
fault "policies: first hits not charged" engine/access.c 's/charge_prefetch_hits(site);/;/' test_engine
fault "policies: fast path taken" cachesim/hierarchy.c 's/ && !h->has_policies$//' test_engine
