// SPDX-License-Identifier: GPL-3.0-or-later
// Text files that users write; see text_file.h.
#include "callgrind/result_files/text_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/short_text.h"

enum { FILE_MAX_B = 65536, WRITER_MS = 5000, STEP_MS = 10 };

void text_file_fail(const TextFile* f, const HChar* what, const HChar* why)
{
   // a stranger's file acts on no terminal
   VG_(fmsg)
   ("%s:%d: %s%s%s\n", short_text_printable(f->name), f->line, short_text_printable(what),
    *what ? ": " : "", short_text_printable(why));
   VG_(exit)(1);
}

static void fail_error(const HChar* name, const HChar* wanted, UWord error)
{
   const HChar* why = error == VKI_ENOENT   ? "there is no such file"
                      : error == VKI_EACCES ? "permission denied"
                      : error == VKI_EISDIR ? "it is a directory"
                      : error == VKI_EAGAIN ? "it has no text, and would be waited for"
                                            : NULL;
   if (why)
      VG_(fmsg)("%s cannot be read: %s; give %s.\n", name, why, wanted);
   else
      VG_(fmsg)("%s cannot be read (error %lu); give %s.\n", name, error, wanted);
   VG_(exit)(1);
}

// Reads on; of a pipe, waits for its writer, who may be about to come.  Some files of the kernel,
// such as /proc/kmsg, would be waited for without an end: they are no pipes.
static Int read_some(Int fd, HChar* to, Int most, Bool waits, Bool has_begun)
{
   Int got = VG_(read)(fd, to, most);
   for (Int ms = 0; waits && (got == -VKI_EAGAIN || (got == 0 && !has_begun && ms < WRITER_MS));
        ms += STEP_MS) {
      VG_(poll)(NULL, 0, STEP_MS);
      got = VG_(read)(fd, to, most);
   }
   return got;
}

// Whether it is a pipe; ends the run if it is no regular file either.
static Bool is_pipe(Int fd, const HChar* name, const HChar* wanted)
{
   struct vg_stat st;
   if (VG_(fstat)(fd, &st) != 0) return False;
   if (VKI_S_ISFIFO(st.mode)) return True;
   if (VKI_S_ISREG(st.mode) || VKI_S_ISDIR(st.mode)) return False; // no folder can be read
   VG_(fmsg)("%s is neither a regular file nor a pipe; give %s.\n", name, wanted);
   VG_(exit)(1);
}

TextFile text_file_open(const HChar* name, const HChar* wanted)
{
   SysRes fd = VG_(open)(name, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
   if (sr_isError(fd)) fail_error(name, wanted, sr_Err(fd));
   HChar* text = VG_(malloc)("xg.text_file", FILE_MAX_B + 1);
   Int n = 0, got;
   const Bool waits = is_pipe((Int)sr_Res(fd), name, wanted);
   while ((got = read_some((Int)sr_Res(fd), text + n, FILE_MAX_B + 1 - n, waits, n > 0)) > 0)
      n += got;
   VG_(close)((Int)sr_Res(fd));
   if (waits && n == 0 && got == 0) {
      VG_(fmsg)("%s is a pipe that nobody writes to; give %s.\n", name, wanted);
      VG_(exit)(1);
   }
   if (n > FILE_MAX_B) {
      VG_(fmsg)("%s is longer than %d bytes; give %s.\n", name, FILE_MAX_B, wanted);
      VG_(exit)(1);
   }
   if (got < 0) fail_error(name, wanted, (UWord)-got);
   text[n] = '\0';
   return (TextFile){name, 0, text, text + n};
}

static Bool is_blank(HChar c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

HChar* text_file_trim(HChar* text)
{
   while (is_blank(*text)) text++;
   SizeT n = VG_(strlen)(text);
   while (n > 0 && is_blank(text[n - 1])) n--;
   text[n] = '\0';
   return text;
}

HChar* text_file_line(TextFile* f)
{
   while (f->next < f->end) {
      f->line++;
      HChar *start = f->next, *stop = start;
      for (; stop < f->end && *stop != '\n'; stop++)
         if (!*stop) text_file_fail(f, "", "There is a byte of value zero: give a text file.");
      *stop = '\0';
      f->next = stop + 1;
      HChar* line = text_file_trim(start);
      if (*line && *line != '#') return line;
   }
   f->line++;
   return NULL;
}
