// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the end of the run; see last_files.h.
#include "callgrind/result_files/last_files.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/reserved_file.h"
#include "callgrind/result_files/tree_file.h"

void last_files_reserve(void)
{
   profile_file_reserve();
   if (options_write_data()) data_file_reserve();
   if (options.context_tree) tree_file_reserve();
}

void last_files_review(void)
{
   reserved_files_review();
}

void last_files_after_fork(void)
{
   if (!reserved_files_after_fork()) return;
   last_files_reserve();
   reserved_files_review();
}
