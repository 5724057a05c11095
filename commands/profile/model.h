// SPDX-License-Identifier: GPL-3.0-or-later
//
// Profiles in Callgrind's format, as they are in memory: of a file, or of many that are added up.
//
// Functions are told apart by module (ob=), file (fl=) and name; costs after fi= and fe= still belong to the function. All that
// has figures is a row: costs of a place in the code, calls from there to a function, jumps. A row has one figure for each event,
// 64 bits each; a sum that has no room in them fails with one sentence.
//
// Ownership: a Profile owns its names, functions and rows; profile_free() gives them back.
//
//    Profile* p = profile_new();
//    profile_read(p, &in, NULL, NULL);                           // profile/reader.h
//    uint64_t* own = profile_own_costs(p);                       // of each function, for host_free()
//    printf("%s %lu\n", profile_name(p, p->functions[f].name), own[f * profile_events(p) + e]);
#ifndef XG_COMMANDS_PROFILE_MODEL_H
#define XG_COMMANDS_PROFILE_MODEL_H

#include "commands/profile/rows.h"
#include "commands/profile/sampled_sets.h"
#include "commands/profile/strings.h"

// What a function is, as numbers of names.
typedef struct {
   uint32_t module, file, name;
} ProfileFunction;

// Iterations of a loop that passes for a function (docs/loops.md).
typedef struct {
   uint64_t iterations;  // 0: it is none, or never went round
   uint64_t least, most; // of an entry
   bool has_trips;       // whether these are known
} ProfileLoop;

// A part of a file: what its header says.  Texts are NULL where it says nothing.
typedef struct {
   const char *creator, *cmd, *trigger;
   const uint32_t* events; // numbers of the events of the part, in its order
   uint32_t n_events;
} ProfilePart;

typedef struct Profile {
   Arena arena;                // of texts and lists of the header
   Strings strings;            // names of modules, files and functions
   ProfileFunction* functions; // by number
   uint8_t* is_defined; // by function: whether it has an fn= line, and is not just called
   ProfileLoop* loops;  // by function
   uint32_t n_functions, room_functions;
   Rows function_index; // keys: module, file, name; figure: the function's number and 1
   Strings events;      // names of the events of all parts; a name's number is the event's
   Strings event_lines; // names that an "event:" line is about
   const char**
      event_texts; // by number of such a name: "NAME = FORMULA : LONG NAME"; NULL: left out
   uint32_t room_event_texts;
   bool has_address, has_line; // what positions consist of
   // set before it is read
   bool joins_levels; // recursion levels of a function (name'2) are one
   bool
      joins_lines; // costs of a function's code are added up as they are read: only functions and events have a meaning in their rows
   ProfilePart* parts;
   uint32_t n_parts, room_parts;
   const char** descriptions; // texts behind "desc: " of all parts, in their order
   uint32_t n_descriptions, room_descriptions;
   SampledSets sampled;
   uint64_t* totals;  // by event: sums of the totals: lines
   uint32_t n_totals; // events that totals has room for; of others it is 0
   bool has_totals;   // whether each part has such a line
   Rows costs;        // keys: COST_...; figures: one for each event
   Rows calls;        // keys: CALL_...; figures: number of calls, then one for each event
   Rows jumps;        // keys: JUMP_...; figures: taken, and executed of conditional ones
   // of the part that is read: names of its events, as the file has them
   Strings part_events;
   // likewise, keys: kind of name, number in the file; figure: the number of the name and 1
   Rows name_ids;
} Profile;

// What the keys of rows are, by their index.  An address or a line that is not known is 0.
enum { COST_FUNCTION, COST_FILE, COST_ADDRESS, COST_LINE, COST_KEYS };
enum { CALL_CALLEE = COST_KEYS, CALL_TO_ADDRESS, CALL_TO_LINE, CALL_KEYS };
enum {
   JUMP_KIND = COST_KEYS,
   JUMP_TO_FILE,
   JUMP_TO_NAME,
   JUMP_TO_ADDRESS,
   JUMP_TO_LINE,
   JUMP_KEYS
};
enum { JUMP_CONDITIONAL, JUMP_ALWAYS }; // kinds

// An empty profile.
Profile* profile_new(void);
// Gives it back; p may be NULL.
void profile_free(Profile* p);

// The number of a function, which is made if it is new.
uint32_t profile_function(Profile* p, uint32_t module, uint32_t file, uint32_t name);
// A name by its number.
static inline const char* profile_name(const Profile* p, uint32_t name)
{
   return p->strings.text[name];
}
// How many events all parts have together.
static inline uint32_t profile_events(const Profile* p)
{
   return p->events.n;
}
// The number of an event, which is made if it is new: all rows get a figure for it.
uint32_t profile_add_event(Profile* p, const char* name, size_t length_B);
// The number of an event, or -1.
int profile_event(const Profile* p, const char* name);
// The text of the "event:" line of a name, or NULL.
const char* profile_event_text(const Profile* p, const char* name);
// Sets it: a text that lives as long as the profile, or NULL.
void profile_set_event_text(Profile* p, const char* name, size_t length_B, const char* text);
// Room for one more part, whose fields are 0.
ProfilePart* profile_add_part(Profile* p);
// Adds a description: a text that lives as long as the profile.
void profile_add_description(Profile* p, const char* text);
// Adds figures of a totals: line, one for each event of the list.
void profile_add_totals(Profile* p, const uint32_t* events, const uint64_t* figures,
                        uint32_t n);
// Adds iterations of a loop; those of an entry, if has_trips.
void profile_add_loop(Profile* p, uint32_t function, const ProfileLoop* more);
// Redirects calls without a file's name, which mean a function in the caller's file: if there is no such function, but exactly one
// of that name in the module, they are calls of that one.
void profile_resolve_callees(Profile* p);

// Makes tables of the rows of a profile that was read: a sum.
void profile_unite(Profile* p);
// What each function costs by itself, profile_events() figures each, for host_free().
uint64_t* profile_own_costs(const Profile* p);
// The costs of the program, for host_free(): of the totals: lines, or the sum of all functions if a part has none.  Warns if
// they differ.
uint64_t* profile_program_costs(const Profile* p);

// Fails: a sum of costs is more than 64 bits hold.
__attribute__((noreturn)) void profile_fail_sum(void);
// Adds to a sum that must have room in 64 bits.
static inline void profile_add(uint64_t* to, uint64_t more)
{
   if (XG_UNLIKELY(__builtin_add_overflow(*to, more, to))) profile_fail_sum();
}
// Adds figures of n events; map: their numbers in `to`, NULL: the same.
static inline void profile_add_figures(uint64_t* to, const uint64_t* more, uint32_t n,
                                       const uint32_t* map)
{
   for (uint32_t i = 0; i < n; i++)
      if (more[i]) profile_add(&to[map ? map[i] : i], more[i]);
}

#endif
