/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * chases.c: loads whose address comes from a load: lists, indices, trees, tables that are searched.  SIZE is
 * bytes of all nodes, or of the array.
 */
#include "timed.h"

typedef struct Node Node;
struct Node {
   Node* next;
   long value;
   long rest[LINE / 8 - 2];
};

static Node* nodes;
static uint32_t* next_of; /* of each index the next one */
static long n;

/* A ring through nodes of a line each: node order[i] leads to order[i + 1]. */
static void make_list(long size, uint32_t* order)
{
   n = size / sizeof *nodes;
   nodes = allocate(size);
   for (long i = 0; i < n; i++) {
      const long at = order ? order[i] : i, next = (i + 1) % n;
      nodes[at].next = &nodes[order ? order[next] : next];
      nodes[at].value = i;
   }
   free(order);
}

static void set_up_shuffled(long size)
{
   make_list(size, shuffled(size / sizeof *nodes));
}

static void set_up_in_order(long size)
{
   make_list(size, NULL);
}

/* 2 KiB at a time are shuffled: as an allocator leaves a list whose nodes came and went */
static void set_up_nearly_in_order(long size)
{
   const long all = size / sizeof *nodes, group = 32;
   uint32_t* order = allocate(all * sizeof *order);
   for (long i = 0; i < all; i++) order[i] = i;
   for (long i = 0; i < all; i++) {
      const long first = i / group * group, last = first + group < all ? first + group : all;
      const long other = first + next_random() % (last - first);
      const uint32_t kept = order[i];
      order[i] = order[other];
      order[other] = kept;
   }
   make_list(size, order);
}

static void set_up_indices(long size)
{
   n = size / sizeof *next_of;
   next_of = allocate(size);
   uint32_t* order = shuffled(n);
   for (long i = 0; i < n; i++) next_of[order[i]] = order[(i + 1) % n];
   free(order);
}

/* All nodes, or a million of them */
static long n_steps(void)
{
   return n < 1 << 20 ? n : 1 << 20;
}

static long run_chase(long passes)
{
   const Node* at = nodes;
   EACH_PASS(passes)
   for (long i = n_steps(); i > 0; i--) at = at->next;
   return at == nodes;
}

/* As compilers unroll it */
static long run_unrolled(long passes)
{
   const Node* at = nodes;
   EACH_PASS(passes)
   for (long i = n_steps() / 8; i > 0; i--) {
      at = at->next->next->next->next;
      at = at->next->next->next->next;
   }
   return at == nodes;
}

static long run_list_sum(long passes)
{
   const Node* at = nodes;
   long sum = 0;
   EACH_PASS(passes)
   for (long i = n_steps(); i > 0; i--) {
      sum += at->value * 3 ^ i;
      at = at->next;
   }
   return sum;
}

static long run_four_chases(long passes)
{
   const Node *a = nodes, *b = nodes + n / 4, *c = nodes + n / 2, *d = nodes + n / 4 * 3;
   EACH_PASS(passes)
   for (long i = n_steps() / 4; i > 0; i--) {
      a = a->next;
      b = b->next;
      c = c->next;
      d = d->next;
   }
   return a == b || c == d;
}

static long run_index_chase(long passes)
{
   uint32_t at = 0;
   EACH_PASS(passes)
   for (long i = n_steps(); i > 0; i--) at = next_of[at];
   return at;
}

/* ---- trees of n keys, searched for a random one of them: a packed node and one of two lines */

enum { SEARCHES = 1 << 18 };

typedef struct {
   uint32_t key, left, right; /* nodes by number, 0 for none */
} Packed;

typedef struct {
   uint32_t key, left, right;
   char text[2 * LINE - 12];
} Padded;

static Packed* packed;
static Padded* padded;
static uint32_t sought[SEARCHES], root;

/* The subtree of the keys from first to last; numbers[key] is its node.  Returns its root. */
static uint32_t make_subtree(const uint32_t* numbers, long first, long last)
{
   if (first > last) return 0;
   const long key = first + (last - first) / 2;
   const uint32_t node = numbers[key] + 1;
   const uint32_t left = make_subtree(numbers, first, key - 1),
                  right = make_subtree(numbers, key + 1, last);
   if (packed)
      packed[node] = (Packed){key, left, right};
   else
      padded[node].key = key, padded[node].left = left, padded[node].right = right;
   return node;
}

/* SIZE is that of the packed tree, in both cases. */
static void make_tree(long size)
{
   n = size / sizeof *packed;
   uint32_t* numbers = shuffled(n);
   root = make_subtree(numbers, 0, n - 1);
   free(numbers);
   for (long i = 0; i < SEARCHES; i++) sought[i] = next_random() % n;
}

static void set_up_packed(long size)
{
   packed = allocate(size + sizeof *packed);
   make_tree(size);
}

static void set_up_padded(long size)
{
   padded = allocate((size / sizeof *packed + 1) * sizeof *padded);
   make_tree(size);
}

static long run_packed(long passes)
{
   long steps = 0;
   EACH_PASS(passes)
   for (long i = 0; i < SEARCHES; i++)
      for (uint32_t at = root; packed[at].key != sought[i]; steps++)
         at = sought[i] < packed[at].key ? packed[at].left : packed[at].right;
   return steps;
}

static long run_padded(long passes)
{
   long steps = 0;
   EACH_PASS(passes)
   for (long i = 0; i < SEARCHES; i++)
      for (uint32_t at = root; padded[at].key != sought[i]; steps++)
         at = sought[i] < padded[at].key ? padded[at].left : padded[at].right;
   return steps;
}

/* ---- hash tables; SIZE is 16 bytes for each of n keys in both */

typedef struct Entry Entry;
struct Entry {
   Entry* next;
   uint64_t key;
   long value;
};

static Entry** buckets;
static struct {
   uint64_t key; /* 0: none */
   long value;
} * slots;
static uint64_t mask;

static uint64_t key_of(uint64_t i)
{
   return (i + 1) * 0x9e3779b97f4a7c15u;
}

static uint64_t hash_of(uint64_t key)
{
   return (key ^ key >> 29) * 0xbf58476d1ce4e5b9u >> 20;
}

static void set_up_chained(long size)
{
   n = size / 16;
   for (mask = 1; mask < (uint64_t)n; mask *= 2) continue;
   buckets = allocate(mask-- * sizeof *buckets);
   uint32_t* order = shuffled(n);
   Entry* entries = allocate(n * sizeof *entries);
   for (long i = 0; i < n; i++) {
      Entry* e = &entries[order[i]];
      Entry** bucket = &buckets[hash_of(key_of(i)) & mask];
      *e = (Entry){*bucket, key_of(i), i};
      *bucket = e;
   }
   for (long i = 0; i < SEARCHES; i++) sought[i] = next_random() % n;
}

static void set_up_open(long size)
{
   n = size / 16;
   for (mask = 1; mask < 2 * (uint64_t)n; mask *= 2) continue;
   slots = allocate(mask-- * sizeof *slots);
   for (long i = 0; i < n; i++) {
      uint64_t at = hash_of(key_of(i)) & mask;
      while (slots[at].key != 0) at = (at + 1) & mask;
      slots[at].key = key_of(i);
      slots[at].value = i;
   }
   for (long i = 0; i < SEARCHES; i++) sought[i] = next_random() % n;
}

static long run_chained(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < SEARCHES; i++) {
      const uint64_t key = key_of(sought[i]);
      const Entry* e = buckets[hash_of(key) & mask];
      while (e->key != key) e = e->next;
      sum += e->value;
   }
   return sum;
}

static long run_open(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < SEARCHES; i++) {
      const uint64_t key = key_of(sought[i]);
      uint64_t at = hash_of(key) & mask;
      while (slots[at].key != key) at = (at + 1) & mask;
      sum += slots[at].value;
   }
   return sum;
}

/* ---- a sorted array, searched by halves */

static void set_up_sorted(long size)
{
   n = size / sizeof *next_of;
   next_of = allocate(size);
   for (long i = 0; i < n; i++) next_of[i] = 2 * i;
   for (long i = 0; i < SEARCHES; i++) sought[i] = next_random() % (2 * n);
}

static long run_halves(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < SEARCHES; i++) {
      long first = 0, behind = n;
      while (first < behind) {
         const long middle = (first + behind) / 2;
         if (next_of[middle] < sought[i])
            first = middle + 1;
         else
            behind = middle;
      }
      sum += first;
   }
   return sum;
}

const Kernel kernels[] = {{"shuffled", set_up_shuffled, run_chase},
                          {"in-order", set_up_in_order, run_chase},
                          {"unrolled", set_up_shuffled, run_unrolled},
                          {"nearly-in-order", set_up_nearly_in_order, run_chase},
                          {"list-sum", set_up_shuffled, run_list_sum},
                          {"four-chases", set_up_shuffled, run_four_chases},
                          {"indices", set_up_indices, run_index_chase},
                          {"tree-packed", set_up_packed, run_packed},
                          {"tree-padded", set_up_padded, run_padded},
                          {"hash-chained", set_up_chained, run_chained},
                          {"hash-open", set_up_open, run_open},
                          {"halves", set_up_sorted, run_halves},
                          {NULL}};
