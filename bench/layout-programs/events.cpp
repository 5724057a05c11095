// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events whose members the compiler has to pad: 56 bytes, 31 of data, all used, at random.
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Event {
#ifdef FIXED
   double when, weight; long source; int code; bool valid, seen, urgent;
#else
   bool valid; double when; bool seen; double weight; int code; long source; bool urgent;
#endif
};
int main(int c, char** v)
{
   int n = c > 1 ? atoi(v[1]) : 30000, visits = c > 2 ? atoi(v[2]) : 600000;
   std::vector<Event> e(n);
   for (int i = 0; i < n; i++) { e[i].valid = i % 3; e[i].when = i; e[i].seen = false; e[i].weight = 1; e[i].code = i % 9; e[i].source = i * 3l; e[i].urgent = i % 2; }
   unsigned x = 1;
   double sum = 0;
   for (int k = 0; k < visits; k++) {
      x = x * 1664525u + 1013904223u;
      Event& one = e[(x >> 8) % n];
      if (one.valid || one.urgent) sum += one.when * one.weight + one.code + one.source % 4;
      one.seen = true;
   }
   std::printf("%.1f\n", sum);
}
