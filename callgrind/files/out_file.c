// SPDX-License-Identifier: GPL-3.0-or-later
// Result files; see out_file.h.
#include "callgrind/files/out_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/path_name.h"

enum { MODE = VKI_S_IRUSR | VKI_S_IWUSR };

// Errors of the system that the core has no names for.
enum { NAME_TOO_LONG = 36, QUOTA_EXCEEDED = 122 };

const HChar* out_file_error(Int error)
{
   switch (error) {
   case VKI_ENOENT: return "no such directory";
   case VKI_EACCES:
   case VKI_EPERM: return "permission denied";
   case VKI_ENOSPC: return "no space left on the device";
   case NAME_TOO_LONG: return "the name is too long";
   case VKI_ELOOP: return "links lead in a circle";
   case QUOTA_EXCEEDED: return "the quota is exhausted";
   case VKI_EROFS: return "the file system is read-only";
   case VKI_EISDIR: return "it is a directory";
   case VKI_ENOTDIR: return "a part of the path is not a directory";
   case VKI_ETXTBSY: return "it is a program that runs";
   case VKI_EMFILE:
   case VKI_ENFILE: return "too many files are open";
   default: {
      static HChar text[48];
      VG_(sprintf)(text, "the system refuses (error %d)", error);
      return text;
   }
   }
}

// Removes the file that has been opened, which the name may have led to by links.
static void unlink_opened(Int fd, const HChar* name)
{
   enum { PATH_B = 4096 };
   HChar descriptor[32], path[PATH_B];
   VG_(sprintf)(descriptor, "/proc/self/fd/%d", fd);
   SSizeT n = VG_(readlink)(descriptor, path, PATH_B - 1);
   path[n < 0 ? 0 : n] = '\0';
   VG_(unlink)(path[0] == '/' ? path : name);
}

// Why the file cannot be written: 0, or the error of the system.
static Int check(const HChar* name)
{
   struct vg_stat st;
   Bool existed = !sr_isError(VG_(stat)(name, &st));
   if (existed && VKI_S_ISFIFO(st.mode)) return 0; // its reader would see an end
   SysRes r = VG_(open)(name, VKI_O_CREAT | VKI_O_WRONLY, MODE);
   if (sr_isError(r)) return (Int)sr_Err(r);
   if (!existed)
      unlink_opened((Int)sr_Res(r), name); // nothing half-written while the program runs
   VG_(close)((Int)sr_Res(r));
   return 0;
}

void out_file_require(const HChar* what, const HChar* name, const HChar* option)
{
   Int error = check(name);
   if (!error) return;
   VG_(fmsg)
   ("cannot write %s %s: %s; choose another place with %s=<file>.\n", what, name,
    out_file_error(error), option);
   VG_(exit)(1);
}

// Whether two names are of one file or will be.
static Bool is_same(const HChar* name, const HChar* other)
{
   struct vg_stat st, st_other;
   if (VG_(strcmp)(name, other) == 0) return True;
   // The names may be two paths of one file: a file created by one is found by the other.
   Int created = -1;
   if (sr_isError(VG_(stat)(name, &st))) {
      SysRes r = VG_(open)(name, VKI_O_CREAT | VKI_O_WRONLY, MODE);
      if (sr_isError(r)) return False;
      created = (Int)sr_Res(r);
      VG_(fstat)(created, &st);
   }
   Bool same = !sr_isError(VG_(stat)(other, &st_other)) && st.dev == st_other.dev
               && st.ino == st_other.ino && VKI_S_ISREG(st.mode);
   if (created >= 0) {
      unlink_opened(created, name);
      VG_(close)(created);
   }
   return same;
}

// The path of a file in the folder of name, whose own name has this before it.
static HChar* prefixed(const HChar* prefix, const HChar* name)
{
   HChar* other = VG_(malloc)("xg.out_file", VG_(strlen)(prefix) + VG_(strlen)(name) + 1);
   const SizeT n = (SizeT)(path_name(name) - name);
   VG_(memcpy)(other, name, n); // VG_(sprintf) has no precision for texts
   VG_(sprintf)(other + n, "%s%s", prefix, name + n);
   return other;
}

HChar* out_file_of_other(const HChar* name)
{
   return prefixed("what-if.", name);
}

void out_file_require_other(const HChar* what, const HChar* name, const HChar* option)
{
   if (!out_file_is_regular_or_new(name)) return;
   HChar* other = out_file_of_other(name);
   out_file_require(what, other, option);
   VG_(free)(other);
}

// Whether one is the name of the file with costs in other layouts beside the other one.
static Bool is_other_of(const HChar* name, const HChar* of)
{
   HChar* other = out_file_of_other(of);
   const Bool same = VG_(strcmp)(name, other) == 0;
   VG_(free)(other);
   return same;
}

// Takes a number with this character before it off the end; False if there is none.
static Bool strip_number(HChar* name, HChar before)
{
   SizeT end = VG_(strlen)(name), n = end;
   while (n > 0 && VG_(isdigit)(name[n - 1])) n--;
   if (n == end || n == 0 || name[n - 1] != before) return False;
   name[n - 1] = '\0';
   return True;
}

// Whether a name is of the same file as `base` or of one of its parts: with .<part> or -<thread>,
// or both, behind it.
static Bool is_part(const HChar* name, const HChar* base)
{
   HChar stripped[VG_(strlen)(name) + 1];
   VG_(strcpy)(stripped, name);
   if (is_same(name, base)) return True;
   if (strip_number(stripped, '-') && is_same(stripped, base)) return True;
   return strip_number(stripped, '.') && is_same(stripped, base);
}

OutFileCollision out_file_collision(const HChar* name, Bool has_parts, const HChar* other)
{
   if (VG_(strncmp)(name, "/dev/", 5) == 0) return OUT_FILES_APART;
   if (is_same(name, other)) return OUT_FILES_ARE_ONE;
   if (is_part(name, other) || (has_parts && is_part(other, name)) || is_other_of(name, other)
       || is_other_of(other, name))
      return OUT_FILES_SHARE_PARTS;
   return OUT_FILES_APART;
}

// KCachegrind loads every file that starts with the profile's name, so the temporary one of
// callgrind.out.1 is xgrind-tmp.<pid>.callgrind.out.1 beside it.
static HChar* temporary_name(const HChar* name)
{
   HChar prefix[32];
   VG_(sprintf)(prefix, "xgrind-tmp.%d.", VG_(getpid)());
   return prefixed(prefix, name);
}

// What may be replaced by renaming; links, devices and pipes are written to.
Bool out_file_is_regular_or_new(const HChar* name)
{
   HChar target[2]; // its beginning is enough; not every core has an lstat
   if (VG_(readlink)(name, target, 1) >= 0) return False;
   struct vg_stat st;
   return sr_isError(VG_(stat)(name, &st)) || VKI_S_ISREG(st.mode);
}

// Opens a file of our own, which nobody else can have put there.
static SysRes open_temporary(const HChar* name)
{
   const Int flags = VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL;
   SysRes r = VG_(open)(name, flags, MODE);
   if (!sr_isError(r) || sr_Err(r) != VKI_EEXIST) return r;
   VG_(unlink)(name); // left behind by an earlier process of this number
   return VG_(open)(name, flags, MODE);
}

Int out_file_open(OutFile* f, const HChar* name)
{
   *f = (OutFile){.name = name, .fd = -1};
   SysRes r;
   if (out_file_is_regular_or_new(name)) {
      f->temporary = temporary_name(name);
      r = open_temporary(f->temporary);
      if (!sr_isError(r)) {
         f->fd = (Int)sr_Res(r);
         f->beside = True;
         return 0;
      }
      VG_(free)(f->temporary);
      // The directory takes no new file, the old one may be writable all the same.
   }
   r = VG_(open)(name, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC, MODE);
   if (sr_isError(r)) return (Int)sr_Err(r);
   f->fd = (Int)sr_Res(r);
   struct vg_stat st;
   f->is_regular = VG_(fstat)(f->fd, &st) == 0 && VKI_S_ISREG(st.mode);
   return 0;
}

// Empties a file that was written in part, so that nobody takes it for a whole one.
static void empty(const HChar* name)
{
   SysRes r = VG_(open)(name, VKI_O_WRONLY | VKI_O_TRUNC, MODE);
   if (!sr_isError(r)) VG_(close)((Int)sr_Res(r));
}

Bool out_file_close(OutFile* f, Bool complete)
{
   VG_(close)(f->fd);
   if (!complete && f->is_regular) empty(f->name);
   if (!f->beside) return complete;
   if (complete) complete = VG_(rename)(f->temporary, f->name) == 0;
   if (!complete) VG_(unlink)(f->temporary);
   VG_(free)(f->temporary);
   return complete;
}

void out_file_report(OutFileKind* kind, const HChar* name, Int error, Bool kept,
                     const HChar* more)
{
   enum { MESSAGES_MAX = 3 };
   Int pid = VG_(getpid)();
   if (kind->pid != pid) kind->reported = 0; // those were its parent's
   kind->pid = pid;
   if (++kind->reported > MESSAGES_MAX) return;
   VG_(umsg)
   ("Error: the %s %s could not be written%s%s%s%s.%s\n", kind->name, name,
    error ? ": " : " completely (is the disk full?)", error ? out_file_error(error) : "",
    kept ? "; what was there before is kept" : "", more,
    kind->reported == MESSAGES_MAX ? " Further failures are not reported." : "");
}
