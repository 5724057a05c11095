/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * allocwork.c: a workload of small allocations: a hash table of nodes with
 * strings that come and go, buffers that grow by realloc, search trees,
 * messages queued by one part and freed by another.  Numbers are equal at every
 * run.
 *
 * Build:  cc -O2 -g -o allocwork allocwork.c
 * Usage:  allocwork SCALE       SCALE in thousands of changes of the table
 *
 * Each kind of object comes from a function of its own (new_entry, new_string,
 * new_leaf, new_message, grow_buffer), so that a profile by memory object can
 * tell them apart by the code that allocated them.  Prints how many objects
 * were made and a checksum of their contents; the exit status is 1 if
 * something that was put away was not found again or not freed.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

enum { BUCKETS = 1 << 14, KEYS = 1 << 16, BUFFERS = 64, QUEUE = 512, WORD = 24 };

typedef struct entry {
   struct entry* next;
   uint32_t key, turns;
   char* text;
} entry_t;

typedef struct leaf {
   struct leaf *left, *right;
   uint32_t key, count;
} leaf_t;

typedef struct message {
   struct message* next;
   unsigned len;
   unsigned char body[];
} message_t;

typedef struct {
   uint32_t* item;
   unsigned items, room;
} buffer_t;

static entry_t* table[BUCKETS];
static unsigned char present[KEYS]; /* what the table ought to hold */
static buffer_t buffers[BUFFERS];
static message_t *queue_head, **queue_end = &queue_head;
static unsigned queued;

static uint32_t random_state = 99991;
static uint32_t sum;
static unsigned long made, freed, grown, lost;

static void* check(void* p)
{
   if (p == NULL) {
      fprintf(stderr, "allocwork: out of memory\n");
      exit(2);
   }
   return p;
}

static void* small(size_t size)
{
   made++;
   return check(malloc(size));
}

static void done(void* p)
{
   freed++;
   free(p);
}

static uint32_t next_random(void)
{
   random_state = random_state * 1664525u + 1013904223u;
   return random_state >> 8;
}

static void mix(uint32_t x)
{
   sum = (sum << 5 | sum >> 27) ^ x;
}

/* ---------------------------------------------------------------- table */

static NOINLINE char* new_string(uint32_t key)
{
   char text[WORD];
   unsigned n = 0, len = 3 + key % 17;
   for (uint32_t x = key * 2654435761u; n < len; n++, x = x >> 3 | x << 29)
      text[n] = (char)('a' + x % 26);
   text[n] = '\0';
   char* p = small(n + 1);
   memcpy(p, text, n + 1);
   return p;
}

static NOINLINE entry_t* new_entry(uint32_t key)
{
   entry_t* e = small(sizeof *e);
   e->key = key;
   e->turns = 0;
   e->text = new_string(key);
   return e;
}

static entry_t** place(uint32_t key)
{
   entry_t** p = &table[(key * 2654435761u) >> 18];
   while (*p != NULL && (*p)->key != key) p = &(*p)->next;
   return p;
}

static void drop_entry(entry_t** p)
{
   entry_t* e = *p;
   mix((unsigned char)e->text[0] + e->turns);
   *p = e->next;
   done(e->text);
   done(e);
}

/* Puts a key in, takes it out or asks for it. */
static NOINLINE void change_table(void)
{
   const uint32_t r = next_random(), key = r % KEYS, what = next_random() % 8;
   entry_t** p = place(key);
   if ((*p != NULL) != present[key]) lost++;
   if (*p == NULL) {
      entry_t* e = new_entry(key);
      e->next = *p;
      *p = e;
      present[key] = 1;
   } else if (what < 4) {
      drop_entry(p);
      present[key] = 0;
   } else {
      (*p)->turns++;
   }
}

static NOINLINE void clear_table(void)
{
   for (unsigned b = 0; b < BUCKETS; b++)
      while (table[b] != NULL) drop_entry(&table[b]);
   memset(present, 0, sizeof present);
}

/* --------------------------------------------------------------- buffers */

static NOINLINE void grow_buffer(buffer_t* b)
{
   if (b->room == 0) made++;
   b->room = b->room == 0 ? 4 : b->room + b->room / 2;
   b->item = check(realloc(b->item, b->room * sizeof *b->item));
   grown++;
}

static NOINLINE void append(void)
{
   const uint32_t r = next_random();
   buffer_t* b = &buffers[r % BUFFERS];
   if (b->items == b->room) grow_buffer(b);
   b->item[b->items++] = r;
   if (b->items < 400 + r % BUFFERS * 16) return;
   for (unsigned i = 0; i < b->items; i++) {
      if (b->item[i] % BUFFERS != r % BUFFERS) lost++;
      mix(b->item[i]);
   }
   done(b->item);
   memset(b, 0, sizeof *b);
}

static NOINLINE void clear_buffers(void)
{
   for (unsigned k = 0; k < BUFFERS; k++)
      if (buffers[k].room != 0) done(buffers[k].item);
   memset(buffers, 0, sizeof buffers);
}

/* ----------------------------------------------------------------- trees */

static NOINLINE leaf_t* new_leaf(uint32_t key)
{
   leaf_t* l = small(sizeof *l);
   l->left = l->right = NULL;
   l->key = key;
   l->count = 1;
   return l;
}

static void insert(leaf_t** root, uint32_t key)
{
   while (*root != NULL) {
      if ((*root)->key == key) {
         (*root)->count++;
         return;
      }
      root = key < (*root)->key ? &(*root)->left : &(*root)->right;
   }
   *root = new_leaf(key);
}

/* Frees the tree in order of keys; returns how many keys it had been given. */
static unsigned long harvest(leaf_t* l)
{
   unsigned long n = 0;
   while (l != NULL) {
      leaf_t* right = l->right;
      n += harvest(l->left) + l->count;
      mix(l->key);
      done(l);
      l = right;
   }
   return n;
}

static NOINLINE void tree(unsigned keys)
{
   leaf_t* root = NULL;
   for (unsigned i = 0; i < keys; i++) insert(&root, next_random() % (4 * keys));
   if (harvest(root) != keys) lost++;
}

/* ----------------------------------------------------------------- queue */

static NOINLINE message_t* new_message(unsigned len)
{
   message_t* m = small(sizeof *m + len);
   m->next = NULL;
   m->len = len;
   memset(m->body, (int)(len & 0xff), len);
   return m;
}

static NOINLINE void take_message(void)
{
   message_t* m = queue_head;
   if (m->len > 0 && m->body[m->len - 1] != (m->len & 0xff)) lost++;
   mix(m->len);
   queue_head = m->next;
   if (queue_head == NULL) queue_end = &queue_head;
   queued--;
   done(m);
}

static NOINLINE void send_message(void)
{
   message_t* m = new_message(next_random() % 240);
   *queue_end = m;
   queue_end = &m->next;
   if (++queued == QUEUE) take_message();
}

int main(int argc, char** argv)
{
   int scale = argc == 2 ? atoi(argv[1]) : 0;
   if (scale < 1 || scale > 1000000) {
      fprintf(stderr, "usage: allocwork SCALE\n");
      return 2;
   }
   for (long i = 0; i < scale * 1000L; i++) {
      change_table();
      append();
      send_message();
      if (i % 500 == 499) tree(300);
   }
   clear_table();
   clear_buffers();
   while (queue_head != NULL) take_message();
   printf("objects %lu grown %lu checksum %08x\n", made, grown, sum);
   if (lost != 0 || made != freed) {
      fprintf(stderr, "allocwork: %lu not found, %lu made, %lu freed\n", lost, made, freed);
      return 1;
   }
   return 0;
}
