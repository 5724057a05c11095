// SPDX-License-Identifier: GPL-3.0-or-later
//
// What profiles say of their runs. A run is all that one command has led to: processes, and programs that they have run. Which
// profiles belong together, their headers say: "desc: Run: 24931.1764329846123456789, program 2" is the same in all of
// a run, but for the program, and in no other one (docs/files.md).
//
//    RunMember m;
//    if (run_member_of("callgrind.out.7", &m)) ... m.run ...
#ifndef XG_COMMANDS_RUN_MEMBERS_H
#define XG_COMMANDS_RUN_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   const char* name; // of the profile
   const char* run;  // number and start of the run's first process: "24931.1764329846123456789"
   const char *pid, *program;           // as in the header: digits
   uint64_t pid_number, program_number; // UINT64_MAX: at least that
   bool has_other_layouts;              // whether it is of --what-if, by its name
} RunMember;

typedef struct {
   RunMember* member; // for host_free()
   uint32_t n, room;
} RunMembers;

// Looks into a profile, if it may be opened unasked; false: it does not say of which run it is.  The name is not copied.
bool run_member_of(const char* name, RunMember* m);
// The folder of a file, as names of others in it begin: "a/" of "a/b", "" of "b".
const char* run_folder_of(const char* name);
// Adds the profiles in such a folder, in order of their names, but for those that are among the n sorted names: they are known.
void run_members_in(const char* folder, const char* const* sorted, size_t n, RunMembers* to);
// For array_sort() and bsearch(), of names: by their bytes.
int run_compare_names(const void* a, const void* b);

#endif
