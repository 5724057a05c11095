// SPDX-License-Identifier: GPL-3.0-or-later
// answer: waiting for another thread
// says: until another thread writes
// One thread waits in a loop until another one has written its numbers, and slept.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

static std::atomic<bool> has_ended{false};
static volatile long places[1024];

static void fill()
{
   for (long i = 0; i < 1000000; i++) places[i % 1024] = i;
   std::this_thread::sleep_for(std::chrono::milliseconds(300));
   has_ended.store(true, std::memory_order_release);
}

int main()
{
   std::thread worker(fill);
   while (!has_ended.load(std::memory_order_acquire)) { // here
   }
   worker.join();
   printf("%ld\n", places[7]);
}
