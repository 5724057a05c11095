// SPDX-License-Identifier: GPL-3.0-or-later
// Result files in place; see result_files.h.
#include "callgrind/result_files/result_files.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/grown_text.h"
#include "base/short_text.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/out_file.h"
#include "callgrind/result_files/run_id.h"

enum { NAMES_MAX = 4 };

// Files of one kind: of earlier parts and of the last one.
typedef struct {
   HChar* name[NAMES_MAX]; // the first ones, or NULL
   UInt n;
} Names;

static Names earlier[RESULT_KINDS], last[RESULT_KINDS];
static Bool last_failed; // some file of the last part is not in place

static void forget(Names* names)
{
   for (UInt i = 0; i < NAMES_MAX; i++) VG_(free)(names->name[i]);
   VG_(memset)(names, 0, sizeof *names);
}

void result_files_begin_last(void)
{
   for (UInt k = 0; k < RESULT_KINDS; k++) forget(&last[k]);
   last_failed = False;
}

void result_files_fail_last(void)
{
   last_failed = True;
}

void result_files_clear(void)
{
   result_files_begin_last();
   for (UInt k = 0; k < RESULT_KINDS; k++) forget(&earlier[k]);
}

// With --combine-dumps, or a device as their place, all parts are in one file.
static Bool is_known(const Names* names, const HChar* name)
{
   for (UInt i = 0; i < NAMES_MAX && names->name[i]; i++)
      if (VG_(strcmp)(names->name[i], name) == 0) return True;
   return False;
}

void result_files_add(ResultKind kind, const HChar* name, Bool is_last)
{
   Names* names = is_last ? &last[kind] : &earlier[kind];
   if (is_known(names, name)) return;
   if (names->n < NAMES_MAX) names->name[names->n] = VG_(strdup)("xg.result_files", name);
   names->n++;
}

// As the user would type it: from where the run was started; the whole path if this program began elsewhere.
static const HChar* from_here(const HChar* name)
{
   const HChar* here = VG_(get_startup_wd)();
   if (!here || run_id.is_elsewhere) return name;
   const SizeT n = VG_(strlen)(here);
   return n > 1 && VG_(strncmp)(name, here, n) == 0 && name[n] == '/' ? name + n + 1 : name;
}

static Bool is_file(const HChar* name)
{
   struct vg_stat st;
   return !sr_isError(VG_(stat)(name, &st)) && VKI_S_ISREG(st.mode);
}

void result_files_add_word(HChar** to, const HChar* name)
{
   const HChar* shown = from_here(name);
   HChar* word = short_text_shell_word(shown);
   grown_text_add(to, *to ? " " : "");
   grown_text_add(to, shown[0] == '-' ? "./" : ""); // not to be taken for an option
   grown_text_add(to, word);
   host_free(word);
}

// What files are called before .<part> and -<thread>.
static HChar* base_of(const HChar* name, Bool has_part)
{
   HChar* base = VG_(strdup)("xg.result_files", name);
   if (options.separate_threads) *VG_(strrchr)(base, '-') = '\0';
   if (has_part) *VG_(strrchr)(base, '.') = '\0';
   return base;
}

// Names or, where there are many, a pattern for them.
static void add_names(HChar** to, const Names* names, Bool have_part)
{
   if (names->n > NAMES_MAX && names == &last[RESULT_LAYOUTS] && options.what_if_apart) {
      HChar more[32]; // no pattern is short
      result_files_add_word(to, names->name[0]);
      VG_(sprintf)(more, " and %u more", names->n - 1);
      grown_text_add(to, more);
      return;
   }
   if (names->n > NAMES_MAX) {
      HChar* base = base_of(names->name[0], have_part);
      result_files_add_word(to, base);
      grown_text_add(to, have_part && options.separate_threads ? ".*-*"
                         : have_part                           ? ".*"
                                                               : "-*");
      VG_(free)(base);
      return;
   }
   for (UInt i = 0; i < names->n; i++) result_files_add_word(to, names->name[i]);
}

void result_files_add_profile(HChar** to)
{
   add_names(to, &last[RESULT_PROFILE], False);
}

// All files of a kind, as words of a shell.
static void add_all(HChar** to, ResultKind kind)
{
   add_names(to, &last[kind], False);
   const Bool in_last = earlier[kind].n == 1 && is_known(&last[kind], earlier[kind].name[0]);
   if (!in_last) add_names(to, &earlier[kind], True);
}

static void add_files_line(EndLines* l)
{
   static const HChar* const name[RESULT_KINDS] = {
      "Profile: ", "data: ", "tree: ", "with layouts: "};
   HChar* line = NULL;
   for (UInt k = 0; k < RESULT_KINDS; k++) {
      if (!last[k].n) continue;
      HChar* words = NULL;
      add_all(&words, k);
      grown_text_add(&line, line ? "; " : "");
      grown_text_add(&line, name[k]);
      grown_text_add(&line, words);
      host_free(words);
   }
   end_lines_add_text(l, END_PLACE, line);
   host_free(line);
}

Bool result_files_are_complete(void)
{
   return last[RESULT_PROFILE].n && !last_failed;
}

// With layouts beside: what compares the two profiles, if that with layouts is in place.
static void add_comparison(EndLines* l)
{
   HChar *command = NULL, *of_layouts = out_file_of_layouts(last[RESULT_PROFILE].name[0], 1);
   if (!is_known(&last[RESULT_LAYOUTS], of_layouts)) {
      VG_(free)(of_layouts);
      return;
   }
   grown_text_add(&command, "Compare: xgrind_diff");
   result_files_add_word(&command, last[RESULT_PROFILE].name[0]);
   result_files_add_word(&command, of_layouts);
   end_lines_add_text(l, END_COMMAND, command);
   host_free(command);
   VG_(free)(of_layouts);
}

void result_files_describe(EndLines* l, Bool layouts_differ)
{
   if (!result_files_are_complete()) {
      end_lines_add(l, END_PLACE,
                    "No complete profile, as said above; --callgrind-out-file=<file> chooses "
                    "another place.");
      return;
   }
   add_files_line(l);
   if (!is_file(last[RESULT_PROFILE].name[0])) return; // what a device or a pipe took is gone
   const Bool data = last[RESULT_DATA].n && is_file(last[RESULT_DATA].name[0]);
   HChar* command = NULL;
   grown_text_add(&command, data ? "Show it: xgrind_report" : "Show it: xgrind_annotate");
   add_all(&command, RESULT_PROFILE);
   if (data) add_all(&command, RESULT_DATA);
   end_lines_add_text(l, END_COMMAND, command);
   host_free(command);
   if (layouts_differ && last[RESULT_LAYOUTS].n && last[RESULT_PROFILE].n == 1)
      add_comparison(l);
}
