// SPDX-License-Identifier: GPL-3.0-or-later
// Presets of --machine; see presets.h.
#include "callgrind/processor/presets.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/core_private.h"
#include "callgrind/help/edit_distance.h"
#include "callgrind/processor/hierarchy_file.h"

#define FOLDER "xgrind-machines"
#define ENDING ".hierarchy"

enum { PATH_B = 4096 };
enum { NAMES_MAX = 256, NAME_MAX_B = 64, LIST_MAX_B = 2048 };

typedef struct {
   Int n;
   HChar* name[NAMES_MAX];
} Names;

static Bool is_name(const HChar* name)
{
   const HChar* s = name;
   while ((*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9') || *s == '-') s++;
   return s > name && !*s && s - name < NAME_MAX_B;
}

// "zen4.hierarchy": adds zen4.
static void add(Names* names, const HChar* file)
{
   const HChar* ending = VG_(strstr)(file, ENDING);
   if (!ending || VG_(strcmp)(ending, ENDING) != 0 || names->n == NAMES_MAX) return;
   HChar* name = VG_(strdup)("xg.machine", file);
   name[ending - file] = '\0';
   if (is_name(name)) names->name[names->n++] = name;
}

static void read_folder(Names* names, const HChar* folder)
{
   ULong buffer[4096 / sizeof(ULong)];
   SysRes fd = VG_(open)(folder, VKI_O_RDONLY, 0);
   if (sr_isError(fd)) return;
   Int n;
   while ((n = VG_(getdents64)((Int)sr_Res(fd), (void*)buffer, sizeof buffer)) > 0)
      for (HChar *p = (void*)buffer, *end = p + n; p < end;) {
         const struct vki_dirent64* e = (const void*)p;
         add(names, e->d_name);
         p += e->d_reclen;
      }
   VG_(close)((Int)sr_Res(fd));
}

static Int compare(const void* a, const void* b)
{
   return VG_(strcmp)(*(HChar* const*)a, *(HChar* const*)b);
}

// The part of a line to which names can be added.
static Int append(HChar list[LIST_MAX_B], Int length, const HChar* between, const HChar* name)
{
   if (length > LIST_MAX_B - NAME_MAX_B - 6) return length;
   return length + (Int)VG_(sprintf)(list + length, "%s%s", length ? between : "", name);
}

// The names that begin with the one given and a dash, "a or b"; else the one that resembles it, if only one
// does; else "".
static void meant(HChar list[LIST_MAX_B], const Names* names, const HChar* name)
{
   const SizeT n = VG_(strlen)(name);
   Int length = 0, alike = 0;
   const HChar* one = "";
   list[0] = '\0';
   for (Int i = 0; i < names->n; i++) {
      const HChar* other = names->name[i];
      if (VG_(strncmp)(other, name, n) == 0 && other[n] == '-')
         length = append(list, length, " or ", other);
      if (edit_distance(name, other) > edit_distance_allowed(name)) continue;
      one = other;
      alike++;
   }
   if (!length && alike == 1) append(list, 0, "", one);
}

static void fail(const HChar* name, const HChar* folder)
{
   static Names names;
   static HChar list[LIST_MAX_B], near[LIST_MAX_B];
   Int length = 0;
   read_folder(&names, folder);
   VG_(ssort)(names.name, (SizeT)names.n, sizeof names.name[0], compare);
   for (Int i = 0; i < names.n; i++) length = append(list, length, " ", names.name[i]);
   meant(near, &names, name);
   if (near[0]) VG_(fmsg)
   ("--machine=%s is not known: did you mean %s? There are native %s; --hierarchy takes a "
    "file.\n",
    name, near, list);
   else if (names.n) VG_(fmsg)(
      "--machine=%s is not known: give one of native %s, or a file with --hierarchy.\n", name,
      list);
   else VG_(fmsg)(
      "--machine=%s is not known, and there are no presets in %s: install Xgrind again.\n",
      name, folder);
   VG_(exit)(1);
}

static Bool is_missing(const HChar* file)
{
   SysRes fd = VG_(open)(file, VKI_O_RDONLY, 0);
   if (!sr_isError(fd)) VG_(close)((Int)sr_Res(fd));
   return sr_isError(fd) && sr_Err(fd) == VKI_ENOENT;
}

// Where presets are: beside the tool, whose folder may be another one than the core's, or with what VALGRIND_LIB names.  To be freed.
static HChar* presets_folder(void)
{
   HChar path[PATH_B];
   const SSizeT n = VG_(readlink)("/proc/self/exe", path, sizeof path);
   path[n > 0 && n < PATH_B ? n : 0] = '\0';
   HChar* slash = VG_(strrchr)(path, '/');
   if (slash && slash + sizeof "/" FOLDER <= path + PATH_B) {
      VG_(strcpy)(slash, "/" FOLDER);
      if (!is_missing(path)) return VG_(strdup)("xg.machine", path);
   }
   HChar* folder = VG_(malloc)("xg.machine", VG_(strlen)(VG_(libdir)) + sizeof "/" FOLDER);
   VG_(sprintf)(folder, "%s/" FOLDER, VG_(libdir));
   return folder;
}

// The preset's file, to be freed, and in *folder where presets are.
static HChar* file_of(const HChar* name, HChar** folder)
{
   *folder = presets_folder();
   const SizeT size_B = VG_(strlen)(*folder) + sizeof "/" ENDING + NAME_MAX_B;
   HChar* file = VG_(malloc)("xg.machine", size_B);
   if (!is_name(name)) fail(name, *folder);
   VG_(sprintf)(file, "%s/%s" ENDING, *folder, name);
   return file;
}

void preset_load(const HChar* name)
{
   HChar *folder, *file = file_of(name, &folder);
   if (is_missing(file)) fail(name, folder);
   hierarchy_file_read(file);
   VG_(free)(folder);
   VG_(free)(file);
}

Bool preset_exists(const HChar* name)
{
   HChar *folder, *file = file_of(name, &folder);
   const Bool there = !is_missing(file);
   VG_(free)(folder);
   VG_(free)(file);
   return there;
}

void preset_load_core(const HChar* name, const HChar* const* more)
{
   enum { OF_CORE = 6, MORE_MAX = 8 };
   const HChar* of_core[OF_CORE + MORE_MAX + 1] = {"latencies",  "processor", "rates",
                                                   "operations", "units",     "prefetch"};
   for (Int i = 0; more[i]; i++) {
      tl_assert(i < MORE_MAX);
      of_core[OF_CORE + i] = more[i];
   }
   HChar *folder, *file = file_of(name, &folder);
   hierarchy_file_read_only(file, of_core);
   VG_(free)(folder);
   VG_(free)(file);
}
