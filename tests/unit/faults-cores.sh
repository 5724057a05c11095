# SPDX-License-Identifier: GPL-3.0-or-later
# Faults of several cores, their coherence, and sharing; read by unit/run.
d=cachesim/cores.c t=test_cores
fault "cores: L2 keeps a line that is written" $d 's/^      if (l2->tags) take_away(l2.*//' $t
fault "cores: D1 keeps a line that is written" $d 's/^      take_away(d1, d->address, changes);//' $t
fault "cores: other lines of I1 lose their use" cachesim/parked_code.c 's/^   line->count = s->count;//' $t
fault "cores: other lines of I1 lose their attachment" cachesim/parked_code.c 's/^   s.lower = line->lower;//' $t
fault "cores: D1 is not exchanged" $d 's/^   exchange_lines(&h->d1, &p->d1);//' $t
fault "cores: L2 is not exchanged" $d 's/^   exchange_lines(&h->l2, &p->l2);//' $t
fault "cores: I1 is not exchanged" $d 's/^      parked_code_exchange(&h->i1, .*//' $t
fault "cores: slots of I1 stay hot" $d 's/^      cool_slots(&h->asked_i1);//' $t
fault "cores: loaded lines are not in the directory" $d 's/^      policy\[r\].loading = note_load;//' $t
fault "cores: fetched lines are not in the directory" $d '/^static void watch_loads/,/^}/s/r <= CACHE_L2/r <= CACHE_D1/' $t
fault "cores: line that its request evicts first is not loaded" $d 's/^   if (holds(h, core, line)) return;/   if (coherence_line(\&h->cores.coherence, line)->holders >> core \& 1) return;/' $t
fault "cores: line that is loaded for a write is not modified" cachesim/coherence.c 's/^   d->modified = write;/   d->modified = false;/' $t
fault "cores: a write around D1 is used nowhere" cachesim/policy_cache.c 's/^      next.direct = true;//' $t
fault "cores: class of the line that missed last" $d 's/if (is_in(&h->d1, parts->part\[i\].d->address)) continue;/if (i + 1 < parts->n) continue;/' $t
fault "cores: who reads a modified line owns it" cachesim/coherence.c 's/d->owner = shared ? NO_CORE : (uint8_t)core;/d->owner = (uint8_t)core;/' $t
fault "cores: a line that is loaded stays lost" cachesim/coherence.c 's/^      d->lost &= ~bit_of(core);//' $t
fault "cores: bytes written before stay" cachesim/coherence.c '/^void coherence_note_loaded/,/^}/s/^      clear_written(c, d, core);//' $t
fault "cores: only the write that takes a line away counts" cachesim/coherence.c 's/^         d->written\[other \* c->words + w\] |= /         d->written[other * c->words + w] = /' $t
fault "cores: own writes after the loss count" cachesim/coherence.c 's/ || other == core) continue;/) continue;/' $t
fault "cores: first write is an ownership change" cachesim/coherence.c 's/if (d->last_writer != NO_CORE && d/if (d/' $t
fault "cores: evicted owner stays" cachesim/coherence.c '/^void coherence_note_absent/,/^}/s/^   d->holders &= .*//' $t
d=cachesim/translation.c t=test_tlb
fault "cores: TLB of data is not exchanged" $d 's/if (t->config.dtlb.entries) exchange(.*/;/' $t
fault "cores: TLB of the second level is not exchanged" $d 's/if (t->config.stlb.entries) exchange(.*/;/' $t
fault "cores: TLB of code is not exchanged" $d 's/if (t->config.itlb.entries) parked_code_exchange(.*/;/' $t
fault "cores: TLBs of others stay when TLBs are emptied" $d '/^void translation_clear/,/^}/s/i < t->n_parked/i < 0/' $t
fault "cores: TLBs go to the wrong core" $d 's/^   p->core = t->running;//' $t
d=engine/possible_sharing.c t=test_sharing
fault "sharing: atomic instruction ends its own line's interval" $d 's/if (u->line->address == but)/if (0)/' $t
fault "sharing: intervals that touch overlap" $d 's/g \&\& g->end > u->start; g = g->next/g \&\& g->end >= u->start; g = g->next/' $t
fault "sharing: reads are in conflict" $d 's/^   return any_bit(a->mask + possible_sharing.words) || any.*/   return true;/' $t
fault "sharing: reads of written bytes are not" $d 's/(wrote_a & (read_b | wrote_b))/(wrote_a \& wrote_b)/' $t
fault "sharing: false exposure stays when it is true" $d 's/if (g->exposed & bit) exposed_of(u)\[to\]\[FALSELY\] -= g->accesses;//' $t
fault "sharing: exposed again by each conflict" $d 's/^   g->exposed |= bit;//' $t
fault "sharing: only the later interval is exposed" $d 's/^         expose(v, g, u->index, truly);//' $t
fault "sharing: intervals of other bytes joined" $d 's/^      if (!are_equal(g, older)) continue;//' $t
fault "sharing: intervals joined that others tell apart" $d 's/older \&\& overlaps(starts, n, older->end) == overlaps(starts, n, g->end);/older;/' $t
fault "sharing: overlapped intervals forgotten" $d 's/^      if (!overlaps(starts, n, g->end)) {/      if (overlaps(starts, n, g->end) < 2) {/' $t
fault "sharing: who waits begins at its return" $d 's/t->waits && t->woken ? t->woken : possible_sharing.time/possible_sharing.time/' $t
fault "sharing: who is woken is forgotten" $d 's/^   if (t->waits && t->woken) return t->woken;//' $t
fault "sharing: start of a thread is no synchronisation" $d 's/^      synchronise(thread_at(parent), NO_LINE);/      possible_sharing.time++;/' $t
fault "sharing: break of one thread after the other" $d '/^void sharing_break/,/^}/s/^      possible_sharing.threads\[t\].start = possible_sharing.time;/      possible_sharing.threads[t].start = possible_sharing.time - t;/' $t
