/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * blind.c: twenty kernels that are written from a list of topics by someone who had not seen the model.  They say how
 * well it predicts what it was not made for: nobody tunes on them, and the clock does not come from them.  Each is
 * what a real program would do; a kernel's comment says what its SIZE is.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "timed.h"

static long n; /* what the set-up of the kernel has made of SIZE */

static int smaller(int a, int b)
{
   return a < b ? a : b;
}

/* ------------------------------------------------------------------------ edit distance of two strings of SIZE */

static char *first_string, *second_string;
static int *distances, *next_distances;

static void set_up_edit_distance(long size)
{
   n = size;
   first_string = allocate(n);
   second_string = allocate(n);
   distances = allocate((n + 1) * sizeof *distances);
   next_distances = allocate((n + 1) * sizeof *next_distances);
   for (long i = 0; i < n; i++) {
      first_string[i] = "acgt"[next_random() % 4];
      second_string[i] = next_random() % 8 ? first_string[i] : "acgt"[next_random() % 4];
   }
}

static int edit_distance(const char* a, const char* b, int* row, int* next)
{
   for (int j = 0; j <= n; j++) row[j] = j;
   for (int i = 0; i < n; i++) {
      next[0] = i + 1;
      for (int j = 0; j < n; j++) {
         int replaced = row[j] + (a[i] != b[j]);
         int added = smaller(row[j + 1], next[j]) + 1;
         next[j + 1] = smaller(replaced, added);
      }
      int* other = row;
      row = next;
      next = other;
   }
   return row[n];
}

static long run_edit_distance(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   sum += edit_distance(first_string, second_string, distances, next_distances);
   return sum;
}

/* ---------------------------------------------------------------------------------- SIZE bodies, a step a pass */

typedef struct {
   double x, y, z, vx, vy, vz, mass;
} Body;

static Body *bodies, *first_bodies;

static double unit_random(void)
{
   return next_random() / 2147483648.0;
}

static void set_up_bodies(long size)
{
   n = size;
   bodies = allocate(n * sizeof *bodies);
   first_bodies = allocate(n * sizeof *first_bodies);
   for (long i = 0; i < n; i++)
      first_bodies[i] = (Body){
         .x = unit_random(), .y = unit_random(), .z = unit_random(), .mass = unit_random() / n};
}

static void attract(Body* a, Body* b, double dt)
{
   double dx = b->x - a->x, dy = b->y - a->y, dz = b->z - a->z;
   double squared = dx * dx + dy * dy + dz * dz + 1e-4;
   double strength = dt / (squared * sqrt(squared));
   a->vx += dx * strength * b->mass;
   a->vy += dy * strength * b->mass;
   a->vz += dz * strength * b->mass;
   b->vx -= dx * strength * a->mass;
   b->vy -= dy * strength * a->mass;
   b->vz -= dz * strength * a->mass;
}

static long run_bodies(long passes)
{
   const double dt = 0.001;
   for (long i = 0; i < n; i++) bodies[i] = first_bodies[i];
   EACH_PASS(passes)
   {
      for (long i = 0; i < n; i++)
         for (long j = i + 1; j < n; j++) attract(&bodies[i], &bodies[j], dt);
      for (long i = 0; i < n; i++) {
         bodies[i].x += bodies[i].vx * dt;
         bodies[i].y += bodies[i].vy * dt;
         bodies[i].z += bodies[i].vz * dt;
      }
   }
   double sum = 0;
   for (long i = 0; i < n; i++) sum += bodies[i].x + bodies[i].y + bodies[i].z;
   return sum * 1e6;
}

/* ------------------------------------------ the primes below SIZE: a bit for each number prime to 30, a byte for 30 */

static const uint8_t coprime[8] = {1, 7, 11, 13, 17, 19, 23, 29},
                     gap[8] = {6, 4, 2, 4, 2, 4, 6, 2};
static uint8_t *bitmap, place[30];

static void set_up_wheel(long size)
{
   n = size / 30 * 30;
   bitmap = allocate(n / 30);
   for (int i = 0; i < 8; i++) place[coprime[i]] = i;
}

static long count_primes(void)
{
   for (long i = 0; i < n / 30; i++) bitmap[i] = 0xff;
   bitmap[0] &= ~1; /* 1 is none */
   for (long p = 7, at = 1; p * p < n; p += gap[at], at = (at + 1) % 8) {
      if (!(bitmap[p / 30] & 1 << at)) continue;
      long turn = at;
      for (long m = p * p; m < n; m += p * gap[turn], turn = (turn + 1) % 8)
         bitmap[m / 30] &= ~(1 << place[m % 30]);
   }
   long primes = 3;
   for (long i = 0; i < n / 30; i++)
      for (unsigned bits = bitmap[i]; bits; bits &= bits - 1) primes++;
   return primes;
}

static long run_wheel(long passes)
{
   long sum = 0;
   EACH_PASS(passes) sum += count_primes();
   return sum;
}

/* ------------------------------------------------------------------------ run lengths, base64, UTF-8 of SIZE bytes */

static uint8_t *bytes, *output;

static void set_up_run_lengths(long size)
{
   n = size;
   bytes = allocate(n);
   output = allocate(2 * n);
   for (long i = 0; i < n;) {
      long run = next_random() % 8 ? 1 + next_random() % 6 : 20 + next_random() % 400;
      uint8_t value = next_random();
      for (; run > 0 && i < n; run--) bytes[i++] = value;
   }
}

static long encode_runs(const uint8_t* from, long length, uint8_t* to)
{
   uint8_t* start = to;
   for (long i = 0; i < length;) {
      uint8_t value = from[i];
      int run = 1;
      while (run < 255 && i + run < length && from[i + run] == value) run++;
      *to++ = run;
      *to++ = value;
      i += run;
   }
   return to - start;
}

static long run_run_lengths(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      long length = encode_runs(bytes, n, output);
      sum += length + output[length - 2];
   }
   return sum;
}

static void set_up_base64(long size)
{
   n = size;
   bytes = allocate(n);
   output = allocate((n + 2) / 3 * 4);
   for (long i = 0; i < n; i++) bytes[i] = next_random();
}

static long encode_base64(const uint8_t* from, long length, uint8_t* to)
{
   static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
   uint8_t* start = to;
   long i = 0;
   for (; i + 2 < length; i += 3) {
      uint32_t three = from[i] << 16 | from[i + 1] << 8 | from[i + 2];
      *to++ = digits[three >> 18];
      *to++ = digits[three >> 12 & 63];
      *to++ = digits[three >> 6 & 63];
      *to++ = digits[three & 63];
   }
   if (i < length) {
      uint32_t rest = from[i] << 16 | (i + 1 < length ? from[i + 1] << 8 : 0);
      *to++ = digits[rest >> 18];
      *to++ = digits[rest >> 12 & 63];
      *to++ = i + 1 < length ? digits[rest >> 6 & 63] : '=';
      *to++ = '=';
   }
   return to - start;
}

static long run_base64(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      long length = encode_base64(bytes, n, output);
      sum += length + output[length / 2];
   }
   return sum;
}

static void set_up_utf8(long size)
{
   bytes = allocate(size);
   uint8_t* to = bytes;
   while (to < bytes + size - 3) {
      uint32_t kind = next_random() % 16, r = next_random();
      if (kind < 10) {
         *to++ = ' ' + r % 95;
      } else if (kind < 13) {
         *to++ = 0xc3 + r % 16;
         *to++ = 0x80 | (r >> 8) % 64;
      } else {
         bool four = kind == 15;
         *to++ = four ? 0xf0 : 0xe3 + r % 8;
         if (four) *to++ = 0x9f;
         *to++ = 0x80 | (r >> 8) % 64;
         *to++ = 0x80 | (r >> 16) % 64;
      }
   }
   n = to - bytes;
}

/* the number of characters, or -1 if the text is not valid */
static long validate_utf8(const uint8_t* s, const uint8_t* end)
{
   long characters = 0;
   for (; s < end; characters++) {
      uint8_t c = *s++;
      if (c < 0x80) continue;
      int more = c >= 0xc2 && c < 0xe0   ? 1
                 : (c & 0xf0) == 0xe0    ? 2
                 : c >= 0xf0 && c < 0xf5 ? 3
                                         : 0;
      if (more == 0 || end - s < more) return -1;
      if ((c == 0xe0 && s[0] < 0xa0) || (c == 0xed && s[0] >= 0xa0))
         return -1; /* too long, a surrogate */
      if ((c == 0xf0 && s[0] < 0x90) || (c == 0xf4 && s[0] >= 0x90))
         return -1; /* too long, too large */
      for (; more > 0; more--)
         if ((*s++ & 0xc0) != 0x80) return -1;
   }
   return characters;
}

static long run_utf8(long passes)
{
   long sum = 0;
   EACH_PASS(passes) sum += validate_utf8(bytes, bytes + n);
   return sum;
}

/* ---------------------------------------------------------------------------------- an AVL tree of SIZE random keys */

typedef struct Node {
   struct Node *left, *right;
   uint32_t key;
   int height;
} Node;

static Node *nodes, *free_node;
static uint32_t* keys;

static void set_up_tree(long size)
{
   n = size;
   nodes = allocate(n * sizeof *nodes);
   keys = allocate(n * sizeof *keys);
   for (long i = 0; i < n; i++) keys[i] = next_random();
}

static int height(const Node* node)
{
   return node ? node->height : 0;
}

static void set_height(Node* node)
{
   int left = height(node->left), right = height(node->right);
   node->height = (left > right ? left : right) + 1;
}

static Node* rotate_right(Node* node)
{
   Node* top = node->left;
   node->left = top->right;
   top->right = node;
   set_height(node);
   set_height(top);
   return top;
}

static Node* rotate_left(Node* node)
{
   Node* top = node->right;
   node->right = top->left;
   top->left = node;
   set_height(node);
   set_height(top);
   return top;
}

static Node* insert(Node* node, uint32_t key)
{
   if (node == NULL) {
      *free_node = (Node){.key = key, .height = 1};
      return free_node++;
   }
   if (key == node->key) return node;
   if (key < node->key)
      node->left = insert(node->left, key);
   else
      node->right = insert(node->right, key);
   int balance = height(node->left) - height(node->right);
   if (balance > 1) {
      if (height(node->left->left) < height(node->left->right))
         node->left = rotate_left(node->left);
      return rotate_right(node);
   }
   if (balance < -1) {
      if (height(node->right->right) < height(node->right->left))
         node->right = rotate_right(node->right);
      return rotate_left(node);
   }
   set_height(node);
   return node;
}

static long run_tree(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      Node* root = NULL;
      free_node = nodes;
      for (long i = 0; i < n; i++) root = insert(root, keys[i]);
      sum += root->height + (free_node - nodes);
   }
   return sum;
}

/* ------------------------------------------- Game of Life of SIZE x SIZE bytes in a dead frame, a generation a pass */

static uint8_t *cells, *next_cells, *first_cells;

static void set_up_life(long size)
{
   n = size;
   long all = (n + 2) * (n + 2);
   cells = allocate(all);
   next_cells = allocate(all);
   first_cells = allocate(all);
   for (long y = 1; y <= n; y++)
      for (long x = 1; x <= n; x++) first_cells[y * (n + 2) + x] = next_random() % 3 == 0;
}

static void next_generation(const uint8_t* from, uint8_t* to)
{
   const long width = n + 2;
   for (long y = 1; y <= n; y++) {
      const uint8_t *above = from + (y - 1) * width, *row = above + width, *below = row + width;
      for (long x = 1; x <= n; x++) {
         int around = above[x - 1] + above[x] + above[x + 1] + row[x - 1] + row[x + 1]
                      + below[x - 1] + below[x] + below[x + 1];
         to[y * width + x] = around == 3 || (around == 2 && row[x]);
      }
   }
}

static long run_life(long passes)
{
   const long all = (n + 2) * (n + 2);
   uint8_t *now = cells, *next = next_cells;
   for (long i = 0; i < all; i++) now[i] = first_cells[i];
   EACH_PASS(passes)
   {
      next_generation(now, next);
      uint8_t* other = now;
      now = next;
      next = other;
   }
   long alive = 0;
   for (long i = 0; i < all; i++) alive += now[i];
   return alive;
}

/* ------------------------------------------------------------- shortest ways between each two of SIZE nodes */

enum { NO_WAY = 1 << 29 };

static int *edges, *ways;

static void set_up_ways(long size)
{
   n = size;
   edges = allocate(n * n * sizeof *edges);
   ways = allocate(n * n * sizeof *ways);
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         edges[i * n + j] = i == j               ? 0
                            : next_random() % 10 ? NO_WAY
                                                 : 1 + (int)(next_random() % 1000);
}

static void shortest_ways(int* way)
{
   for (long k = 0; k < n; k++)
      for (long i = 0; i < n; i++) {
         int first = way[i * n + k];
         if (first == NO_WAY) continue;
         for (long j = 0; j < n; j++)
            if (first + way[k * n + j] < way[i * n + j])
               way[i * n + j] = first + way[k * n + j];
      }
}

static long run_ways(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      for (long i = 0; i < n * n; i++) ways[i] = edges[i];
      shortest_ways(ways);
      for (long i = 0; i < n * n; i++) sum += ways[i];
   }
   return sum;
}

/* --------------------------------------------------- a priority queue: SIZE entries are put in, and taken out */

typedef struct {
   uint32_t priority, item;
} Entry;

static Entry* queue;
static long queued;
static uint32_t* priorities;

static void set_up_queue(long size)
{
   n = size;
   queue = allocate(n * sizeof *queue);
   priorities = allocate(n * sizeof *priorities);
   for (long i = 0; i < n; i++) priorities[i] = next_random();
}

static void push(Entry entry)
{
   long at = queued++;
   while (at > 0) {
      long parent = (at - 1) / 2;
      if (queue[parent].priority <= entry.priority) break;
      queue[at] = queue[parent];
      at = parent;
   }
   queue[at] = entry;
}

static Entry pop(void)
{
   Entry least = queue[0], last = queue[--queued];
   long at = 0, child;
   while ((child = 2 * at + 1) < queued) {
      if (child + 1 < queued && queue[child + 1].priority < queue[child].priority) child++;
      if (last.priority <= queue[child].priority) break;
      queue[at] = queue[child];
      at = child;
   }
   queue[at] = last;
   return least;
}

static long run_queue(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      for (long i = 0; i < n; i++) push((Entry){priorities[i], i});
      for (long i = 0; i < n; i++) sum += (pop().item ^ i) & 0xff;
   }
   return sum;
}

/* ------------------------------------------------------------- 3 x 3 convolution of an image of SIZE x SIZE */

static float *image, *filtered;

static void set_up_convolution(long size)
{
   n = size;
   image = allocate(n * n * sizeof *image);
   filtered = allocate(n * n * sizeof *filtered);
   for (long i = 0; i < n * n; i++) image[i] = next_random() % 256;
}

static void convolve(const float* from, float* to, const float weights[3][3])
{
   for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++) {
         float sum = 0;
         for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
               sum += weights[dy + 1][dx + 1] * from[(y + dy) * n + x + dx];
         to[y * n + x] = sum;
      }
}

static long run_convolution(long passes)
{
   static const float weights[3][3] = {
      {0.0625, 0.125, 0.0625}, {0.125, 0.25, 0.125}, {0.0625, 0.125, 0.0625}};
   double sum = 0;
   EACH_PASS(passes)
   {
      convolve(image, filtered, weights);
      sum += filtered[n * n / 2 + n / 2];
   }
   return sum * 100;
}

/* ---------------------------------------------------------------------- the words of a text of SIZE, counted */

enum { SLOTS = 1 << 16, VOCABULARY = 20000, LONGEST = 12 };

typedef struct {
   const char* word;
   uint32_t hash;
   int length, count;
} Word;

static char* text;
static Word* words;

static void set_up_words(long size)
{
   static char vocabulary[VOCABULARY][LONGEST + 1];
   for (int i = 0; i < VOCABULARY; i++)
      for (int left = 2 + next_random() % (LONGEST - 1), j = 0; left > 0; left--, j++)
         vocabulary[i][j] = 'a' + next_random() % 26;
   n = size;
   text = allocate(n + LONGEST + 2);
   words = allocate(SLOTS * sizeof *words);
   for (long at = 0; at < n;) {
      long r = next_random() % VOCABULARY,
           s = next_random() % VOCABULARY; /* the first ones are frequent */
      for (const char* c = vocabulary[r * s / VOCABULARY]; *c; c++) text[at++] = *c;
      text[at++] = next_random() % 10 ? ' ' : '\n';
   }
   text[n] = '\0';
}

static Word* find_word(const char* word, int length, uint32_t hash)
{
   for (uint32_t slot = hash % SLOTS;; slot = (slot + 1) % SLOTS) {
      Word* w = &words[slot];
      if (w->word == NULL) {
         *w = (Word){word, hash, length, 0};
         return w;
      }
      if (w->hash != hash || w->length != length) continue;
      int same = 0;
      while (same < length && w->word[same] == word[same]) same++;
      if (same == length) return w;
   }
}

static long count_words(const char* c)
{
   long different = 0, most = 0;
   while (*c) {
      while (*c == ' ' || *c == '\n') c++;
      const char* word = c;
      uint32_t hash = 2166136261;
      for (; *c && *c != ' ' && *c != '\n'; c++) hash = (hash ^ (uint8_t)*c) * 16777619;
      if (c == word) break;
      int count = ++find_word(word, c - word, hash)->count;
      different += count == 1;
      if (count > most) most = count;
   }
   return different + most;
}

static long run_words(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      for (long i = 0; i < SLOTS; i++) words[i] = (Word){NULL, 0, 0, 0};
      sum += count_words(text);
   }
   return sum;
}

/* ------------------------------------------------------------------ LU factorisation of a matrix of SIZE x SIZE */

static double *matrix, *factors;

static void set_up_lu(long size)
{
   n = size;
   matrix = allocate(n * n * sizeof *matrix);
   factors = allocate(n * n * sizeof *factors);
   for (long i = 0; i < n * n; i++) matrix[i] = unit_random() - 0.5;
}

/* With the largest pivot of each column; returns the product of the pivots' signs, 0 if there is none. */
static int factorise(double* a)
{
   int sign = 1;
   for (long k = 0; k < n; k++) {
      long pivot = k;
      for (long i = k + 1; i < n; i++)
         if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
      if (a[pivot * n + k] == 0) return 0;
      if (a[pivot * n + k] < 0) sign = -sign;
      for (long j = 0; j < n && pivot != k; j++) {
         double other = a[k * n + j];
         a[k * n + j] = a[pivot * n + j];
         a[pivot * n + j] = other;
      }
      for (long i = k + 1; i < n; i++) {
         double f = a[i * n + k] /= a[k * n + k];
         for (long j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];
      }
   }
   return sign;
}

static long run_lu(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   {
      for (long i = 0; i < n * n; i++) factors[i] = matrix[i];
      sum += factorise(factors) + factors[n * n - 1];
   }
   return sum * 1e6;
}

/* ------------------------------------------------------------------- SIZE messages that go through a ring buffer */

enum { RING = 1024 };

typedef struct {
   uint64_t sequence;
   uint32_t kind, length;
   uint64_t body[6];
} Message;

static struct {
   _Alignas(LINE) atomic_ulong head; /* of the consumer */
   _Alignas(LINE) atomic_ulong tail; /* of the producer */
   _Alignas(LINE) Message slots[RING];
} ring;

static uint8_t batches[256];

static void set_up_ring(long size)
{
   n = size;
   for (int i = 0; i < 256; i++) batches[i] = 1 + next_random() % 64;
}

/* Puts up to so many messages, from number next on; returns how many there was room for. */
static long produce(uint64_t next, long most)
{
   unsigned long tail = atomic_load_explicit(&ring.tail, memory_order_relaxed), put = 0;
   unsigned long head = atomic_load_explicit(&ring.head, memory_order_acquire);
   for (; put < (unsigned long)most && tail + put - head < RING; put++, next++) {
      Message message = {next, next % 3, 8 * (1 + next % 6), {0}};
      for (uint32_t i = 0; i < message.length / 8; i++) message.body[i] = next * (i + 1);
      ring.slots[(tail + put) % RING] = message;
   }
   atomic_store_explicit(&ring.tail, tail + put, memory_order_release);
   return put;
}

static long consume(long most, uint64_t sums[3])
{
   unsigned long head = atomic_load_explicit(&ring.head, memory_order_relaxed), taken = 0;
   unsigned long tail = atomic_load_explicit(&ring.tail, memory_order_acquire);
   for (; taken < (unsigned long)most && head + taken < tail; taken++) {
      const Message* message = &ring.slots[(head + taken) % RING];
      uint64_t sum = message->sequence;
      for (uint32_t i = 0; i < message->length / 8; i++) sum += message->body[i];
      sums[message->kind] += sum;
   }
   atomic_store_explicit(&ring.head, head + taken, memory_order_release);
   return taken;
}

static long run_ring(long passes)
{
   uint64_t sums[3] = {0};
   EACH_PASS(passes)
   for (long put = 0, taken = 0, turn = 0; taken < n; turn++) {
      long most = batches[turn % 256];
      put += produce(put, most < n - put ? most : n - put);
      taken += consume(batches[(turn + 128) % 256], sums);
   }
   return (sums[0] ^ sums[1] ^ sums[2]) >> 1;
}

/* --------------------------------------------- breadth-first search of a random graph of SIZE nodes of degree 8 */

enum { DEGREE = 8 };

static uint32_t *edge_start, *edge_to, *waiting;
static int* depth;

static void set_up_search(long size)
{
   n = size;
   edge_start = allocate((n + 1) * sizeof *edge_start);
   edge_to = allocate(n * DEGREE * sizeof *edge_to);
   waiting = allocate(n * sizeof *waiting);
   depth = allocate(n * sizeof *depth);
   for (long i = 0; i <= n; i++) edge_start[i] = i * DEGREE;
   for (long i = 0; i < n * DEGREE; i++) edge_to[i] = next_random() % n;
}

/* the sum of the depths of all that can be reached */
static long search_from(uint32_t start)
{
   long first = 0, last = 0, sum = 0;
   for (long i = 0; i < n; i++) depth[i] = -1;
   depth[start] = 0;
   waiting[last++] = start;
   while (first < last) {
      uint32_t node = waiting[first++];
      sum += depth[node];
      for (uint32_t e = edge_start[node]; e < edge_start[node + 1]; e++) {
         uint32_t to = edge_to[e];
         if (depth[to] >= 0) continue;
         depth[to] = depth[node] + 1;
         waiting[last++] = to;
      }
   }
   return sum;
}

static long run_search(long passes)
{
   long sum = 0;
   EACH_PASS(passes) sum += search_from(pass % n);
   return sum;
}

/* ------------------------------------------------------------------------- SIZE whole numbers as decimal lines */

static int64_t* numbers;
static char* lines;

static void set_up_decimals(long size)
{
   n = size;
   numbers = allocate(n * sizeof *numbers);
   lines = allocate(n * 21);
   for (long i = 0; i < n; i++) {
      int64_t value = (int64_t)next_random() << 31 | next_random();
      value >>= next_random() % 60;
      numbers[i] = next_random() % 4 ? value : -value;
   }
}

static char* print_decimal(int64_t value, char* to)
{
   char digits[20];
   int many = 0;
   uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
   do {
      digits[many++] = '0' + left % 10;
      left /= 10;
   } while (left > 0);
   if (value < 0) *to++ = '-';
   while (many > 0) *to++ = digits[--many];
   return to;
}

static long run_decimals(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      char* to = lines;
      for (long i = 0; i < n; i++) {
         to = print_decimal(numbers[i], to);
         *to++ = '\n';
      }
      sum += to - lines + to[-2];
   }
   return sum;
}

/* ------------------------------------------------------------------------------ counting sort of SIZE short keys */

static uint16_t *unsorted, *sorted;
static uint32_t starts[1 << 16];

static void set_up_counting(long size)
{
   n = size;
   unsorted = allocate(n * sizeof *unsorted);
   sorted = allocate(n * sizeof *sorted);
   for (long i = 0; i < n; i++) unsorted[i] = next_random();
}

static void counting_sort(const uint16_t* from, uint16_t* to)
{
   for (long k = 0; k < 1 << 16; k++) starts[k] = 0;
   for (long i = 0; i < n; i++) starts[from[i]]++;
   uint32_t before = 0;
   for (long k = 0; k < 1 << 16; k++) {
      uint32_t many = starts[k];
      starts[k] = before;
      before += many;
   }
   for (long i = 0; i < n; i++) to[starts[from[i]]++] = from[i];
}

static long run_counting(long passes)
{
   long sum = 0;
   EACH_PASS(passes)
   {
      counting_sort(unsorted, sorted);
      sum += sorted[n / 3] + sorted[n - 1];
   }
   return sum;
}

/* ----------------------------------------------------------------- k-means of SIZE points, a step a pass */

enum { DIMENSIONS = 8, CENTRES = 16 };

typedef float Point[DIMENSIONS];

static Point* points;
static Point centres[CENTRES];

static void set_up_means(long size)
{
   n = size;
   points = allocate(n * sizeof *points);
   for (long i = 0; i < n; i++)
      for (int d = 0, near = next_random() % CENTRES; d < DIMENSIONS; d++)
         points[i][d] = unit_random() + (near >> d % 4 & 1);
}

static int nearest(const Point point)
{
   int best = 0;
   float least = INFINITY;
   for (int c = 0; c < CENTRES; c++) {
      float distance = 0;
      for (int d = 0; d < DIMENSIONS; d++) {
         float difference = point[d] - centres[c][d];
         distance += difference * difference;
      }
      if (distance < least) {
         least = distance;
         best = c;
      }
   }
   return best;
}

static void move_centres(void)
{
   Point sums[CENTRES] = {{0}};
   long many[CENTRES] = {0};
   for (long i = 0; i < n; i++) {
      int c = nearest(points[i]);
      many[c]++;
      for (int d = 0; d < DIMENSIONS; d++) sums[c][d] += points[i][d];
   }
   for (int c = 0; c < CENTRES; c++)
      for (int d = 0; d < DIMENSIONS && many[c] > 0; d++) centres[c][d] = sums[c][d] / many[c];
}

static long run_means(long passes)
{
   for (int c = 0; c < CENTRES; c++)
      for (int d = 0; d < DIMENSIONS; d++) centres[c][d] = points[c * 7][d];
   EACH_PASS(passes) move_centres();
   double sum = 0;
   for (int c = 0; c < CENTRES; c++)
      for (int d = 0; d < DIMENSIONS; d++) sum += (c + 1) * centres[c][d];
   return sum * 1000;
}

/* ------------------------------------------------- a stack machine that runs a loop of SIZE rounds as bytecode */

enum { PUSH, LOAD, STORE, ADD, MULTIPLY, REMAINDER, XOR, LESS, JUMP, JUMP_UNLESS, STOP };

/* variables: 0 is the rounds, 1 counts, 2 is the result */
static const uint8_t program[] = {
   /*  0 */ LOAD, 1,   LOAD,      0,     LESS,     JUMP_UNLESS, 43, /* while (i < n) */
   /*  7 */ LOAD, 2,   PUSH,      31,    MULTIPLY, LOAD,        1,  XOR,
   /* 15 */ PUSH, 251, REMAINDER, STORE, 2,                         /* s = (s * 31 ^ i) % 251 */
   /* 20 */ LOAD, 2,   PUSH,      100,   LESS,     JUMP_UNLESS, 34, /* if (s < 100) */
   /* 27 */ LOAD, 2,   LOAD,      1,     ADD,      STORE,       2,  /* s += i */
   /* 34 */ LOAD, 1,   PUSH,      1,     ADD,      STORE,       1,  /* i++ */
   /* 41 */ JUMP, 0,
   /* 43 */ LOAD, 2,   STOP,
};

static void set_up_bytecode(long size)
{
   n = size;
}

static long interpret(const uint8_t* code, long rounds)
{
   long stack[16], variables[3] = {rounds, 0, 0};
   long* top = stack; /* the next free one */
   for (const uint8_t* pc = code;;) {
      switch (*pc++) {
      case PUSH: *top++ = *pc++; break;
      case LOAD: *top++ = variables[*pc++]; break;
      case STORE: variables[*pc++] = *--top; break;
      case ADD: top--, top[-1] += top[0]; break;
      case MULTIPLY: top--, top[-1] *= top[0]; break;
      case REMAINDER: top--, top[-1] %= top[0]; break;
      case XOR: top--, top[-1] ^= top[0]; break;
      case LESS: top--, top[-1] = top[-1] < top[0]; break;
      case JUMP: pc = code + *pc; break;
      case JUMP_UNLESS: pc = *--top ? pc + 1 : code + *pc; break;
      case STOP: return top[-1];
      }
   }
}

static long run_bytecode(long passes)
{
   long sum = 0;
   EACH_PASS(passes) sum += interpret(program, n);
   return sum;
}

/* ------------------------------------------------------ a sparse matrix of SIZE rows, 12 values in each, by a vector */

enum { PER_ROW = 12 };

static uint32_t *row_start, *column;
static double *values, *vector, *product;

static void set_up_sparse(long size)
{
   n = size;
   row_start = allocate((n + 1) * sizeof *row_start);
   column = allocate(n * PER_ROW * sizeof *column);
   values = allocate(n * PER_ROW * sizeof *values);
   vector = allocate(n * sizeof *vector);
   product = allocate(n * sizeof *product);
   for (long i = 0; i <= n; i++) row_start[i] = i * PER_ROW;
   for (long i = 0; i < n * PER_ROW; i++) {
      column[i] = next_random() % n;
      values[i] = unit_random();
   }
   for (long i = 0; i < n; i++) vector[i] = unit_random();
}

static void multiply_sparse(const double* by, double* to)
{
   for (long i = 0; i < n; i++) {
      double sum = 0;
      for (uint32_t k = row_start[i]; k < row_start[i + 1]; k++)
         sum += values[k] * by[column[k]];
      to[i] = sum;
   }
}

static long run_sparse(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   {
      multiply_sparse(vector, product);
      sum += product[pass % n];
   }
   return sum * 1e6;
}

const Kernel kernels[] = {{"edit-distance", set_up_edit_distance, run_edit_distance},
                          {"bodies", set_up_bodies, run_bodies},
                          {"wheel-sieve", set_up_wheel, run_wheel},
                          {"run-lengths", set_up_run_lengths, run_run_lengths},
                          {"base64", set_up_base64, run_base64},
                          {"utf8", set_up_utf8, run_utf8},
                          {"avl-tree", set_up_tree, run_tree},
                          {"life", set_up_life, run_life},
                          {"shortest-ways", set_up_ways, run_ways},
                          {"priority-queue", set_up_queue, run_queue},
                          {"convolution", set_up_convolution, run_convolution},
                          {"count-words", set_up_words, run_words},
                          {"lu", set_up_lu, run_lu},
                          {"ring-buffer", set_up_ring, run_ring},
                          {"breadth-first", set_up_search, run_search},
                          {"decimals", set_up_decimals, run_decimals},
                          {"counting-sort", set_up_counting, run_counting},
                          {"k-means", set_up_means, run_means},
                          {"bytecode", set_up_bytecode, run_bytecode},
                          {"sparse", set_up_sparse, run_sparse},
                          {NULL}};
