# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in folding; sourced by unit/run.

s=timeline/statistic.c i=timeline/instances.c f=timeline/fold.c
fault "statistics: least of all is 0" $s 's/if (!s->n || value < s->min)/if (value < s->min)/' test_fold
fault "statistics: squares in 64 bits" $s 's/(Wide)value \* value/value * value/' test_fold
fault "statistics: mean cut off" $s 's/ + s->n \/ 2) \/ s->n/) \/ s->n/' test_fold
fault "statistics: deviation of a sample" $s 's/square_root(distances \/ (double)s->n)/square_root(distances \/ (double)(s->n - (s->n > 1)))/' test_fold
fault "statistics: deviation from rounded sums" $s 's/^   double distances = .*/   double distances = (double)s->squares - (double)s->sum * (double)s->sum \/ (double)s->n;/' test_fold
fault "statistics: no rest of the mean" $s 's/ - (double)r \* (double)r \/ (double)s->n;/;/' test_fold
fault "statistics: share cut off" $s 's/ + b \/ 2) \/ b/) \/ b/' test_fold
fault "statistics: share in 64 bits" $s 's/((Wide)a \* parts + b/(a * parts + b/' test_fold
fault "instances: one too many in the list" $i 's/l->n == INSTANCES_LISTED \&\&/l->n > INSTANCES_LISTED \&\&/' test_fold
fault "instances: the odd ones stay" $i 's/if (l->instance\[i\].number % l->stride)/if (l->instance[i].number % l->stride == 0)/' test_fold
fault "instances: list in the order of ends" $i 's/l->instance\[at - 1\].number > new->number/0/' test_fold
fault "instances: list forgets to pass over" $i 's/^   if (new->number % l->stride) return;//' test_fold
fault "outliers: of equal ones the last" $i 's/return a->number < b->number;/return a->number > b->number;/' test_fold
fault "outliers: shortest are longest" $i 's/return o->longest == (/return (/' test_fold
fault "outliers: sixteenth stays" $i 's/\&o->instance\[o->n - 1\]/\&o->instance[0]/' test_fold
fault "fold: cost since the program's start" $f 's/cost\[e\] = totals\[e\] - i->totals_at_start\[e\];/cost[e] = totals[e];/' test_fold
fault "fold: points of an instance without end" $f 's/while (i->n_kept >= i->start.points_max \&\&/while (i->n_kept > i->start.points_max \&\&/' test_fold
fault "fold: thinning keeps the first half" $f 's/host_memcpy(point(i, p), point(i, 2 \* p),/host_memcpy(point(i, p), point(i, p),/' test_fold
fault "fold: after thinning every point" $f 's/^   if (number % i->stride) return;//' test_fold
fault "fold: odd number of points" $f 's/i->n_kept = (i->n_kept + 1) \/ 2;/i->n_kept = i->n_kept \/ 2;/' test_fold
fault "fold: last payload of another point" $f 's/ || (i->n_points - 1) % i->stride) return NULL/) return NULL/' test_fold
fault "fold: points of the instance before" $f '/^void fold_restart/,/^}/s/^   i->n_kept = 0;//' test_fold
fault "fold: distance of the instance before" $f '/^void fold_restart/,/^}/s/^   i->stride = 1;//' test_fold
fault "fold: the end is in a bin of its own" $f 's/^   if (bin == FOLD_BINS) bin--;.*/   bin %= FOLD_BINS;/' test_fold
fault "fold: bins rounded" $f 's/((Wide)at \* FOLD_BINS \/ whole->instructions)/(((Wide)at * FOLD_BINS + whole->instructions \/ 2) \/ whole->instructions)/' test_fold
fault "fold: x from the program's start" $f 's/uint64_t at = p->instructions - i->instructions_at_start;/uint64_t at = p->instructions % (whole->instructions + 1);/' test_fold
fault "fold: no cost is a share" $f 's/^      if (!whole->cost\[e\]) continue;/      if (!whole->cost[e]) { statistic_add(\&f->y[bin * f->n_events + e], 0); continue; }/' test_fold
fault "fold: instances without instructions" $f 's/if (!whole->instructions || !i->n_kept) return;/if (!i->n_kept) return;/' test_fold
fault "fold: first samples stay for ever" $f 's/^      if (at >= FOLD_SAMPLES) return;/      return;/' test_fold
fault "fold: last samples always kept" $f 's/^      at = random_below(f, f->weight_seen) \/ weight;/      at = random_below(f, FOLD_SAMPLES);/' test_fold
fault "fold: payload of the sample before" $f 's/^   host_memcpy(to + sizeof \*s, payload, f->payload_B);/   if (at < FOLD_SAMPLES \&\& f->n_samples < FOLD_SAMPLES) host_memcpy(to + sizeof *s, payload, f->payload_B);/' test_fold
fault "fold: zeroing keeps numbers" $f '/^void fold_zero/,/^}/s/^   f->spare = spare;/   f->spare = spare, f->n_begun = 1;/' test_fold
fault "fold: samples kept whatever their weight" $f 's/^      at = random_below(f, f->weight_seen) \/ weight;/      at = random_below(f, f->samples_seen);/' test_fold
fault "fold: points of one weight" $f 's/uint64_t weight = p->weight \* i->stride;/uint64_t weight = i->stride;/' test_fold
fault "fold: dropped points have no weight" $f 's/uint64_t weight = p->weight \* i->stride;/uint64_t weight = p->weight;/' test_fold
fault "statistics: squares without weight" $s 's/(Wide)value \* value \* weight/(Wide)value * value/' test_fold
