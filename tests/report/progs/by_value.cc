// SPDX-License-Identifier: GPL-3.0-or-later
// answer: reference counts
// A shared pointer is handed over by value.  With a second thread, its counts are atomic.
#include <cstdio>
#include <memory>
#include <thread>

__attribute__((noinline)) static long value(std::shared_ptr<long> p)
{
   return *p;
}

__attribute__((noinline)) static long work(const std::shared_ptr<long>& p)
{
   long sum = 0;
   for (int i = 0; i < 400000; i++) sum += value(p); // here
   return sum;
}

int main()
{
   auto p = std::make_shared<long>(3);
   long sum = 0;
   std::thread other([&] { sum = work(p); });
   other.join();
   printf("%ld\n", sum);
}
