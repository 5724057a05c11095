// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/merge/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "commands/text/message.h"

// What a thread does: the sum of neighbours in the list.
typedef struct {
   const char* const* files;
   uint32_t n;
   const SumHow* how;
   uint32_t number; // among the shares
   atomic_uint*
      failed; // the first of those that have failed: the sums of those behind it are not needed
   Sum sum, other; // other: of the file that is read
   bool has_sum;
   const char* failure; // the sentence; NULL: it went well
   pthread_t thread;
} Share;

typedef struct {
   Share* share;
   const char* file;
} Reading;

static void read_file(void* with)
{
   const Reading* reading = with;
   sum_read(&reading->share->other, reading->file, reading->share->how);
}

// Reads a file; false: it is left out.
static bool read_or_leave_out(Share* share, const char* file)
{
   const char* sentence = failure_of(read_file, &(Reading){share, file});
   if (!sentence) return true;
   sum_clear(&share->other);
   if (!share->how->skips_broken)
      fail("%s%s", sentence,
           share->how->is_alone ? "" : "; --broken=skip leaves such a file out");
   warn_user("%s; it is left out", sentence);
   return false;
}

static void add_files(void* with)
{
   Share* share = with;
   for (uint32_t i = 0; i < share->n && atomic_load(share->failed) > share->number; i++) {
      if (!read_or_leave_out(share, share->files[i])) continue;
      if (share->has_sum) {
         sum_add(&share->sum, &share->other, share->how);
      } else {
         share->sum = share->other;
         share->other = (Sum){0};
         share->has_sum = true;
         profile_unite(share->sum.p);
      }
   }
}

// Whoever fails, those in front of it go on: the sentence is about the first file that cannot be read, whatever the threads.
static void* run(void* with)
{
   Share* share = with;
   share->failure = failure_of(add_files, share);
   unsigned first = atomic_load(share->failed);
   while (share->failure && share->number < first
          && !atomic_compare_exchange_weak(share->failed, &first, share->number)) {
   }
   return NULL;
}

// Adds the sums of all shares to that of the first that has one.
static bool add_shares(Sum* sum, Share* shares, uint32_t n, const SumHow* how)
{
   bool has_sum = false;
   for (uint32_t i = 0; i < n; i++) {
      if (!shares[i].has_sum) continue;
      if (has_sum)
         sum_add(sum, &shares[i].sum, how);
      else
         *sum = shares[i].sum;
      has_sum = true;
   }
   return has_sum;
}

bool sum_of_files(Sum* sum, const char* const* files, uint32_t n, uint32_t threads,
                  const SumHow* how)
{
   if (threads > n) threads = n;
   atomic_uint failed = threads;
   Share* shares = host_zalloc("merge.shares", threads * sizeof *shares);
   for (uint32_t i = 0; i < threads; i++) {
      const uint32_t from = (uint32_t)((uint64_t)n * i / threads),
                     to = (uint32_t)((uint64_t)n * (i + 1) / threads);
      shares[i] = (Share){
         .files = files + from, .n = to - from, .how = how, .number = i, .failed = &failed};
   }
   for (uint32_t i = 1; i < threads; i++) {
      const int error = pthread_create(&shares[i].thread, NULL, run, &shares[i]);
      if (error)
         fail("no other thread can be started: %s; --jobs=1 needs none", strerror(error));
   }
   run(&shares[0]);
   for (uint32_t i = 1; i < threads; i++) pthread_join(shares[i].thread, NULL);
   for (uint32_t i = 0; i < threads; i++)
      if (shares[i].failure) fail("%s", shares[i].failure);
   const bool has_sum = add_shares(sum, shares, threads, how);
   host_free(shares);
   return has_sum;
}
