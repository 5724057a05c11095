// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the profile; see profile_text.h.
#include "writers/profile_text.h"

void profile_text_begin(ProfileText* t, Writer* w, const ProfileLayout* layout)
{
   *t = (ProfileText){.w = w, .layout = layout};
}

void profile_text_end(ProfileText* t)
{
   host_free(t->modules_seen.bits);
   host_free(t->files_seen.bits);
   map_clear(&t->contexts_seen);
}

// --- names --------------------------------------------------------------------------------

// True if the number was not seen before.
static bool see(SeenNumbers* seen, uint32_t number)
{
   size_t at = number / 8;
   uint8_t bit = (uint8_t)(1u << number % 8);
   if (at >= seen->size_B) {
      size_t size_B = 2 * at + 64;
      seen->bits = host_realloc("writers.seen", seen->bits, size_B);
      host_memset(seen->bits + seen->size_B, 0, size_B - seen->size_B);
      seen->size_B = size_B;
   }
   bool is_new = !(seen->bits[at] & bit);
   seen->bits[at] |= bit;
   return is_new;
}

static void write_name(ProfileText* t, const char* key, uint32_t number, const char* name,
                       SeenNumbers* seen)
{
   writer_text(t->w, key);
   if (!t->layout->compress_strings) {
      writer_name(t->w, name);
   } else {
      writer_char(t->w, '(');
      writer_number(t->w, number);
      writer_char(t->w, ')');
      if (see(seen, number)) {
         writer_char(t->w, ' ');
         writer_name(t->w, name);
      }
   }
   writer_char(t->w, '\n');
}

void profile_text_module(ProfileText* t, const char* key, const Module* o)
{
   write_name(t, key, o->number, o->name, &t->modules_seen);
}

void profile_text_file(ProfileText* t, const char* key, const SourceFile* f)
{
   write_name(t, key, f->number, f->name, &t->files_seen);
}

// The function with its recursion level and callers: name'2'caller1'caller2.
static void write_context_text(Writer* w, const Context* p)
{
   const CallChain* c = p->chain;
   writer_name(w, c->functions[0]->name);
   if (p->level > 0) {
      writer_char(w, '\'');
      writer_number(w, p->level + 1);
   }
   for (uint32_t i = 1; i < c->size; i++) {
      writer_char(w, '\'');
      writer_line_text(w, c->functions[i]->name);
   }
}

void profile_text_context(ProfileText* t, const char* key, const Context* p)
{
   writer_text(t->w, key);
   if (!t->layout->compress_strings) {
      write_context_text(t->w, p);
   } else {
      uintptr_t number = (uintptr_t)map_get(&t->contexts_seen, (uintptr_t)p, 0);
      bool is_new = number == 0;
      if (is_new) {
         number = ++t->next_name;
         map_put(&t->contexts_seen, (uintptr_t)p, 0, (void*)number);
      }
      writer_char(t->w, '(');
      writer_number(t->w, number);
      writer_char(t->w, ')');
      if (is_new) {
         writer_char(t->w, ' ');
         write_context_text(t->w, p);
      }
   }
   writer_char(t->w, '\n');
}

// --- positions ----------------------------------------------------------------------------

static void write_relative(ProfileText* t, uint64_t value, uint64_t last, bool hex)
{
   int64_t diff = (int64_t)(value - last);
   if (t->layout->compress_pos && last > 0 && diff > -100 && diff < 100) {
      if (diff == 0) {
         writer_char(t->w, '*');
      } else {
         if (diff > 0) writer_char(t->w, '+');
         writer_signed(t->w, diff);
      }
   } else if (hex) {
      writer_hex(t->w, value);
   } else {
      writer_number(t->w, value);
   }
}

void profile_text_position(ProfileText* t, uint64_t address, uint32_t line)
{
   if (t->layout->by_instr) {
      write_relative(t, address, t->last_address, true);
      if (t->layout->by_line) writer_char(t->w, ' ');
   }
   if (t->layout->by_line) write_relative(t, line, t->last_line, false);
}

void profile_text_set_position(ProfileText* t, uint64_t address, uint32_t line)
{
   t->last_address = address;
   t->last_line = line;
}

void profile_text_switch_file(ProfileText* t, SourceFile* f)
{
   if (f == t->file) return;
   profile_text_file(t, f == t->function_file ? "fe=" : "fi=", f);
   t->file = f;
}

void profile_text_header(ProfileText* t, Context* p)
{
   Function* f = p->function;
   writer_char(t->w, '\n');
   if (f->file->module != t->module) profile_text_module(t, "ob=", f->file->module);
   t->module = f->file->module;
   if (f->file != t->file || !t->context) profile_text_file(t, "fl=", f->file);
   t->file = t->function_file = f->file;
   t->context = p;
   profile_text_context(t, "fn=", p);
   profile_text_set_position(t, 0, 0);
}
