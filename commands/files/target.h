// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where an output goes, by no way that another user has laid.
//
// A link, wherever on the way it is, is followed if this user or root owns it.  Any other one is refused with a sentence: its owner
// could lead the output over any file of this user.  So is a pipe or a device that another user may have put there.
//
//    Target t;
//    if (target_find(&t, "a/sum")) openat(t.folder, t.name, ...);    // false: errno says why not
//    target_close(&t);
#ifndef XG_COMMANDS_FILES_TARGET_H
#define XG_COMMANDS_FILES_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct {
   const char* shown;       // the name as it was given
   int folder;              // an open folder; -1: none
   char name[NAME_MAX + 1]; // of the file in it: links are followed
   int
      descriptor; // the open file of this process that a name such as /dev/stdout means; -1: none
   bool is_there;   // whether there is something of this name
   struct stat was; // of lstat(), if there is
} Target;

// Finds the folder and the name in it.  Returns false, with the reason in errno, if there is no such folder, or it may not be entered;
// fails if another user may have laid the way.  target_close() gives the folder back, also when it was not found.
bool target_find(Target* t, const char* name);
void target_close(Target* t);

#endif
