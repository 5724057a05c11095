// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starts a tool of Valgrind, as Valgrind's own launcher does, but that the environment has nothing for the core that the program would
// see: the program is in the environment that it has without us.
//
//    char** args = start_arguments(argv);        // what the tool has told us is taken out
//    start_tool("xgrind", args);                 // returns if it cannot be started
#ifndef XG_LAUNCH_START_H
#define XG_LAUNCH_START_H

// Prints "NAME: " and a sentence on standard error and exits with status 1.
void start_fail(const char* format, ...) __attribute__((noreturn, format(printf, 1, 2)));

// Takes the options out that are for the launcher alone.  Sets whether the tool is to be started with the rest as it is, because the
// core runs us in place of a program that it follows, or xgrind_layout does.
char** start_arguments(char** argv, int* is_direct);

// The path of a tool for this architecture; to be freed.
char* start_path(const char* tool, const char* platform);

// Replaces this process with a tool; arguments begin with the launcher's name.
void start_tool(const char* tool, char** args);

// What the tool prints on standard output, to be freed; its exit status.
char* start_and_read(const char* tool, char** args, int* status);

// Whether there is a program of this name, in PATH if it has no slash.
int start_finds(const char* name);

// Whether an argument is an option; "--" and what follows are not.
int start_is_option(const char* arg);

// The arguments with one more behind the launcher's name.
char** start_with(char** args, const char* first);

// Like start_with() with "--tool=" and a name.
char** start_with_tool(char** args, const char* tool);

// Two texts behind each other, to be freed.
char* start_joined(const char* a, const char* b);

extern const char start_name[]; // of the program, for messages

#endif
