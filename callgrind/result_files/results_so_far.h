// SPDX-License-Identifier: GPL-3.0-or-later
//
// All result files as if the program ended here, while it goes on: files that are written later under the same
// names replace them, and have all costs.
//
//    if (!results_write_so_far()) ...   // some file could not be written, which has been reported
#ifndef XG_CALLGRIND_RESULT_FILES_RESULTS_SO_FAR_H
#define XG_CALLGRIND_RESULT_FILES_RESULTS_SO_FAR_H

#include "pub_tool_basics.h"

Bool results_write_so_far(void);

#endif
