# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in miss curves; sourced by unit/run.

r=cachesim/reuse.c h=cachesim/reuse_histogram.c m=cachesim/miss_curve.c c=engine/miss_curves.c
fault "reuse: one line less" $r 's/for (uint32_t i = word; i; i -= i & -i) n -= r->in_words\[i\];/for (uint32_t i = word; i > 1; i -= i \& -i) n -= r->in_words[i];/' test_reuse
fault "reuse: the line itself counts" $r 's/~0ULL >> (BITS - 1 - t % BITS)/~0ULL >> (BITS - 1 - t % BITS) >> 1/' test_reuse
fault "reuse: old time stays" $r 's/^   clear_newest(r, l->time - 1);//' test_reuse
fault "reuse: old time stays in the tree" $r '/^static void clear_newest/,/^}/s/^   add_to_word(.*//' test_reuse
fault "reuse: times in another order" $r '/^static void renumber/,/^}/s/for (uint32_t t = 0; t < old.now; t++)/for (uint32_t t = old.now; t-- > 0;)/' test_reuse
fault "reuse: dropped lines stay" $r 's/^      if (hash & r->mask) continue;/      if (hash \& r->mask << 1) continue;/' test_reuse
fault "reuse: one line too many" $r 's/r->n_lines >= reuse_room/r->n_lines > reuse_room/' test_reuse
fault "reuse: as much room at the first rate" $r 's/part\[\] = {32, 4}/part[] = {1, 4}/' test_reuse
fault "reuse: as much room at the second rate" $r 's/part\[\] = {32, 4}/part[] = {32, 1}/' test_reuse
fault "reuse: distances not scaled" $r 's/later_than(r, l->time - 1) << r->rate_shift/later_than(r, l->time - 1)/' test_reuse
fault "reuse: weight of the start" $r 's/1ULL << r->rate_shift/1ULL << REUSE_FIRST_RATE_SHIFT/' test_reuse
fault "reuse: weight of a later rate" $r '/^ReuseAccess reuse_access/,/^}/s/^      enter(r, number, hash);/      enter(r, number, hash), a.weight = 1ULL << r->rate_shift;/' test_reuse
fault "reuse: dropped line is entered" $r 's/^   if (hash & r->mask) return;.*//' test_reuse
fault "reuse: last line forgotten" $r '/^   a.distance = (uint64_t)later_than/,/^}/s/^   r->last = number;//' test_reuse
fault "reuse: clearing forgets no times" $r '/^void reuse_clear/,/^}/s/^   host_memset(r->newest.*//' test_reuse
fault "reuse: hash without a second step" cachesim/reuse.h 's/   h = (h ^ h >> 32) \* 0x6A09E667F3BCC909ULL;.*//' test_reuse
fault "sizes: cut off" $h 's/>> (61 - octave)) + 1) >> 1/>> (61 - octave))) >> 1/' test_reuse
fault "sizes: a distance of the size hits" $h 's/bucket += distance >= quarter/bucket += distance > quarter/' test_reuse
fault "histogram: cold is far" $h 's/if (distance == REUSE_COLD) return BUCKET_COLD;/if (distance == REUSE_COLD) return REUSE_SIZES;/' test_reuse
fault "histogram: weights are one" $h 's/weight\[a->group\] += a->weight/weight[a->group] += 1/' test_reuse
fault "histogram: rows beyond 64 not cleared" $h '/^static uint32_t next_used/,/^}/s/bucket < REUSE_BUCKETS; bucket =/bucket < 64; bucket =/' test_reuse
fault "curve: size counts as hit" $m 's/c->misses\[b - 1\] = misses;/c->misses[b - 1] = misses - (h->row[b] ? h->row[b]->weight[0] : 0);/' test_reuse
fault "curve: no error of lines" $m 's/double variance = of_lines\[i\] +/double variance =/' test_reuse
fault "curve: no error of distances" $m 's/ + variance_of_distances(c, i, rate);/;/' test_reuse
fault "curve: error of lines as of one group" $m 's/ \* sum \* REUSE_GROUPS \/ (REUSE_GROUPS - 1)/ * sum * REUSE_GROUPS * REUSE_GROUPS/' test_reuse
fault "curves: second line not asked" $c '/^static __attribute__((noinline)) void sampled/,/^}/s/if (line == last) break;/break;/' test_curves
fault "curves: nearer line counts" $c 's/if (a.distance > all.distance || !all.weight) all = a;/if (a.distance < all.distance || !all.weight) all = a;/' test_curves
fault "curves: sampled lines are hot" $c '/^static void cool/,/^}/s/->line = NO_LINE;/->line = line;/' test_curves
fault "curves: counted while collection is off" $c 's/if (!s->exec.collect || !s->exec.context) return;/if (!s->exec.context) return;/' test_curves
fault "curves: no time while collection is off" $c 's/^   Reuse\* r = &CURVES->reuse;/&\n   if (!xg_current.stack->exec.collect) return;/' test_curves
fault "curves: recursion counts twice" $c 's/c.opens = !c.function->on_path;/c.opens = true;/' test_curves
fault "curves: function stays open" $c 's/if (c->opens) c->function->on_path = false;//' test_curves
fault "curves: callers pay nothing" $c 's/^      caller->pending = c->pending;/      reuse_histogram_clear(c->pending);/' test_curves
fault "curves: callers with pending accesses pay nothing" $c 's/^   if (caller) reuse_histogram_add_all.*//' test_curves
fault "curves: calls at one place are one" $c 's/ && (!f->arc || c->ir_at_call == f->total_at_call\[EV_IR\])//; s/^   return c->arc == f->arc && c->caller == f->caller$/   return c->arc == f->arc;/; s/^          && (!f->arc || c->ir_at_call == f->total_at_call\[EV_IR\]);/   ;/' test_curves
fault "curves: stack switches unnoticed" $c 's/if (CURVES->stack != s || /if (/' test_curves
fault "curves: outermost function stays" $c 's/ || (CURVES->n_calls && CURVES->calls\[0\].caller != root))/)/; s/^       || (CURVES->n_calls && CURVES->calls\[0\].caller != root))/       )/' test_curves
fault "curves: instrumentation off forgets nothing" engine/engine.c 's/if (engine.config.curves.on) miss_curves_forget_lines();//' test_curves
fault "curves: zeroing keeps inclusive ones" $c '/^void miss_curves_zero/,/^}/s/^      reuse_histogram_clear(&f->inclusive);//' test_curves
fault "curves: zeroing keeps what is pending" $c '/^void miss_curves_zero/,/^}/s/^   miss_curves_flush();//' test_curves
fault "curves: self of the outermost function" $c 's/curve_of(s->exec.context->function)->self/curve_of(outermost(s)->function)->self/' test_curves
