// SPDX-License-Identifier: GPL-3.0-or-later
// Files that describe a cache hierarchy; see hierarchy_file.h.
#include "callgrind/machine/hierarchy_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/host.h"
#include "callgrind/options/options.h"

#define FORMAT_LINE "format: xgrind hierarchy 1"

enum { FILE_MAX_B = 65536, NAMES_MAX = 64 };

typedef struct {
   const HChar* file;
   Int line;                 // where we are, from 1
   const HChar* const* only; // the names that count, up to NULL; NULL: all
   Bool is_ours;             // the format line was there
   Int n_names;              // that were given
   const HChar* name[NAMES_MAX];
} Reader;

static void fail(const Reader* r, const HChar* what, const HChar* why)
{
   VG_(fmsg)("%s:%d: %s%s%s\n", r->file, r->line, what, *what ? ": " : "", why);
   VG_(exit)(1);
}

static void fail_error(const HChar* file, UWord error)
{
   const HChar* why = error == VKI_ENOENT   ? "there is no such file"
                      : error == VKI_EACCES ? "permission denied"
                      : error == VKI_EISDIR ? "it is a directory"
                                            : NULL;
   if (why)
      VG_(fmsg)("%s cannot be read: %s; give a hierarchy file.\n", file, why);
   else
      VG_(fmsg)("%s cannot be read (error %lu); give a hierarchy file.\n", file, error);
   VG_(exit)(1);
}

// The text of the file, which lives on.
static HChar* read_text(const HChar* file, Int* size_B)
{
   SysRes fd = VG_(open)(file, VKI_O_RDONLY, 0);
   if (sr_isError(fd)) fail_error(file, sr_Err(fd));
   HChar* text = VG_(malloc)("xg.hierarchy_file", FILE_MAX_B + 1);
   Int n = 0, got;
   while ((got = VG_(read)((Int)sr_Res(fd), text + n, FILE_MAX_B + 1 - n)) > 0) n += got;
   VG_(close)((Int)sr_Res(fd));
   if (n > FILE_MAX_B) {
      VG_(fmsg)("%s is longer than %d bytes; give a hierarchy file.\n", file, FILE_MAX_B);
      VG_(exit)(1);
   }
   if (got < 0) fail_error(file, (UWord)-got);
   text[n] = '\0';
   *size_B = n;
   return text;
}

static Bool is_blank(HChar c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

// The text without blanks at both ends.
static HChar* trim(HChar* text)
{
   while (is_blank(*text)) text++;
   SizeT n = VG_(strlen)(text);
   while (n > 0 && is_blank(text[n - 1])) n--;
   text[n] = '\0';
   return text;
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
   const HChar *name = trim(line), *value = trim(equals + 1);
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
   Int size_B;
   HChar* text = read_text(file, &size_B);
   Reader r = {.file = file, .line = 1, .only = names};
   for (HChar* end = text + size_B; text < end; r.line++) {
      HChar* next = text;
      for (; next < end && *next != '\n'; next++)
         if (!*next) fail(&r, "", "There is a byte of value zero: give a text file.");
      *next = '\0';
      HChar* line = trim(text);
      if (*line && *line != '#') read_line(&r, line);
      text = next + 1;
   }
   if (!r.is_ours) fail(&r, "", "Expected '" FORMAT_LINE "', but the file has only comments.");
}

// Whether the value can be said of this hierarchy: without a second level nothing of it.
static Bool applies(const HChar* name, const HChar* value)
{
   return *value && (options.l2.size_B || VG_(strncmp)(name, "L2-", 3) != 0);
}

Bool hierarchy_file_write(Int fd)
{
   static const HChar head[] = "# Written by Xgrind " XGRIND_VERSION
                               ", to be read with --hierarchy=FILE.\n" FORMAT_LINE "\n";
   HChar value[HIERARCHY_VALUE_B], line[HIERARCHY_VALUE_B + 64];
   const HChar* name;
   if (!host_write(fd, head, sizeof head - 1)) return False;
   for (Int i = 0; (name = options_hierarchy_value(i, value)); i++) {
      if (!applies(name, value)) continue;
      const UInt n = VG_(snprintf)(line, sizeof line, "%s=%s\n", name, value);
      if (!host_write(fd, line, n)) return False;
   }
   return True;
}
