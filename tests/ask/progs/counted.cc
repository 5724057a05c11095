// SPDX-License-Identifier: GPL-3.0-or-later
//
// counted: two threads each hand over a shared pointer by value, 40,000 times; with -DDATA they write what it points to instead.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

struct Settings {
   std::atomic<long> uses{0};
   long limit = 3;
};

__attribute__((noinline)) static long limit(std::shared_ptr<Settings> settings) { return settings->limit; }

static void work(const std::shared_ptr<Settings>& settings)
{
   long sum = 0;
   for (int i = 0; i < 40000; i++) {
#ifdef DATA
      sum += settings->uses++; // what is shared
#else
      sum += limit(settings); // what is shared
#endif
   }
   __asm__ volatile("" : : "r"(sum));
}

int main()
{
   auto settings = std::make_shared<Settings>();
   std::thread first([settings] { work(settings); }), second([settings] { work(settings); });
   first.join();
   second.join();
   printf("%ld\n", settings->limit);
   return 0;
}
