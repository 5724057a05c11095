/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * intwork.c: a workload in integers: words made by a generator, counted in a
 * hash table with chains, sorted with a comparison callback, written to a
 * text, searched, taken apart into tokens again and summed.  Every run gives equal
 * numbers.
 *
 * Build:  cc -O2 -g -o intwork intwork.c
 * Usage:  intwork SCALE       SCALE in thousands of words
 *
 * Prints one line of results; the exit status is 1 if the tokens of the text
 * are not the words it was made of.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

enum { LETTERS = 12, BUCKETS = 4096 };

typedef struct word {
   struct word* next;
   uint32_t hash, count;
   unsigned len;
   char text[LETTERS + 1];
} word_t;

typedef struct {
   word_t* bucket[BUCKETS];
   unsigned words;
} table_t;

static uint32_t state = 12345;
static uint32_t crctable[256];

static void* allocate(size_t size)
{
   void* p = malloc(size);
   if (p == NULL) {
      fprintf(stderr, "intwork: out of memory\n");
      exit(2);
   }
   return p;
}

static uint32_t next_random(void)
{
   state = state * 1664525u + 1013904223u;
   return state >> 8;
}

/* Short words are frequent, so that words repeat. */
static NOINLINE unsigned make_word(char* w)
{
   static const char consonant[] = "bcdfghklmnprstvz", vowel[] = "aeiou";
   uint32_t r = next_random();
   unsigned n = 2 + r % 3 + (r & 0x300 ? 0 : r % 8);
   for (unsigned i = 0; i < n; i++) {
      uint32_t x = next_random() >> 6;
      w[i] = i & 1 ? vowel[x % 5] : consonant[x % 16];
   }
   w[n] = '\0';
   return n;
}

static NOINLINE uint32_t hash_word(const char* w, unsigned n)
{
   uint32_t h = 2166136261u;
   for (unsigned i = 0; i < n; i++) h = (h ^ (unsigned char)w[i]) * 16777619u;
   return h;
}

static NOINLINE word_t* table_find(table_t* t, const char* w, unsigned n, int insert)
{
   uint32_t h = hash_word(w, n);
   word_t** p = &t->bucket[(h ^ h >> 16) % BUCKETS];
   for (; *p != NULL; p = &(*p)->next)
      if ((*p)->hash == h && (*p)->len == n && memcmp((*p)->text, w, n) == 0) return *p;
   if (!insert) return NULL;
   word_t* e = allocate(sizeof *e);
   e->next = NULL;
   e->hash = h;
   e->count = 0;
   e->len = n;
   memcpy(e->text, w, n);
   e->text[n] = '\0';
   *p = e;
   t->words++;
   return e;
}

static void table_free(table_t* t)
{
   for (unsigned b = 0; b < BUCKETS; b++) {
      while (t->bucket[b] != NULL) {
         word_t* e = t->bucket[b];
         t->bucket[b] = e->next;
         free(e);
      }
   }
}

static int by_count(const void* a, const void* b)
{
   const word_t *x = *(word_t*const*)a, *y = *(word_t*const*)b;
   if (x->count != y->count) return x->count < y->count ? 1 : -1;
   return strcmp(x->text, y->text);
}

static NOINLINE word_t** sort_words(const table_t* t)
{
   word_t** list = allocate((t->words + 1) * sizeof *list);
   unsigned n = 0;
   for (unsigned b = 0; b < BUCKETS; b++)
      for (word_t* e = t->bucket[b]; e != NULL; e = e->next) list[n++] = e;
   qsort(list, n, sizeof *list, by_count);
   return list;
}

/* Horspool's search: how often needle occurs. */
static NOINLINE unsigned search(const char* text, size_t n, const char* needle)
{
   size_t m = strlen(needle), skip[256];
   unsigned found = 0;
   for (int i = 0; i < 256; i++) skip[i] = m;
   for (size_t i = 0; i + 1 < m; i++) skip[(unsigned char)needle[i]] = m - 1 - i;
   for (size_t i = 0; i + m <= n; i += skip[(unsigned char)text[i + m - 1]]) {
      size_t k = m;
      while (k > 0 && text[i + k - 1] == needle[k - 1]) k--;
      found += k == 0;
   }
   return found;
}

static NOINLINE unsigned tokenize(const char* text, size_t n, table_t* known, unsigned* sum)
{
   unsigned tokens = 0;
   for (size_t i = 0; i < n;) {
      switch (text[i]) {
      case ' ':
      case '\n':
      case ',':
      case '.': i++; break;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
         unsigned v = 0;
         while (i < n && text[i] >= '0' && text[i] <= '9')
            v = v * 10 + (unsigned)(text[i++] - '0');
         *sum += v;
         break;
      }
      default: {
         size_t from = i;
         while (i < n && text[i] >= 'a' && text[i] <= 'z') i++;
         if (i == from) {
            i++;
         } else {
            word_t* e = table_find(known, text + from, (unsigned)(i - from), 0);
            if (e != NULL && e->count > 0) tokens++;
         }
      }
      }
   }
   return tokens;
}

static NOINLINE void checksum_init(void)
{
   for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      crctable[i] = c;
   }
}

static NOINLINE uint32_t checksum(const char* p, size_t n)
{
   uint32_t c = 0xffffffffu;
   for (size_t i = 0; i < n; i++) c = crctable[(c ^ (unsigned char)p[i]) & 0xff] ^ c >> 8;
   return ~c;
}

static NOINLINE size_t make_text(char* text, unsigned words, table_t* t)
{
   size_t n = 0;
   for (unsigned i = 0; i < words; i++) {
      n += make_word(text + n);
      size_t from = n;
      while (from > 0 && text[from - 1] >= 'a') from--;
      table_find(t, text + from, (unsigned)(n - from), 1)->count++;
      text[n++] = i % 11 == 10 ? ',' : ' ';
      if (i % 16 == 15) {
         n += (size_t)sprintf(text + n, "%u.", i);
         text[n++] = '\n';
      }
   }
   return n;
}

int main(int argc, char** argv)
{
   int scale = argc == 2 ? atoi(argv[1]) : 0;
   if (scale < 1 || scale > 100000) {
      fprintf(stderr, "usage: intwork SCALE\n");
      return 2;
   }
   checksum_init();
   unsigned per = 10000, tokens = 0, found = 0, distinct = 0, sum = 0;
   uint32_t crc = 0;
   unsigned left = (unsigned)scale * 1000, total = left;
   char* text = allocate(per * (LETTERS + 2) + per);
   while (left > 0) {
      unsigned words = left < per ? left : per;
      table_t t;
      memset(&t, 0, sizeof t);
      size_t n = make_text(text, words, &t);
      word_t** list = sort_words(&t);
      for (unsigned i = 0; i < t.words && i < 8; i++)
         found += search(text, n, list[t.words - 1 - i]->text);
      tokens += tokenize(text, n, &t, &sum);
      distinct += t.words;
      crc ^= checksum(text, n);
      free(list);
      table_free(&t);
      left -= words;
   }
   free(text);
   printf("words %u distinct %u found %u sum %u checksum %08x\n", tokens, distinct, found, sum,
          crc);
   if (tokens != total) {
      fprintf(stderr, "intwork: %u words written, %u read\n", total, tokens);
      return 1;
   }
   return 0;
}
