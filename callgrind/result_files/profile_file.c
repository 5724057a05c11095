// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the profile; see profile_file.h.
#include "callgrind/result_files/profile_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/log_file.h"
#include "callgrind/result_files/profile_header.h"
#include "callgrind/result_files/reserved_file.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/run_names.h"
#include "callgrind/result_files/run_profiles.h"
#include "callgrind/threads/host_task.h"
#include "callgrind/threads/killed.h"
#include "callgrind/threads/thread_stacks.h"

enum { SUFFIX_B = 64 };

// Kinds of locks that the core has no names for.
enum { WRITE_LOCK = 1, UNLOCK = 2 };

static HChar* base_name; // absolute

// A file as it was: others who write to it change that.
typedef struct {
   Bool exists;
   ULong dev, ino, mtime, mtime_nsec;
   Off64T size;
} FileState;

// --combine-dumps: the file has valid parts up to `end`.  What is beyond, of a part that was written in case a program is
// replaced, is taken away when the next part is written.  Forked processes may share the file: whoever is the first to
// write finds it as it was `before`, and empties it; after that, it is not what this process has `left` if others have
// written to it.
typedef struct {
   Bool started; // by this process
   Bool
      has_no_machine; // its head is of this process, whose options and caches are in no part that stays
   Off64T end;
   FileState before, left;
} Combined;

static Combined combined;

static FileState state_of(const struct vg_stat* st)
{
   return (FileState){True, st->dev, st->ino, st->mtime, st->mtime_nsec, st->size};
}

static Bool is_same_file(const FileState* a, const FileState* b)
{
   return a->exists && b->exists && a->dev == b->dev && a->ino == b->ino;
}

static Bool is_untouched(const FileState* now, const FileState* before)
{
   return is_same_file(now, before) && now->mtime == before->mtime
          && now->mtime_nsec == before->mtime_nsec && now->size == before->size;
}

static void look_at(Combined* c, const HChar* name)
{
   OutPlace p;
   // Parts of a program that exec has replaced stay in front.
   *c = (Combined){.started = run_id.program > 1};
   if (place_find(&p, name) == 0 && p.exists) c->before = state_of(&p.st);
}

static void begin_combined(void)
{
   if (!options.combine_dumps) return;
   look_at(&combined, base_name);
}

static HChar* expand(void)
{
   return run_names_base(RESULT_PROFILE, "--callgrind-out-file", options.out_file);
}

void profile_file_init(void)
{
   base_name = expand();
   log_file_require_apart("--callgrind-out-file", base_name, True);
   out_file_require("the profile", base_name, "--callgrind-out-file"); // the last part
   if (profile_file_has_layouts())
      out_file_require_layouts("the profile of layouts", base_name, "--callgrind-out-file", 1);
   if (options.combine_dumps)
      out_file_require_own("the profile", base_name, "--callgrind-out-file");
   begin_combined();
   if (!options.combine_dumps) run_names_move_earlier(base_name);
}

void profile_file_after_fork(void)
{
   HChar* of_parent = base_name;
   base_name = expand();
   if (VG_(strcmp)(base_name, of_parent) != 0) begin_combined();
   // What the parent may take away at the end is not this process's.
   combined.left.exists = False;
   VG_(free)(of_parent);
}

// Calls `action` with the names that the last part may have.
static void each_last_name(void (*action)(const HChar* name))
{
   const Bool apart = options.separate_threads && !options.combine_dumps;
   HChar suffix[SUFFIX_B], name[VG_(strlen)(base_name) + SUFFIX_B];
   for (UInt t = 1; t < (apart ? thread_stacks_end() : 2); t++) {
      if (apart && !thread_stacks_has(t)) continue;
      profile_file_suffix(suffix, &(ProfileFileId){.is_last = True, .thread = t});
      VG_(sprintf)(name, "%s%s", base_name, apart ? suffix : "");
      action(name);
      if (!profile_file_has_layouts()) continue;
      HChar* of_layouts = out_file_of_layouts(name, 1);
      action(of_layouts);
      VG_(free)(of_layouts);
   }
}

void profile_file_reserve(void)
{
   each_last_name(reserved_file_add);
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
                   f->id.is_last || f->id.simulation ? ""
                                                     : "; its costs will be in the next part");
}

// Writes n empty lines from where the file is.
static void write_empty_lines(Int fd, Off64T n)
{
   static const HChar lines[] = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
   for (Int step; n > 0; n -= step) {
      step = n < (Off64T)sizeof lines - 1 ? (Int)n : (Int)sizeof lines - 1;
      if (VG_(write)(fd, lines, step) != step) return;
   }
}

// Goes to where the next part is to be, with nothing behind it.
static void go_to_end(Combined* c, Int fd, const FileState* now)
{
   const Bool is_own = is_same_file(now, &c->left) && now->size >= c->left.size;
   const Bool is_last = is_own && now->size == c->left.size;
   if (is_own && !is_last && c->left.size > c->end) { // behind this, others have written
      VG_(lseek)(fd, c->end, VKI_SEEK_SET);
      write_empty_lines(fd, c->left.size - c->end);
   }
   if (!is_last) c->end = now->size;
   if (now->size > c->end) host_call(__NR_ftruncate, (UWord)fd, (UWord)c->end, 0, 0);
   VG_(lseek)(fd, c->end, VKI_SEEK_SET);
}

// The head of the file, which is not that of a part.
static Bool write_head(Combined* c, Int fd)
{
   static Writer w;
   writer_init(&w, fd);
   profile_header_write_file(&w);
   const Bool ok = writer_finish(&w);
   const Off64T at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
   if (ok && at >= 0) c->end = at;
   c->has_no_machine = True;
   return ok;
}

// Other processes wait, for they may share the file.
static Int lock(Int fd)
{
   enum { STEP_MS = 10, MAX_MS = 10000 };
   struct vki_flock whole = {.l_type = WRITE_LOCK, .l_whence = VKI_SEEK_SET};
   Word r = 0;
   for (Int ms = 0; ms < MAX_MS; ms += STEP_MS) {
      r = host_call(__NR_fcntl, (UWord)fd, VKI_F_SETLK, (UWord)&whole, 0);
      if (r != -VKI_EAGAIN && r != -VKI_EACCES) return 0; // locked, or there are no locks here
      VG_(poll)(NULL, 0, STEP_MS);
   }
   return VKI_EAGAIN;
}

static void unlock(Int fd)
{
   struct vki_flock whole = {.l_type = UNLOCK, .l_whence = VKI_SEEK_SET};
   host_call(__NR_fcntl, (UWord)fd, VKI_F_SETLK, (UWord)&whole, 0);
}

static FileState state_now(Int fd)
{
   struct vg_stat st;
   return VG_(fstat)(fd, &st) == 0 ? state_of(&st) : (FileState){0};
}

static Int open_combined(ProfileFile* f)
{
   Combined* c = &combined;
   Int error = out_file_open_in_place(&f->file, f->name);
   if (error) return error;
   f->file.keeps_parts = True;
   const Int fd = f->file.fd;
   Bool begins = !c->started;
   if (f->file.is_regular) {
      error = lock(fd);
      if (error) return out_file_close(&f->file, False), error;
      FileState now = state_now(fd);
      if (!c->started && is_untouched(&now, &c->before)) {
         host_call(__NR_ftruncate, (UWord)fd, 0, 0, 0);
         now.size = 0;
      }
      go_to_end(c, fd, &now);
      begins = c->end == 0;
   }
   c->started = True;
   f->begins = begins;
   f->is_whole = !begins || write_head(c, fd);
   f->has_machine = c->has_no_machine;
   return 0;
}

// Ends the part that was written to the file: it stays if it is complete and nothing replaces it.  A head alone is no file.
static void finish_combined(ProfileFile* f, Bool complete)
{
   Combined* c = &combined;
   const Int fd = f->file.fd;
   const Off64T at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
   if (complete && f->id.is_final) c->has_no_machine = False;
   if (!f->file.is_regular || at < 0) return;
   if (complete && f->id.is_final) c->end = at;
   if (!complete && f->begins) c->end = 0;
   if (!complete) host_call(__NR_ftruncate, (UWord)fd, (UWord)c->end, 0, 0);
   c->left = state_now(fd);
   unlock(fd);
}

Bool profile_file_has_layouts(void)
{
   return options.beside && !options.what_if_apart && out_file_is_regular_or_new(base_name);
}

Bool profile_file_open(ProfileFile* f, const ProfileFileId* id)
{
   HChar suffix[SUFFIX_B];
   *f = (ProfileFile){.id = *id, .has_machine = !options.combine_dumps};
   profile_file_suffix(suffix, id);
   f->name = VG_(malloc)("xg.profile_file", VG_(strlen)(base_name) + SUFFIX_B);
   VG_(sprintf)(f->name, "%s%s", base_name, options.combine_dumps ? "" : suffix);
   if (id->simulation) {
      HChar* of_own = f->name;
      f->name = out_file_of_layouts(of_own, id->simulation);
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

static void choose_name(ProfileFile* f)
{
   HChar suffix[SUFFIX_B];
   HChar* base =
      f->id.simulation ? out_file_of_layouts(base_name, f->id.simulation) : base_name;
   HChar* opened_as = f->name;
   profile_file_suffix(suffix, &f->id);
   f->name = out_file_final_name(&f->file, base, suffix);
   VG_(free)(opened_as);
   if (f->id.simulation) VG_(free)(base);
}

Bool profile_file_close(ProfileFile* f, Bool complete)
{
   if (options.combine_dumps) {
      complete &= f->is_whole;
      finish_combined(f, complete);
   }
   choose_name(f);
   Bool in_place = out_file_close(&f->file, complete);
   if (in_place)
      result_files_add(f->id.simulation ? RESULT_LAYOUTS : RESULT_PROFILE, f->name,
                       f->id.is_last);
   else
      report(f, 0, f->file.beside || options.combine_dumps);
   VG_(free)(f->name);
   return in_place;
}

void profile_file_tell_left_behind(void)
{
   if (options.compat || VG_(clo_verbosity) == 0 || options.out_file[0] == '/') return;
   if (!run_id_has_left_folder()) return;
   HChar* name = NULL;
   result_files_add_word(&name, base_name);
   VG_(umsg)("What ran here before exec is in %s\n", name);
   host_free(name);
}

void profile_file_describe_run(EndLines* l)
{
   run_names_describe_earlier(l, base_name);
   run_profiles_describe(l, base_name);
   killed_describe(l, base_name);
}
