// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options of a command, each declared once, in the command's options.def: the parser, --help, the manual page (tools/make-options) and
// the completion of command lines, which reads --help, come from there.
//
//    USAGE(text)                  how the command is called, behind its name
//    ABOUT(text)                  a paragraph of the description
//    INTRO(text)                  a paragraph before the options
//    OPTION(kind, names, value, shown, default, help, further fields of Option)
//
// Texts are Markdown: `--spread` is to be typed, <FILE> to be replaced.  `shown` follows the name in --help: "=<FILE>", "=yes|no",
// "[=yes|no]" where the value may be left out; of a choice it is its words, too.  `default` follows the help, in brackets; "": there is
// none.
//
//    #include "commands/options/rows.h"       // the macros, as rows of a table
//    static const Option rows[] = {
//    #include "commands/merge/options.def"
//    };
//    static const OptionTable table = {"xgrind_merge", rows, sizeof rows / sizeof rows[0]};
#ifndef XG_COMMANDS_OPTIONS_OPTION_H
#define XG_COMMANDS_OPTIONS_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Values of an option that may be given several times, in the order of the command line.
typedef struct {
   const char** texts;
   size_t n;
} OptionList;

// Values that were the next argument although they can be left out, or may be meant as something else.
typedef struct {
   struct {
      const char *option, *value; // as they were typed
   } * pair;
   size_t n;
} OptionsNext;

// What an option has for a value, and where it goes.  What is not given is left as it was: as a rule 0.
typedef enum {
   OPTION_FLAG,    // none; bool
   OPTION_TEXT,    // any text but the empty one; const char*
   OPTION_LIST,    // the same; OptionList
   OPTION_NUMBER,  // decimal digits without a zero in front, from min to max; uint32_t
   OPTION_CHOICE,  // a word; int: its number, from 1
   OPTION_HELP,    // prints the options, and ends the process
   OPTION_VERSION, // prints the version, and ends the process
   // what is no option, but a text of --help
   OPTION_USAGE,
   OPTION_ABOUT,
   OPTION_INTRO
} OptionKind;

typedef struct Option {
   OptionKind kind;
   const char* names; // "output|o": messages have the first one
   void* value;
   const char *shown, *shown_default, *help;
   const char* wanted; // the value in words: "the name of a file"; of a choice NULL
   const char*
      alone; // the value if none is given, which then follows "=" only; NULL: there must be one
   // called instead of storing the value, in the order of the command line; of a flag, the value is NULL
   void (*does)(const struct Option* option, const char* value);
   // the next argument is the value, too, if it begins with a letter or "_", and then noted there
   OptionsNext* or_next;
   uint32_t min, max;
   bool (*accepts)(
      const char*
         value); // of a text or list, whether it takes this one (values.h); NULL: any but the empty one
   bool
      is_output; // whether it names a file that is written: one that would be refused is an error at once
} Option;

typedef struct {
   const char* program;
   const Option* rows;
   size_t n;
} OptionTable;

// How an option says yes or no.
enum { OPTION_YES = 1, OPTION_NO };

#endif
