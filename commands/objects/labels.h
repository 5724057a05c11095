// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a programmer calls memory objects: its variable, else its name, else its source line; no two of a data file alike: "p (grid.c:7) #2".
//
//    const ObjectName* names = object_names(&d);
//    const char* const* labels = object_labels(&d, names);    // of each object
//
// Ownership: labels live as long as the process.
#ifndef XG_COMMANDS_OBJECTS_LABELS_H
#define XG_COMMANDS_OBJECTS_LABELS_H

#include "commands/objects/object_names.h"

const char** object_labels(const DataFile* d, const ObjectName* names);

#endif
