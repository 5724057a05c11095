// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of /proc and /sys say of processors, for another number of them (proc(5); the kernel's
// Documentation/admin-guide/cputopology.rst).
//
//    HChar* text = processor_file_text("/sys/devices/system/cpu/online", 4);    // "0-3\n"
//    if (text) ...; host_free(text);
#ifndef XG_CALLGRIND_THREADS_PROCESSOR_FILES_H
#define XG_CALLGRIND_THREADS_PROCESSOR_FILES_H

#include "pub_tool_basics.h"

// The contents of a file with n processors, all like the host's first one, each a core of one package.  NULL: the file is
// about something else, or cannot be read.  To be given to host_free().
HChar* processor_file_text(const HChar* path, UInt n);

#endif
