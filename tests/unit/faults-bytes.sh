# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in bytes of memory objects; sourced by unit/run.

b=engine/object_bytes.c
fault "bytes: one less" $b '/^static void count_small/,/^}/s/i < size_B/i + 1 < size_B/' test_bytes
fault "bytes: stores are loads" $b 's/site->is_write ? BYTES_STORED : BYTES_LOADED/BYTES_LOADED/' test_bytes
fault "bytes: counted while collection is off" $b 's/if (!xg_current.stack->exec.collect) return;//' test_bytes
fault "bytes: all of the range of the first byte" $b 's/if (next == r) continue;/continue;/' test_bytes
fault "bytes: nothing lies in a mapping" $b 's/r && !r->is_cut \&\& /r \&\& /' test_bytes
fault "bytes: the end of a range is not looked at" $b 's/ && address - r->start <= r->size_B - site->size_B//' test_bytes
fault "bytes: ranges are never too small" $b 's/^                    && site->size_B <= r->size_B;/;/' test_bytes
fault "bytes: 4096 are too many" $b 's/r->size_B <= OBJECT_BYTES_MAX/r->size_B < OBJECT_BYTES_MAX/' test_bytes
fault "bytes: mappings have each byte" $b 's/r && !r->is_mapping && r->size_B/r \&\& r->size_B/' test_bytes
fault "bytes: place in a line from the start" $b 's/(address + i) % BYTES_OF_LINE/(address - (r ? r->start : 0) + i) % BYTES_OF_LINE/' test_bytes
fault "bytes: last part forgotten" $b 's/p <= last; p++/p < last; p++/' test_bytes
fault "bytes: parts of a size rounded down" $b 's/return (uint32_t)(offset \* BYTES_PARTS \/ size_B);/return (uint32_t)(offset \/ (size_B \/ BYTES_PARTS)) % BYTES_PARTS;/' test_bytes
fault "bytes: counters grow, old ones lost" $b 's/host_memset(b->count\[a\] + b->size_B, 0, (size_B - b->size_B)/host_memset(b->count[a], 0, size_B/' test_bytes
fault "bytes: zeroing keeps large ranges" $b 's/^      if (b->large) host_free(b->large);/      if (b->large) continue;/' test_bytes
