// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to call memory objects, no two of a data file alike (the rule is in docs/objects.md).
//
//    demangle_names(&d);                           // objects/demangle.h
//    const ObjectName* names = object_names(&d);   // of each object
//    printf("%s (%s)\n", names[i].name, names[i].place);
//
// Ownership: names live as long as the DataFile.
#ifndef XG_COMMANDS_OBJECTS_OBJECT_NAMES_H
#define XG_COMMANDS_OBJECTS_OBJECT_NAMES_H

#include "commands/data/data_file.h"

typedef struct {
   const char*
      name; // a symbol, or the function that wanted the memory; with the call that distinguishes it from others with that name
            // and place, or else with its number
   const char* place;      // "file:line" of it, or ""
   const char* module;     // that these are from, or ""
   const DataFrame* frame; // the call of the stack that they are from, or NULL
   uint32_t which,
      among; // of several with equal stacks, as one line allocates them: which one, in the order in which they were first
             // allocated, of how many; or 0
} ObjectName;

// Of each object of a file, whose names are those of the source.
ObjectName* object_names(DataFile* d);

#endif
