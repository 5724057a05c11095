// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the profile; see profile_file.h.
#include "callgrind/files/profile_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "callgrind/files/result_files.h"
#include "callgrind/files/run_id.h"
#include "callgrind/files/run_names.h"
#include "callgrind/files/run_profiles.h"
#include "callgrind/options/options.h"

enum { SUFFIX_B = 64 };

static HChar* base_name; // absolute

// --combine-dumps: the file has valid parts up to `end`.  What is beyond, of a part that could not
// be written or that was written in case a program is replaced, is overwritten by the next part or
// with empty lines.  Forked processes may share the file: each part makes it longer than `size`, by
// which the others notice that somebody else has written to it.
static struct {
   Bool started;
   Off64T end, size;
} combined;

static HChar* expand(void)
{
   return run_names_base(RESULT_PROFILE, "--callgrind-out-file", options.out_file);
}

void profile_file_init(void)
{
   base_name = expand();
   out_file_require("the profile", base_name, "--callgrind-out-file"); // the last part
   if (options.beside)
      out_file_require_other("the profile of layouts", base_name, "--callgrind-out-file");
   // In one file, parts of a program that exec has replaced stay in front.
   if (options.combine_dumps)
      combined.started = run_id.program > 1;
   else
      run_names_move_earlier(base_name);
}

void profile_file_after_fork(void)
{
   HChar* of_parent = base_name;
   base_name = expand();
   if (VG_(strcmp)(base_name, of_parent) != 0) VG_(memset)(&combined, 0, sizeof combined);
   VG_(free)(of_parent);
}

void profile_file_suffix(HChar suffix[SUFFIX_B], const ProfileFileId* id)
{
   Int n = 0;
   suffix[0] = 0;
   if (!id->is_last) n = VG_(sprintf)(suffix, ".%u", id->part);
   if (options.separate_threads) VG_(sprintf)(suffix + n, "-%02u", id->thread);
}

// error, kept: as in out_file_report().
static void report(const ProfileFile* f, Int error, Bool kept)
{
   static OutFileKind kind = {"profile"};
   out_file_report(&kind, f->name, error, kept,
                   f->id.is_last || f->id.is_other ? ""
                                                   : "; its costs will be in the next part");
}

static Int open_combined(ProfileFile* f)
{
   Int flags = VKI_O_WRONLY | VKI_O_CREAT | (combined.started ? 0 : VKI_O_TRUNC);
   SysRes r = VG_(open)(f->name, flags, VKI_S_IRUSR | VKI_S_IWUSR);
   if (sr_isError(r)) return (Int)sr_Err(r);
   f->file = (OutFile){.name = f->name, .fd = (Int)sr_Res(r)};
   combined.started = True;
   Off64T size = VG_(lseek)(f->file.fd, 0, VKI_SEEK_END);
   if (size >= 0 && size != combined.size) combined.end = size; // others wrote, or removed it
   VG_(lseek)(f->file.fd, combined.end, VKI_SEEK_SET);
   return 0;
}

// Ends the part that was written to the file: it stays if it is complete and nothing replaces it.
static void finish_combined(const ProfileFile* f, Bool complete)
{
   static const HChar empty_lines[] = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
   Int fd = f->file.fd;
   Off64T at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
   if (at < 0) return; // a pipe
   combined.size = at > combined.size ? at : combined.size + 1;
   if (complete && f->id.is_final) combined.end = at;
   if (!complete) at = VG_(lseek)(fd, combined.end, VKI_SEEK_SET);
   for (Off64T left = combined.size - at; left > 0;) {
      Int n = left < (Off64T)sizeof empty_lines - 1 ? (Int)left : (Int)sizeof empty_lines - 1;
      if (VG_(write)(fd, empty_lines, n) != n) return;
      left -= n;
   }
}

Bool profile_file_can_have_other(void)
{
   return out_file_is_regular_or_new(base_name);
}

Bool profile_file_open(ProfileFile* f, const ProfileFileId* id)
{
   HChar suffix[SUFFIX_B];
   *f = (ProfileFile){.id = *id};
   profile_file_suffix(suffix, id);
   f->name = VG_(malloc)("xg.profile_file", VG_(strlen)(base_name) + SUFFIX_B);
   VG_(sprintf)(f->name, "%s%s", base_name, options.combine_dumps ? "" : suffix);
   if (id->is_other) {
      HChar* of_own = f->name;
      f->name = out_file_of_other(of_own);
      VG_(free)(of_own);
   }
   Int error = options.combine_dumps ? open_combined(f) : out_file_open(&f->file, f->name);
   if (!error) {
      if (VG_(clo_verbosity) > 1) VG_(dmsg)("Dump to %s\n", f->name);
      return True;
   }
   report(f, error, True);
   VG_(free)(f->name);
   return False;
}

// The name that the file gets: another one if another process has taken its own meanwhile.
static void choose_name(ProfileFile* f)
{
   HChar suffix[SUFFIX_B];
   HChar* base = f->id.is_other ? out_file_of_other(base_name) : base_name;
   profile_file_suffix(suffix, &f->id);
   VG_(free)(f->name);
   f->name = run_names_final(base, suffix);
   f->file.name = f->name;
   if (f->id.is_other) VG_(free)(base);
}

Bool profile_file_close(ProfileFile* f, Bool complete)
{
   if (options.combine_dumps) finish_combined(f, complete);
   if (f->file.beside) choose_name(f);
   Bool in_place = out_file_close(&f->file, complete);
   if (in_place)
      result_files_add(f->id.is_other ? RESULT_OTHER : RESULT_PROFILE, f->name, f->id.is_last);
   else
      report(f, 0, f->file.beside || options.combine_dumps);
   VG_(free)(f->name);
   return in_place;
}

void profile_file_describe_run(EndLines* l)
{
   run_names_describe_earlier(l, base_name);
   run_profiles_describe(l, base_name);
}
