// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of files from a list, where there are too many for a command line.
//
//    NameList names = {0};
//    names_from("list", &names);    // one name a line; "-": standard input
//    names.name[0]
#ifndef XG_COMMANDS_FILES_NAME_LIST_H
#define XG_COMMANDS_FILES_NAME_LIST_H

#include <stdint.h>

typedef struct {
   const char** name; // the texts live as long as the process
   uint32_t n, room;
} NameList;

void name_list_add(NameList* names, const char* name);
// Adds the names of a list; empty lines are left out.  Fails for a list that cannot be read, or has no names.
void names_from(const char* list, NameList* names);

#endif
