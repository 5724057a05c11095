// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads data files xgrind.data.* (docs/data-format.md), and checks what they say.  This is the only reader of these files.
//
// Names of events are by level of caches; texts are as programs have them, "" where they are not known.  Names of functions and variables
// may be mangled (objects/demangle.h).
//
// Ownership: all belongs to the DataFile, which its owner clears, also after a failure.
//
//    DataFile d = {0};
//    data_file_read(&d, "xgrind.data.1234", 0);                  // or fails with one sentence
//    JsonValue v = data_file_section(&d, "dependences");         // as in the file, checked; NULL: the file has none
//    data_file_bad(&d, "the profile has no events");             // fails with a sentence about this file
//    data_file_clear(&d);
#ifndef XG_COMMANDS_DATA_DATA_FILE_H
#define XG_COMMANDS_DATA_DATA_FILE_H

#include "base/arena.h"
#include "commands/data/json.h"
#include "commands/data/schema.h"
#include "commands/files/input.h"

typedef struct {
   const char *name, *file, *module;
   bool is_inlined;
} DataFunction;

typedef struct {
   uint32_t function;
   uint64_t line; // 0: not known
} DataFrame;

// Calls, the innermost first.
typedef struct {
   DataFrame* frames;
   uint32_t n;
} DataStack;

// Code that accesses an object.
typedef struct {
   uint32_t function;
   uint64_t line;
   JsonValue cost; // a list; see data_file_cost()
} DataLine;

typedef struct {
   uint64_t id, born;
   const char *kind, *symbol, *module, *source;
   const DataStack* stack; // of the allocation; NULL: it has none
   JsonValue
      handed_on; // numbers of calls of the stack whose functions return what they allocate; may be NULL
   JsonValue cost;
   DataLine* lines; // their costs add up to the object's
   uint32_t n_lines;
   double*
      weights; // with sampling, by event: how many a recorded one stands for; NAN: not known.  NULL: costs are exact
} DataObject;

typedef struct {
   const char *file, *shown; // its name, and that for messages
   const char* command;
   uint64_t pid;
   bool is_sampled;
   const char** events; // names
   uint32_t n_events;
   DataFunction* functions;
   uint32_t n_functions;
   DataStack* stacks;
   uint32_t n_stacks;
   DataObject* objects;
   uint32_t n_objects;
   Input in; // while it is read
   bool is_open;
   Json json;
   SchemaKnown known;
   Arena arena;
} DataFile;

// Of a run that has collected no objects, but miss curves or a timeline, the file has none.
enum { DATA_FILE_NO_OBJECTS = 1 };

// Reads a file into an empty DataFile.  `how` 0: it must have objects.
void data_file_read(DataFile* d, const char* file, int how);
// Reads an input that is open, and closes it.
void data_file_read_input(DataFile* d, const char* file, Input in, int how);
void data_file_clear(DataFile* d);
// A section that not every command needs.
JsonValue data_file_section(DataFile* d, const char* name);
// A text of it as the program has it; "" for what is not known.  It lives as long as the DataFile.
const char* data_file_text(DataFile* d, JsonValue v);
__attribute__((format(printf, 2, 3), noreturn)) void data_file_bad(const DataFile* d,
                                                                   const char* format, ...);

// A figure of a list of costs, by event.
static inline uint64_t data_file_cost(const DataFile* d, JsonValue cost, uint32_t event)
{
   return json_count(&d->json, json_first(cost) + event);
}

#endif
