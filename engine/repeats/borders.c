// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of MPI and OpenMP; see borders.h.
#include "engine/repeats/borders.h"

static bool begins_with(const char* name, const char* const* starts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (host_strncmp(name, starts[i], host_strlen(starts[i])) == 0) return true;
   return false;
}

#define BEGINS_WITH(name, starts) begins_with(name, starts, sizeof(starts) / sizeof *(starts))

bool border_is(const char* function)
{
   static const char* const all[] = {"MPI_",          "PMPI_",        "mpi_",
                                     "GOMP_parallel", "GOMP_barrier", "__kmpc_fork_call",
                                     "__kmpc_barrier"};
   static const char* const others[] = {"MPI_W", "mpi_w", "MPI_Comm_",
                                        "mpi_comm_"}; // a clock, ranks
   static const char* const waits[] = {"MPI_Wait", "mpi_wait"};
   if (BEGINS_WITH(function, others) && !BEGINS_WITH(function, waits)) return false;
   return BEGINS_WITH(function, all);
}

bool border_is_barrier(const char* function)
{
   static const char* const all[] = {"MPI_Barrier", "PMPI_Barrier", "mpi_barrier",
                                     "GOMP_barrier", "__kmpc_barrier"};
   return BEGINS_WITH(function, all);
}
