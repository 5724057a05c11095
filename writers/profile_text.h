// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of a profile: names, whole the first time and by number from then on, and positions,
// written relative to the ones before.  Keeps what a reader knows by then.
//
//    ProfileText t;
//    profile_text_begin(&t, &writer, &layout);
//    profile_text_header(&t, context);                     // ob= fl= fn=
//    profile_text_switch_file(&t, file);                   // fi= or fe=
//    profile_text_position(&t, address, line);             // "+3 "
//    profile_write_cost(&writer, &layout, "", cost);       // " 12 4", profile.h
//    profile_text_set_position(&t, address, line);         // what the next is relative to
//    profile_text_end(&t);
#ifndef XG_WRITERS_PROFILE_TEXT_H
#define XG_WRITERS_PROFILE_TEXT_H

#include "writers/profile.h"

// Numbers seen so far, as bits; it grows, as looking up positions may number more files.
typedef struct {
   uint8_t* bits;
   size_t size_B;
} SeenNumbers;

typedef struct {
   Writer* w;
   const ProfileLayout* layout;
   // Names written so far.
   SeenNumbers modules_seen, files_seen;
   Map contexts_seen; // by Context: the number of its name
   uint32_t next_name;
   // Where the reader's state stands.
   Module* module;
   SourceFile* file;
   SourceFile* function_file;
   Context* context;
   uint64_t last_address;
   uint32_t last_line;
} ProfileText;

void profile_text_begin(ProfileText* t, Writer* w, const ProfileLayout* layout);
void profile_text_end(ProfileText* t);

// "<key>(<number>) <name>": the key says whether it is where costs are or where a call goes.
void profile_text_module(ProfileText* t, const char* key, const Module* o);
void profile_text_file(ProfileText* t, const char* key, const SourceFile* f);
void profile_text_context(ProfileText* t, const char* key, const Context* p);
// An address in the module's file and a line, as far as the layout has them; no end of line.
void profile_text_position(ProfileText* t, uint64_t address, uint32_t line);
// What the next position is relative to.
void profile_text_set_position(ProfileText* t, uint64_t address, uint32_t line);
// What follows is code of this file.
void profile_text_switch_file(ProfileText* t, SourceFile* f);
// What follows belongs to the context.
void profile_text_header(ProfileText* t, Context* p);

#endif
