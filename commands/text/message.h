// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages of the commands: one line each, on standard error, behind the command's name.
//
// Ownership: texts that functions of commands/text/ return live as long as the process; nobody frees them (text/kept.h).
//
//    message_program("xgrind_diff", 2);                // name, and exit status of errors
//    fail("%s: cannot be read", printable(name));      // "xgrind_diff: a: cannot be read", and exits with status 2
//    const char* wrong = failure_of(read_it, &file);   // the sentence with which fail() would have ended; NULL: it went well
#ifndef XG_COMMANDS_TEXT_MESSAGE_H
#define XG_COMMANDS_TEXT_MESSAGE_H

// cmocka has a macro of this name.
#undef fail

// Names the command in messages, and says with which status it ends after an error.
void message_program(const char* name, int status);
// That name.
const char* message_name(void);
// Prints one sentence and ends the process; within failure_of(), returns the sentence from there.
__attribute__((format(printf, 1, 2), noreturn)) void fail(const char* format, ...);
// Fails since a file that open() has refused cannot be read, with the reason in errno and an advice.
__attribute__((noreturn)) void fail_to_open(const char* name);
// Prints "NAME: warning: ..." and goes on; says nothing within without_warnings().
__attribute__((format(printf, 1, 2))) void warn_user(const char* format, ...);
// Prints what the command does.
__attribute__((format(printf, 1, 2))) void note(const char* format, ...);
// Runs a function, and returns the sentence with which it has failed, or NULL.  What the function had opened or allocated until then
// is its owner's to give back.  Each thread has its own.
const char* failure_of(void (*does)(void* with), void* with);
// Runs a function in which warn_user() is silent.
void without_warnings(void (*does)(void* with), void* with);

// A text of the user or of a file without control characters, for a message.
const char* printable(const char* text);
// Such a text in quotes, of at most 43 bytes: what is longer ends with three dots.
const char* quoted(const char* text);
// A word as a shell reads it, for a command that is suggested: 'it'\''s'.
const char* shell_word(const char* word);

#endif
