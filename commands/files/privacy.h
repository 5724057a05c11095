// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who may read an output: nobody who may not read all that it was made of.
//
// Whatever opens a profile, a data file, a tree or a source notes it here; files/output.h asks.  Threads may do so at the same time.
//
//    privacy_note(fd);                             // this file is read for what the command writes
//    fchmod(out, privacy_mode(group_of_output));
#ifndef XG_COMMANDS_FILES_PRIVACY_H
#define XG_COMMANDS_FILES_PRIVACY_H

#include <sys/stat.h>
#include <sys/types.h>

// An open file is read.  Pipes and devices count for nothing: they have no mode that says who has read the bytes that came through them.
void privacy_note(int fd);
// The mode of an output that belongs to this group, also by the umask.
mode_t privacy_mode(gid_t group);

#endif
