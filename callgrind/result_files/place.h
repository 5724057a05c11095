// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a result file is: its folder, kept open from the start, and its name in there.  So it is found again when the
// program has another root directory, and a link that another user puts in the way leads nowhere.
//
//    OutPlace p;
//    Int error = place_find(&p, "/home/me/callgrind.out.1");
//    if (!error) fd = place_open(&p, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL);
#ifndef XG_CALLGRIND_RESULT_FILES_PLACE_H
#define XG_CALLGRIND_RESULT_FILES_PLACE_H

#include "pub_tool_basics.h"
#include "pub_tool_libcfile.h"

// Beside errors of the system: a link that belongs to another user is, or leads to, what is asked for.
// The system does not say what is there, though it is open: the program has forbidden itself to ask.
enum { PLACE_OF_ANOTHER_USER = 10000, PLACE_WITHOUT_STATUS = 9999 };

typedef struct {
   Int folder;      // stays open; not the caller's
   HChar name[256]; // in the folder
   Bool is_link;    // the path led here by links, all of them the user's own or the system's
   Bool is_foreign; // this is a link that another user owns; it was not followed
   Bool exists;
   struct vg_stat st; // if it exists
} OutPlace;

// The place of an absolute path: 0, or an error of the system, or PLACE_OF_ANOTHER_USER if a link to its folder is
// another user's.
Int place_find(OutPlace* p, const HChar* path);
// Opens the file there, close-on-exec, and not by another user's link.  One that it creates has the mode 0600.  A
// descriptor, or an error of the system below zero.
Int place_open(const OutPlace* p, Int flags);
// Gives an open file of this user the mode 0600.
void place_hide(Int fd);
// A new file in the same folder, with a name that nobody knows before; as place_open().
enum { PLACE_NEW_NAME_B = 48 };
Int place_open_new(const OutPlace* p, HChar name[PLACE_NEW_NAME_B]);
// Gives the new file its name, in place of what is there; removes it.  False: the system refuses.
Bool place_take(const OutPlace* p, const HChar* new_name);
Bool place_remove(const OutPlace* p, const HChar* name);
// Gives the regular file there, to which no link leads, another name in the same folder.  False: it is something else, or the system
// refuses.
Bool place_rename(const OutPlace* p, const HChar* name);
// Opens the folder of an absolute path for reading what is in it; a descriptor, or an error below zero.
Int place_open_folder(const HChar* path);
// Whether what is there now can be replaced: its folder takes new files, and lets it go.
Bool place_can_be_replaced(const OutPlace* p);
// Whether another user could have put what is there into a folder that others may write to: a file, if the folder is a sticky
// one, and a pipe or a device, which would hand on what is written, in any.
Bool place_may_be_planted(const OutPlace* p);
// A descriptor that the program neither sees among its own nor can close, if the core has one left.
Int place_keep_open(Int fd);
// The program has another root directory: folders are found no more but by those that are open.
void place_root_has_changed(void);

#endif
