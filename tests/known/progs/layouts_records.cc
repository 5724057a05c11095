// SPDX-License-Identifier: GPL-3.0-or-later
//
// layouts_records: records whose members lie together or, with -DAPART, in two arrays of one allocation, one behind
// the other.  For tests/known/layouts, which counts in the functions that use them alone.
#include <cstddef>
#include <cstdio>

enum { RECORDS = 1000, FLUSH_B = 1 << 20 };
static volatile char flushed[FLUSH_B];

struct Key {
   long key;
   double weight;
};

struct Text {
   char text[48];
};

#ifdef APART
struct Records {
   Key* key;
   Text* text;
};
#define KEY(r, i) (r).key[i]
#define TEXT(r, i) (r).text[i].text
#else
struct Record {
   Key key;
   Text text;
};
struct Records {
   Record* record;
};
#define KEY(r, i) (r).record[i].key
#define TEXT(r, i) (r).record[i].text.text
#endif

__attribute__((noinline)) static Records make_records()
{
   char* memory = new char[RECORDS * 64];
   __asm__ volatile("" : : "r"(memory));
#ifdef APART
   return {reinterpret_cast<Key*>(memory), reinterpret_cast<Text*>(memory + RECORDS * sizeof(Key))};
#else
   return {reinterpret_cast<Record*>(memory)};
#endif
}

__attribute__((noinline)) static double use_records(const Records& r)
{
   double sum = 0;
   for (int pass = 0; pass < 4; pass++) {
      for (int i = 0; i < RECORDS; i++) sum += KEY(r, i).weight * KEY(r, i).key;
      for (int i = pass; i < RECORDS; i += 97) sum += TEXT(r, i)[pass];
      for (int i = pass; i < RECORDS; i += 13) KEY(r, i).key++;
   }
   return sum;
}

int main()
{
   Records r = make_records();
   for (int i = 0; i < RECORDS; i++) {
      KEY(r, i) = {i, i / 2.0};
      for (int k = 0; k < 48; k++) TEXT(r, i)[k] = k;
   }
   for (int pass = 0; pass < 2; pass++)
      for (long i = 0; i < FLUSH_B; i += 16) flushed[i] = flushed[i] + 1;
   std::printf("%g\n", use_records(r));
}
