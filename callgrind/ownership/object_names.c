// SPDX-License-Identifier: GPL-3.0-or-later
// Names of memory objects on the command line; see object_names.h.
#include "callgrind/ownership/object_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "base/allocator_names.h"
#include "base/code_name.h"
#include "base/library_file.h"
#include "base/path_name.h"
#include "base/pattern.h"
#include "callgrind/core_private.h"
#include "callgrind/help/edit_distance.h"
#include "callgrind/ownership/handed_on.h"

// --- functions that allocate for their callers ------------------------------------------------

static Bool starts_with(const HChar* name, const HChar* start)
{
   return VG_(strncmp)(name, start, VG_(strlen)(start)) == 0;
}

// Whether the function has allocated for its caller: by all of its calls that were watched, or by its name.
static Bool hands_on(const MemObject* o, const ObjectFrame* f)
{
   if (handed_on_by(o, f) == HANDS_ON) return True;
   if (f->inlined && library_file(f->file)) return True;
   char* name = code_name(f->function);
   const Bool hands = allocator_names_hand_on(name);
   host_free(name);
   return hands;
}

const ObjectFrame* object_names_frame(const MemObject* o)
{
   const ObjectFrame* outermost = NULL;
   for (const ObjectFrame* f = o->frames; f < o->frames + o->n_frames; f++) {
      if (allocator_names_start(f->function)) continue;
      if (!hands_on(o, f)) return f;
      outermost = f;
   }
   return outermost || !o->n_frames ? outermost : &o->frames[o->n_frames - 1];
}

// --- patterns ---------------------------------------------------------------------------------

static HChar* part_of(const HChar* from, const HChar* to)
{
   HChar* part = VG_(malloc)("xg.object_names", to - from + 1);
   VG_(memcpy)(part, from, to - from);
   part[to - from] = '\0';
   return part;
}

// Takes a text out of another one, up to its end.
static void take_out(HChar* from, const HChar* to)
{
   while ((*from++ = *to++)) {
   }
}

static UInt hex_digits(const HChar* text)
{
   UInt n = 0;
   while (VG_(isdigit)(text[n]) || (text[n] >= 'a' && text[n] <= 'f')) n++;
   return n;
}

// Rust's hashes, which not all that print names show: "std[e28293b1aa0f68bd]::f", "app::TABLE::h543321a9be90c978".
static void drop_hashes(HChar* name)
{
   enum { DIGITS = 16 };
   for (HChar* at = name; *at; at++) {
      if (*at == '[' && hex_digits(at + 1) == DIGITS && at[DIGITS + 1] == ']')
         take_out(at, at + DIGITS + 2);
      if (starts_with(at, "::h") && hex_digits(at + 3) == DIGITS) take_out(at, at + DIGITS + 3);
      if (!*at) break;
   }
}

// What Xgrind puts in front of a name; the last ones are kinds of objects.
static const HChar* behind_words(const HChar* text)
{
   static const HChar* const words[] = {"allocated in ", "static ", "heap ", "mmap ", "brk "};
   for (UInt i = 0; i < sizeof words / sizeof words[0]; i++)
      if (starts_with(text, words[i]) && text[VG_(strlen)(words[i])])
         return text + VG_(strlen)(words[i]);
   return text;
}

// " [module]" at the end; not what compilers write, "f [clone .cold]".
static HChar* take_module(HChar* name)
{
   static const HChar other_data[] = "other data of ";
   HChar* end = name + VG_(strlen)(name);
   HChar* open = VG_(strrchr)(name, '[');
   if (starts_with(name, other_data)) {
      HChar* module = part_of(name + sizeof other_data - 1, end);
      VG_(strcpy)(name, "(other data)");
      return module;
   }
   // of code without symbols: "0x1f930 (module)"
   if (starts_with(name, "0x") && end[-1] == ')') open = VG_(strrchr)(name, '(');
   const Bool is_module = open && open > name && open[-1] == ' ' && end > name
                          && (end[-1] == ']' || *open == '(') && !starts_with(open, "[clone ");
   if (!is_module) return NULL;
   HChar* module = part_of(open + 1, end - 1);
   open[-1] = '\0';
   return module;
}

// " < main:12", up to the place.
static HChar* take_caller(HChar* name)
{
   HChar* at = VG_(strstr)(name, " < ");
   if (!at) return NULL;
   const HChar* end = VG_(strstr)(at, " (");
   if (!end) end = at + VG_(strlen)(at);
   HChar* caller = part_of(at + 3, end);
   take_out(at, end);
   return caller;
}

// " #176": numbers are of one run.
static void drop_number(HChar* name)
{
   for (HChar* at = name; (at = VG_(strstr)(at, " #")); at++) {
      const HChar* end = at + 2;
      while (VG_(isdigit)(*end)) end++;
      if (end == at + 2 || (*end && !starts_with(end, " ("))) continue;
      take_out(at, end);
      return;
   }
}

// Of "(particles.c:45: w->particle)" the place.
static void drop_variable(HChar* name)
{
   HChar* more = VG_(strstr)(name, ": ");
   if (more && name[VG_(strlen)(name) - 1] == ')') VG_(strcpy)(more, ")");
}

ObjectPattern object_pattern(const HChar* text, SizeT length)
{
   const HChar* end = text + length;
   while (text < end && VG_(isspace)(*text)) text++;
   while (end > text && VG_(isspace)(end[-1])) end--;
   HChar* whole = part_of(text, end);
   ObjectPattern p;
   p.name = VG_(strdup)("xg.object_names", behind_words(whole));
   VG_(free)(whole);
   p.module = take_module(p.name);
   drop_hashes(p.name);
   drop_variable(p.name);
   drop_number(p.name);
   p.caller = take_caller(p.name);
   return p;
}

// --- names ------------------------------------------------------------------------------------

HChar* object_names_variable(const HChar* symbol)
{
   const HChar* name = symbol;
   HChar* without_version = part_of(symbol, symbol + VG_(strlen)(symbol));
   HChar* version = VG_(strchr)(without_version, '@');
   const Bool is_mangled = starts_with(symbol, "_Z") || starts_with(symbol, "_R");
   if (is_mangled) {
      if (version) *version = '\0';
      VG_(demangle)(True, False, without_version, &name);
      if (VG_(strcmp)(name, without_version) == 0) name = symbol;
   }
   HChar* plain =
      starts_with(symbol, "__") ? code_name(symbol) : VG_(strdup)("xg.object_names", name);
   VG_(free)(without_version);
   if (is_mangled) drop_hashes(plain);
   return plain;
}

// The text of one form of a name; the caller frees it.
typedef enum { FORM_NAME, FORM_PLACE, FORM_BOTH, FORMS } Form;

static HChar* form_of(Form form, const HChar* name, const HChar* file, UInt line)
{
   HChar* text = VG_(malloc)("xg.object_names", VG_(strlen)(name) + VG_(strlen)(file) + 20);
   switch (form) {
   case FORM_NAME: VG_(strcpy)(text, name); break;
   case FORM_PLACE: VG_(sprintf)(text, "%s:%u", file, line); break;
   default: VG_(sprintf)(text, "%s (%s:%u)", name, file, line); break;
   }
   return text;
}

// Calls `is_it` for each form until that returns true: a name, its place, or both, "create (particles.c:45)".
typedef Bool (*IsIt)(void* of, const HChar* text);

static Bool any_form(const HChar* name, const HChar* file, UInt line, IsIt is_it, void* of)
{
   const Bool is_located = line && file;
   Bool found = False;
   for (Form form = FORM_NAME; form < FORMS && !found; form++) {
      if (form != FORM_NAME && !is_located) continue;
      HChar* text = form_of(form, name, is_located ? file : "", line);
      found = is_it(of, text);
      VG_(free)(text);
   }
   return found;
}

static Bool is_described(void* pattern, const HChar* text)
{
   return pattern_describes(pattern, text);
}

// The file without folders unless the pattern has one.
static const HChar* shown_file(const HChar* pattern, const HChar* file)
{
   return !file || VG_(strchr)(pattern, '/') ? file : path_name(file);
}

static Bool name_matches(HChar* pattern, const HChar* name, const HChar* file, UInt line)
{
   return any_form(name, shown_file(pattern, file), line, is_described, pattern);
}

// Of a C++ function the name without its parameters, which begin with the last opening parenthesis that is
// outside of others.
static SizeT length_without_parameters(const HChar* name)
{
   const SizeT n = VG_(strlen)(name);
   if (!n || name[n - 1] != ')') return n;
   SizeT i = n;
   Int depth = 0;
   do {
      i--;
      depth += name[i] == ')';
      depth -= name[i] == '(';
   } while (i && depth);
   return i ? i : n;
}

// "w->particle (particles.c:45)": a place says which allocation is meant, whatever it is for.
static Bool is_place_of(const HChar* pattern, const ObjectFrame* f)
{
   const HChar* open = VG_(strrchr)(pattern, '(');
   const SizeT n = VG_(strlen)(pattern);
   if (!f->line || !f->file || !open || open == pattern || open[-1] != ' '
       || pattern[n - 1] != ')')
      return False;
   HChar* place = part_of(open + 1, pattern + n - 1);
   HChar* own = form_of(FORM_PLACE, "", shown_file(place, f->file), f->line);
   const Bool is = VG_(strcmp)(place, own) == 0;
   VG_(free)(place);
   VG_(free)(own);
   return is;
}

// A frame by its function's whole name, without parameters, and as it is printed.
static Bool frame_matches(HChar* pattern, const ObjectFrame* f)
{
   const HChar* name = f->function;
   HChar* shorter = part_of(name, name + length_without_parameters(name));
   HChar* plain = code_name(name);
   const Bool matches = name_matches(pattern, name, f->file, f->line)
                        || name_matches(pattern, shorter, f->file, f->line)
                        || name_matches(pattern, plain, f->file, f->line)
                        || is_place_of(pattern, f);
   VG_(free)(shorter);
   VG_(free)(plain);
   return matches;
}

static Bool variable_matches(HChar* pattern, const MemObject* o)
{
   HChar* name = object_names_variable(o->name);
   const Bool matches = name_matches(pattern, o->name, o->file, o->line)
                        || name_matches(pattern, name, o->file, o->line);
   VG_(free)(name);
   return matches;
}

// A path, its last folders with the name, or the name.
static Bool module_matches(const HChar* pattern, const HChar* path)
{
   if (!pattern) return True;
   if (!path) return False;
   for (const HChar* at = path; at; at = VG_(strchr)(at, '/')) {
      at += *at == '/';
      if (pattern_describes(pattern, at)) return True;
   }
   return pattern_describes(pattern, path);
}

// Whether a call further out than this one is of the function and line, "main:12".
static Bool has_caller(const MemObject* o, UInt inner, const HChar* caller)
{
   Bool found = !caller;
   for (UInt i = inner + 1; i < o->n_frames && !found; i++) {
      HChar* plain = code_name(o->frames[i].function);
      HChar with_line[VG_(strlen)(plain) + 20];
      VG_(sprintf)(with_line, "%s:%u", plain, o->frames[i].line);
      found = pattern_describes(caller, plain) || pattern_describes(caller, with_line);
      VG_(free)(plain);
   }
   return found;
}

// Whether the pattern says a line.
static Bool has_line(const ObjectPattern* p)
{
   for (const HChar* at = p->name; (at = VG_(strchr)(at, ':')); at++)
      if (VG_(isdigit)(at[1])) return True;
   return False;
}

Bool object_names_match(const MemObject* o, const ObjectPattern* p)
{
   if (o->name) return module_matches(p->module, o->module) && variable_matches(p->name, o);
   // The first allocation by way of a function is made before anything is known of it.  A line is meant
   // nevertheless: nothing is named after one that calls a function that keeps what it allocates.
   const Bool is_line = has_line(p);
   Bool is_certain = True;
   for (UInt i = 0; i < o->n_frames && (is_certain || is_line); i++) {
      const ObjectFrame* f = &o->frames[i];
      if (frame_matches(p->name, f) && module_matches(p->module, f->module)
          && has_caller(o, i, p->caller))
         return True;
      if (hands_on(o, f)) continue;
      if (handed_on_by(o, f) == KEEPS) return False;
      is_certain = False;
   }
   return False;
}

// --- misspelt names -----------------------------------------------------------------------------

typedef struct {
   const HChar* given;
   HChar* best;
   Int distance;
} Nearest;

static Bool look_at(void* of, const HChar* text)
{
   Nearest* n = of;
   const Int distance = edit_distance(n->given, text);
   if (distance > edit_distance_allowed(n->given) || (n->best && distance >= n->distance))
      return False;
   if (n->best) VG_(free)(n->best);
   n->best = VG_(strdup)("xg.object_names", text);
   n->distance = distance;
   return False;
}

// The call that an object is named after.
static const ObjectFrame* frame_of_name(const MemObject* o)
{
   UInt i = 0;
   while (i + 1 < o->n_frames && hands_on(o, &o->frames[i])) i++;
   return i < o->n_frames ? &o->frames[i] : NULL;
}

HChar* object_names_near(const ObjectSet* set, const ObjectPattern* p)
{
   Nearest n = {.given = p->name};
   for (const MemObject* o = set->first; o; o = o->next) {
      const ObjectFrame* f = o->name ? NULL : frame_of_name(o);
      if (!o->name && !f) continue;
      HChar* name = o->name ? object_names_variable(o->name) : code_name(f->function);
      const HChar* file = f ? f->file : o->file;
      (void)any_form(name, shown_file(p->name, file), f ? f->line : o->line, look_at, &n);
      VG_(free)(name);
   }
   return n.best;
}
