// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory objects as a profile in Callgrind's format.
//
// An object is a function, called by the code that accesses it: its callers are the code that causes its cost, and the callees of
// a function are the objects it accesses.  All costs are the objects' own; those of code are only inclusive.  The number of calls is the
// number of accesses.  Objects of several files are the same if kind, module, place and name agree.
//
//    if (is_data_file("xgrind.data.7")) {
//       bool is_estimated;
//       size_t size_B;
//       char* text = objects_profile_text("xgrind.data.7", "0.1", &is_estimated, &size_B);
//       host_free(text);
//    }
#ifndef XG_COMMANDS_OBJECTS_OBJECTS_PROFILE_H
#define XG_COMMANDS_OBJECTS_OBJECTS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "commands/data/data_file.h"
#include "commands/objects/object_names.h"
#include "commands/text/built.h"

// Whether a file begins as data files do.  Only regular files are looked into, as what is read of a pipe is gone.
bool is_data_file(const char* file);
// Writes the profile of a file whose names are those of the source.  `version` is that of the tools.
void objects_profile_write(Built* to, DataFile* d, const ObjectName* names,
                           const char* version);
// Reads a file, and returns its profile as a text for host_free(); *is_estimated: whether figures are estimates, from sampling.  Fails with one sentence.
char* objects_profile_text(const char* file, const char* version, bool* is_estimated,
                           size_t* size_B);

#endif
