// SPDX-License-Identifier: GPL-3.0-or-later
//
// The variable that an allocation is assigned to, as its programmer calls it: "grid->cells".
//
//    const char* name = variable_of(&d, &d.objects[i], &names[i]);    // NULL: the source does not say it
//
// NULL wherever there is a doubt.  Static objects have a symbol and need no other name: NULL.  The call that is looked for in the source is
// that of the object's frame, or, without one, that of its innermost call; where it returns what it allocates, at once or by way of a
// local variable, that of its caller.  A source that is not there, may not be read (docs/text-tools.md), is newer than its module or too large
// says nothing.  The rules are in docs/objects.md.  Texts live as long as the process.
#ifndef XG_COMMANDS_OBJECTS_VARIABLES_H
#define XG_COMMANDS_OBJECTS_VARIABLES_H

#include "commands/objects/object_names.h"

const char* variable_of(const DataFile* d, const DataObject* o, const ObjectName* name);

#endif
