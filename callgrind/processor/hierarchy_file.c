// SPDX-License-Identifier: GPL-3.0-or-later
// Files that describe a cache hierarchy; see hierarchy_file.h.
#include "callgrind/processor/hierarchy_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "base/host.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/result_files/text_file.h"

#define FORMAT_LINE "format: xgrind hierarchy 1"

enum { NAMES_MAX = 64 };

typedef struct {
   TextFile file;
   const HChar* const* only; // the names that count, up to NULL; NULL: all
   Bool is_ours;             // the format line was there
   Int n_names;              // that were given
   const HChar* name[NAMES_MAX];
} Reader;

static void fail(const Reader* r, const HChar* what, const HChar* why)
{
   text_file_fail(&r->file, what, why);
}

static void remember_name(Reader* r, const HChar* name)
{
   for (Int i = 0; i < r->n_names; i++)
      if (VG_(strcmp)(r->name[i], name) == 0) fail(r, name, "It stands twice in this file.");
   if (r->n_names < NAMES_MAX) r->name[r->n_names++] = name;
}

static Bool counts(const Reader* r, const HChar* name)
{
   if (!r->only) return True;
   for (Int i = 0; r->only[i]; i++)
      if (VG_(strcmp)(r->only[i], name) == 0) return True;
   return False;
}

// A line that is neither empty nor a comment.
static void read_line(Reader* r, HChar* line)
{
   if (!r->is_ours) {
      if (VG_(strcmp)(line, FORMAT_LINE) != 0)
         fail(r, "", "Expected '" FORMAT_LINE "' before all else; is this a hierarchy file?");
      r->is_ours = True;
      return;
   }
   if (VG_(strlen)(line) >= HIERARCHY_VALUE_B)
      fail(r, "", "The line is longer than 1023 bytes.");
   HChar* equals = VG_(strchr)(line, '=');
   if (!equals) fail(r, line, "Expected name=value, or # before a comment.");
   *equals = '\0';
   const HChar *name = text_file_trim(line), *value = text_file_trim(equals + 1);
   if (!counts(r, name)) return;
   const HChar* error = options_hierarchy_set(name, value);
   if (error) fail(r, name, error);
   remember_name(r, name);
}

void hierarchy_file_read(const HChar* file)
{
   hierarchy_file_read_only(file, NULL);
}

void hierarchy_file_read_only(const HChar* file, const HChar* const* names)
{
   Reader r = {.file = text_file_open(file, "a hierarchy file"), .only = names};
   for (HChar* line; (line = text_file_line(&r.file));) read_line(&r, line);
   if (!r.is_ours) fail(&r, "", "Expected '" FORMAT_LINE "', but the file has only comments.");
}

Bool hierarchy_file_says(const HChar* name, const HChar* value)
{
   for (UInt i = 0; i < LEVELS_BETWEEN; i++) {
      if (VG_(strncmp)(name, level_between[i].name, 2) != 0 || name[2] != '-') continue;
      if (i >= levels_between()) return False;
      if (VG_(strcmp)(name + 3, "cores") == 0 && options.sharing[i] == 1) return False;
   }
   // What no cache has had before there were slices.
   if (name[2] == '-' && VG_(strcmp)(name + 3, "slices") == 0 && VG_(strcmp)(value, "1") == 0)
      return False;
   return *value != '\0';
}

Bool hierarchy_file_write(Int fd)
{
   static const HChar head[] = "# Written by Xgrind " XGRIND_VERSION
                               ", to be read with --hierarchy=FILE.\n" FORMAT_LINE "\n";
   HChar value[HIERARCHY_VALUE_B], line[HIERARCHY_VALUE_B + 64];
   const HChar* name;
   if (!host_write(fd, head, sizeof head - 1)) return False;
   for (Int i = 0; (name = options_hierarchy_value(i, value)); i++) {
      if (!hierarchy_file_says(name, value)) continue;
      const UInt n = VG_(snprintf)(line, sizeof line, "%s=%s\n", name, value);
      if (!host_write(fd, line, n)) return False;
   }
   return True;
}
