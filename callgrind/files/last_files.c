// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the end of the run; see last_files.h.
#include "callgrind/files/last_files.h"

#include "callgrind/files/data_file.h"
#include "callgrind/files/profile_file.h"
#include "callgrind/files/reserved_file.h"
#include "callgrind/files/tree_file.h"
#include "callgrind/options/options.h"

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
