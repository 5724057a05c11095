// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a heap
// says: chooses the child by arithmetic
// Events in the order of their times, each of which makes another one: the heap compares, and its code is all inlined.
#include <cstdio>
#include <queue>
#include <vector>

struct Event {
   unsigned time, what;
   bool operator<(const Event& other) const { return time > other.time; }
};

int main()
{
   std::priority_queue<Event> events;
   unsigned state = 1;
   for (unsigned i = 0; i < 1000; i++) {
      state = state * 1664525 + 1013904223;
      events.push({state >> 12, i});
   }
   unsigned long sum = 0;
   for (int i = 0; i < 200000; i++) {
      Event next = events.top();
      events.pop();
      sum += next.what;
      state = state * 1664525 + 1013904223;
      events.push({next.time + (state >> 14), next.what});
   }
   printf("%lu\n", sum);
}
