// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a program that has not ended; see results_so_far.h.
#include "callgrind/result_files/results_so_far.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/dump.h"

Bool results_write_so_far(void)
{
   const Bool ok = dump_snapshot();
   return (!options_write_data() || data_file_write()) && ok;
}
