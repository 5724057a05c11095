// SPDX-License-Identifier: GPL-3.0-or-later
// Result files; see out_file.h.
#include "callgrind/result_files/out_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "base/path_name.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/own_writes.h"
#include "callgrind/result_files/reserved_file.h"
#include "callgrind/result_files/run_names.h"
#include "callgrind/threads/host_task.h"

// How a new file is opened.
enum { NEW = VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL };

// Errors of the system that the core has no names for, and one of ours.
enum { NAME_TOO_LONG = 36, QUOTA_EXCEEDED = 122, NO_READER = OUT_FILE_IS_PROGRAM + 1 };

// How long a pipe's reader may take to come.
enum { READER_MS = 30000 };

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
   case PLACE_OF_ANOTHER_USER:
      return "it belongs to another user, or a link does that leads to it";
   case PLACE_WITHOUT_STATUS: return "statx is forbidden, as a seccomp filter does";
   case OUT_FILE_IS_PROGRAM: return "it is a program";
   case NO_READER: return "nobody has opened the pipe to read it";
   case VKI_EAGAIN: return "another process is writing to it";
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

Bool out_file_is_program(const OutPlace* p)
{
   HChar begin[4] = "";
   if (!p->exists || !VKI_S_ISREG(p->st.mode)) return False;
   const Int fd = place_open(p, VKI_O_RDONLY);
   if (fd < 0) return False;
   VG_(read)(fd, begin, sizeof begin);
   VG_(close)(fd);
   return VG_(memcmp)(begin, "\177ELF", sizeof begin) == 0;
}

// Why the file cannot be written: 0, or the error of the system.
static Int check(const HChar* name)
{
   OutPlace p;
   const Int error = place_find(&p, name);
   if (error) return error;
   if (p.is_foreign || place_may_be_planted(&p)) return PLACE_OF_ANOTHER_USER;
   if (out_file_is_program(&p)) return OUT_FILE_IS_PROGRAM;
   if (p.exists && VKI_S_ISFIFO(p.st.mode)) return 0; // its reader would see an end
   const Int fd = place_open(&p, p.exists ? VKI_O_WRONLY : NEW);
   if (fd < 0) return -fd;
   VG_(close)(fd);
   if (!p.exists) place_remove(&p, p.name); // nothing half-written while the program runs
   return 0;
}

static void require(Int error, const HChar* what, const HChar* name, const HChar* option)
{
   if (!error) return;
   VG_(fmsg)
   ("cannot write %s %s: %s; choose another place with %s=<file>.\n", what, name,
    out_file_error(error), option);
   VG_(exit)(1);
}

void out_file_require(const HChar* what, const HChar* name, const HChar* option)
{
   require(check(name), what, name, option);
}

// Whether another user says who may read the file.
static Bool is_file_of_another(const OutPlace* p)
{
   return p->exists && VKI_S_ISREG(p->st.mode) && p->st.uid != (UInt)VG_(geteuid)();
}

void out_file_require_own(const HChar* what, const HChar* name, const HChar* option)
{
   OutPlace p;
   const Bool is_refused = place_find(&p, name) == 0 && is_file_of_another(&p);
   require(is_refused ? PLACE_OF_ANOTHER_USER : 0, what, name, option);
}

static Bool is_one_folder(Int folder, Int other)
{
   struct vg_stat st, st_other;
   return VG_(fstat)(folder, &st) == 0 && VG_(fstat)(other, &st_other) == 0
          && st.dev == st_other.dev && st.ino == st_other.ino;
}

// Whether two names are of one file or will be: they may be two paths of it.
static Bool is_same(const HChar* name, const HChar* other)
{
   OutPlace p, q;
   if (VG_(strcmp)(name, other) == 0) return True;
   if (place_find(&p, name) != 0 || place_find(&q, other) != 0 || p.exists != q.exists)
      return False;
   if (!p.exists) return VG_(strcmp)(p.name, q.name) == 0 && is_one_folder(p.folder, q.folder);
   return p.st.dev == q.st.dev && p.st.ino == q.st.ino && VKI_S_ISREG(p.st.mode);
}

// The path of a file in the folder of name, whose own name has this before it.
static HChar* prefixed(const HChar* prefix, const HChar* name)
{
   HChar* path = VG_(malloc)("xg.out_file", VG_(strlen)(prefix) + VG_(strlen)(name) + 1);
   const SizeT n = (SizeT)(path_name(name) - name);
   VG_(memcpy)(path, name, n); // VG_(sprintf) has no precision for texts
   VG_(sprintf)(path + n, "%s%s", prefix, name + n);
   return path;
}

HChar* out_file_of_layouts(const HChar* name, UInt simulation)
{
   HChar prefix[32];
   if (!options.what_if_apart) return prefixed("what-if.", name);
   VG_(sprintf)(prefix, "what-if-%u.", simulation);
   return prefixed(prefix, name);
}

void out_file_require_layouts(const HChar* what, const HChar* name, const HChar* option,
                              UInt simulation)
{
   if (!out_file_is_regular_or_new(name)) return;
   HChar* of_layouts = out_file_of_layouts(name, simulation);
   out_file_require(what, of_layouts, option);
   VG_(free)(of_layouts);
}

// Whether one is the name of the file with costs in layouts that lies beside the other one.
static Bool is_of_layouts_of(const HChar* name, const HChar* of)
{
   Bool same = False;
   const UInt n = options.what_if_apart ? options.beside : 1;
   for (UInt i = 1; i <= n && !same; i++) {
      HChar* of_layouts = out_file_of_layouts(of, i);
      same = VG_(strcmp)(name, of_layouts) == 0;
      VG_(free)(of_layouts);
   }
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
   if (is_part(name, other) || (has_parts && is_part(other, name))
       || is_of_layouts_of(name, other) || is_of_layouts_of(other, name))
      return OUT_FILES_SHARE_PARTS;
   return OUT_FILES_APART;
}

static Bool is_regular_or_new(const OutPlace* p)
{
   return !p->exists || p->is_foreign || VKI_S_ISREG(p->st.mode);
}

Bool out_file_is_regular_or_new(const HChar* name)
{
   OutPlace p;
   return place_find(&p, name) == 0 && is_regular_or_new(&p);
}

// --- in place -------------------------------------------------------------------------------

// Opens a pipe for writing; waits for its reader, who may be about to come.
static Int open_pipe(const OutPlace* p, const HChar* name)
{
   enum { TELL_MS = 2000, STEP_MS = 50 };
   Int fd;
   for (Int ms = 0; (fd = place_open(p, VKI_O_WRONLY | VKI_O_NONBLOCK)) == -VKI_ENXIO;
        ms += STEP_MS) {
      if (ms == READER_MS) return -NO_READER;
      if (ms == TELL_MS) VG_(umsg)
      ("Nobody reads the pipe %s; waiting up to %d seconds for a reader.\n", name,
       (READER_MS - TELL_MS) / 1000);
      VG_(poll)(NULL, 0, STEP_MS);
   }
   if (fd >= 0) host_call(__NR_fcntl, (UWord)fd, VKI_F_SETFL, VKI_O_WRONLY, 0);
   return fd;
}

// A descriptor of what is at this place, or of a new file; an error below zero.
static Int open_there(const OutPlace* p, const HChar* name)
{
   if (p->is_foreign || place_may_be_planted(p)) return -PLACE_OF_ANOTHER_USER;
   if (!p->exists) return place_open(p, NEW);
   return VKI_S_ISFIFO(p->st.mode) ? open_pipe(p, name) : place_open(p, VKI_O_WRONLY);
}

// error: why the file cannot be opened by its name, 0 if it has not been tried.
static Int open_in_place(OutFile* f, const OutPlace* p, Int error)
{
   const Int reserved = reserved_file(f->name);
   f->is_reserved = reserved >= 0;
   f->fd = f->is_reserved ? reserved : error ? -error : open_there(p, f->name);
   if (f->fd < 0) return -f->fd;
   struct vg_stat st;
   f->is_regular = VG_(fstat)(f->fd, &st) == 0 && VKI_S_ISREG(st.mode);
   return 0;
}

Int out_file_open_in_place(OutFile* f, const HChar* name)
{
   own_writes_begin();
   *f = (OutFile){.name = name, .fd = -1};
   Int error = place_find(&f->where, name);
   if (!error && is_file_of_another(&f->where)) error = PLACE_OF_ANOTHER_USER;
   error = open_in_place(f, &f->where, error);
   if (!error && f->is_regular) place_hide(f->fd);
   return error;
}

// A file that is written in part is no whole one, nor what was there before.
static void empty(const OutFile* f)
{
   if (!f->is_regular) return;
   host_call(__NR_ftruncate, (UWord)f->fd, 0, 0, 0);
   VG_(lseek)(f->fd, 0, VKI_SEEK_SET);
}

// --- beside ---------------------------------------------------------------------------------

// What a folder says that takes no new file; the old one may be writable all the same.
static Bool is_refused(Int error)
{
   return error == VKI_EACCES || error == VKI_EPERM;
}

Int out_file_open(OutFile* f, const HChar* name)
{
   own_writes_begin();
   *f = (OutFile){.name = name, .fd = -1};
   Int error = place_find(&f->where, name);
   if (!error && reserved_file(name) < 0 && !f->where.is_link && is_regular_or_new(&f->where)) {
      f->fd = place_open_new(&f->where, f->temporary);
      f->beside = f->fd >= 0;
      if (f->beside) return 0;
      if (!is_refused(-f->fd)) return -f->fd;
   }
   error = open_in_place(f, &f->where, error);
   if (!error) empty(f);
   return error;
}

HChar* out_file_final_name(OutFile* f, const HChar* base, const HChar* suffix)
{
   OutPlace* p = &f->where;
   HChar* name =
      f->beside ? run_names_final(base, suffix) : VG_(strdup)("xg.out_file", f->name);
   f->name = name;
   if (f->beside) VG_(snprintf)(p->name, sizeof p->name, "%s", path_name(name));
   return name;
}

Bool out_file_close(OutFile* f, Bool complete)
{
   if (!complete && !f->beside && !f->keeps_parts) empty(f);
   if (!f->is_reserved) VG_(close)(f->fd);
   if (!f->beside) return complete;
   if (complete) complete = place_take(&f->where, f->temporary);
   if (!complete) place_remove(&f->where, f->temporary);
   return complete;
}

// Why a file that was opened is incomplete, as far as is known.
static const HChar* incomplete(void)
{
   return own_writes_error() == VKI_EFBIG
             ? " completely: it exceeds the limit on the size of files (raise it before the "
               "run: ulimit -f unlimited)"
             : " completely (is the disk full?)";
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
    error ? ": " : incomplete(), error ? out_file_error(error) : "",
    kept ? "; what was there before is kept" : "", more,
    kind->reported == MESSAGES_MAX ? " Further failures are not reported." : "");
}
