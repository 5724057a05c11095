# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in classes of misses; sourced by unit/run.

c=cachesim/classifier.c d=cachesim/timed_reference.c f=cachesim/reference_cache.c l=cachesim/line_table.c t=test_classes
fault "classes: cold is not asked for" $c 's/^   if (!seen) return MISS_COLD;//' $t
fault "classes: conflict and capacity" $c 's/return in_reference ? MISS_CONFLICT : MISS_CAPACITY;/return in_reference ? MISS_CAPACITY : MISS_CONFLICT;/' $t
fault "classes: that of the last line" $c 's/ && c->missed == NOT_MISSED;/;/' $t
fault "classes: hits are no references" $c 's/^   bool in_reference = touch(c, line), /   bool in_reference = !hit \&\& touch(c, line), /' $t
fault "classes: hits are not seen" $c 's/^   if (in_reference && !first_miss) return;/   if (!first_miss) return;/' $t
fault "classes: of another set" $c 's/cache_set(c->cache, c->missed_line)\]\[/cache_set(c->cache, c->missed_line) ? 0 : 1][/' $t
fault "classes: short lines counted" $c 's/c->missed_line & -(uint64_t)c->counted_B/c->missed_line/' $t
fault "classes: object forgotten" $c 's/^   if (object) r->object = object;/   r->object = object;/' $t
fault "classes: the line stays in the reference cache" $c 's/^   reference_cache_remove(.*//' $t
fault "classes: all lines at one time" $c 's/c->time++/c->time/' $t
fault "classes: references stay when caches are emptied" cachesim/hierarchy.c 's/classifier_clear(&h->classifier\[l\]);/(void)0;/' $t
fault "classes: seen lines stay when caches are emptied" cachesim/hierarchy.c 's/^      line_table_forget(.*//' $t
fault "classes: counts go when caches are emptied" cachesim/hierarchy.c 's/^      line_table_forget(.*/line_table_zero(\&h->lines[l]);&/' $t
fault "classes: request begins once" cachesim/cache.c 's/^   if (c->classifier) classifier_begin(.*//' $t
fault "classes: policies, prefetches are references" cachesim/policy_cache.c 's/if (!a->prefetch) classify(c, &p);/classify(c, \&p);/' $t
fault "classes: policies, plain hits are none" cachesim/policy_cache.c '/^static bool plain_hit/,/^}/s/classifier_reference(c->classifier, line, true);//' $t
fault "classes: exclusive LL is not asked" cachesim/policy_cache.c 's/ && victims->classifier && !p->hit)/ \&\& 0)/' $t
fault "classes: exclusive LL's request begins once" cachesim/policy_cache.c 's/if (victims && victims->classifier) classifier_begin(.*//' $t
fault "classes: times in hot slots not asked for" $d 's/return slot_has(c, entry) && e->slot->used > e->used ?/return 0 ?/' $t
fault "classes: time in a hot slot lost" $d 's/^      if (slot->used > old->used) old->used = slot->used;//' $t
fault "classes: slots stay hot" $d 's/if (c->entries\[e\].slot != slot) .*//' $t
fault "classes: an entry goes back to the wrong place" $d 's/c->entries\[old\].listed > used) return old/c->entries[old].listed + 1000000 > used) return old/' $t
fault "classes: the place is that of another entry" $d 's/^      if (c->entries\[young\].listed <= used) return newer;/      if (c->entries[young].listed <= used) return young;/' $t
fault "classes: the oldest entry is not asked for its slot" $d 's/^      if (used == c->entries\[e\].listed) return e;/      return e;/' $t
fault "classes: a hit makes no younger, with times" $d 's/^   } else if (e != c->newest) {/   } else if (e == NO_ENTRY) {/' $t
fault "classes: a hit makes no younger" $f 's/^   if (hit && e == c->newest) return true;/   if (hit) return true;/' $t
fault "classes: the newest line replaced" $f 's/^   e = c->oldest;/   e = c->newest;/' $t
fault "classes: counters overflow" $l 's/^   if (++r->misses\[counter\]) return;/   ++r->misses[counter]; return;/' $t
fault "classes: cores see together" $l 's/bool by_core = t->by_core && level != CLASS_LL;/bool by_core = false;/' $t
fault "classes: cores do not share LL" $l 's/ && level != CLASS_LL;/;/' $t
fault "classes: index grows early" $l 's/> t->buckets \* most_taken(t)/> t->buckets * 1/' $t
fault "classes: entry lost when another is removed" cachesim/line_index.c 's/^      x->bucket\[i\] = x->bucket\[j\];/      continue;/' $t
fault "classes: fast path, LL is not told" engine/access.c 's/^   classifier_request(h->ll.classifier, address, by == AT_LL);//' test_engine
fault "classes: fast path, LL is told of L2's hits" engine/access.c 's/^      if (by == AT_L2) return;//' test_engine
fault "classes: fast path has no time" engine/access.c 's/^   hierarchy_set_time(h, translate_time(site));//' test_engine
