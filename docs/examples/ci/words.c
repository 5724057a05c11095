/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * words.c: the program that the example checks.  It counts the words of its input by
 * hashing.  With -DSLOWER it hashes each word twice, as it might after a careless
 * change.
 */
#include <stdio.h>
#include <string.h>

#define BUCKETS 1024
#define WORD_MAX_B 64

static unsigned counts[BUCKETS];
#ifdef SLOWER
static volatile unsigned last;
#endif

__attribute__((noinline)) unsigned hash(const char* word)
{
   unsigned h = 2166136261u;
   for (; *word; word++) h = (h ^ (unsigned char)*word) * 16777619u;
   return h;
}

__attribute__((noinline)) void count(const char* word)
{
#ifdef SLOWER
   last = hash(word);
#endif
   counts[hash(word) % BUCKETS]++;
}

int main(void)
{
   char word[WORD_MAX_B];
   unsigned n = 0, most = 0;
   while (scanf("%63s", word) == 1) {
      count(word);
      n++;
   }
   for (unsigned i = 0; i < BUCKETS; i++)
      if (counts[i] > most) most = counts[i];
   printf("%u words, at most %u in a bucket\n", n, most);
   return 0;
}
