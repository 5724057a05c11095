// SPDX-License-Identifier: GPL-3.0-or-later
//
// ring: counts prime numbers in parallel, badly balanced.  Each rank tests a range
// of equal length, and larger numbers take more work.  Then the counts are added up
// around the ring, where ranks with little work wait for the others.
//
// Usage: mpicc -g -O2 -o ring ring.c && mpirun -np 4 ./ring [LIMIT]
// With -DREQUESTS, and with the profiler's option --instr-atstart=no, only code
// between MPI_Init and MPI_Finalize is instrumented.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef REQUESTS
#include <valgrind/xgrind.h>
#else
#define XGRIND_START_INSTRUMENTATION
#define XGRIND_STOP_INSTRUMENTATION
#endif

__attribute__((noinline)) static int is_prime(long n)
{
   if (n < 4) return n > 1;
   if (n % 2 == 0) return 0;
   for (long d = 3; d * d <= n; d += 2) {
      if (n % d == 0) return 0;
   }
   return 1;
}

__attribute__((noinline)) static long count_primes(long from, long below)
{
   long count = 0;
   for (long n = from; n < below; n++) count += is_prime(n);
   return count;
}

// The sum of the counts: of all ranks at rank 0, of the ranks up to this one elsewhere.
__attribute__((noinline)) static long add_up(long count, int rank, int ranks)
{
   long sum = 0;
   if (rank > 0) MPI_Recv(&sum, 1, MPI_LONG, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
   sum += count;
   if (ranks > 1) MPI_Send(&sum, 1, MPI_LONG, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
   if (ranks > 1 && rank == 0) {
      MPI_Recv(&sum, 1, MPI_LONG, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
   }
   return sum;
}

int main(int argc, char** argv)
{
   int rank, ranks;
   MPI_Init(&argc, &argv);
   XGRIND_START_INSTRUMENTATION;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &ranks);
   long limit = argc > 1 ? atol(argv[1]) : 2000000;
   long count = count_primes(limit * rank / ranks, limit * (rank + 1) / ranks);
   long sum = add_up(count, rank, ranks);
   if (rank == 0) printf("%ld primes below %ld\n", sum, limit);
   XGRIND_STOP_INSTRUMENTATION;
   MPI_Finalize();
   return 0;
}
