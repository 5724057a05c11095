// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a program that has not ended; see results_so_far.h.
#include "callgrind/files/results_so_far.h"

#include "callgrind/files/data_file.h"
#include "callgrind/files/dump.h"
#include "callgrind/options/options.h"

Bool results_write_so_far(void)
{
   const Bool ok = dump_snapshot();
   return (!options_write_data() || data_file_write()) && ok;
}
