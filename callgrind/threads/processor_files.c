// SPDX-License-Identifier: GPL-3.0-or-later
// Files about processors; see processor_files.h.
#include "callgrind/threads/processor_files.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "base/grown_text.h"

enum { INFO_B = 16384, LINE_B = 64 };

static const HChar* const lists[] = {"/sys/devices/system/cpu/possible",
                                     "/sys/devices/system/cpu/present",
                                     "/sys/devices/system/cpu/online"};
static const HChar information[] = "/proc/cpuinfo";
// Of its lines, those that have the processor's number, and those that have how many there are.
static const HChar* const numbers[] = {"processor\t", "core id\t", "apicid\t",
                                       "initial apicid\t"};
static const HChar* const sums[] = {"siblings\t", "cpu cores\t"};

static Bool begins_as(const HChar* line, const HChar* const* keys, UInt n_keys)
{
   for (UInt i = 0; i < n_keys; i++)
      if (VG_(strncmp)(line, keys[i], VG_(strlen)(keys[i])) == 0) return True;
   return False;
}

// Adds the line with another value.
static void add_value(HChar** text, const HChar* line, UInt value)
{
   HChar key[LINE_B];
   SizeT n = 0;
   while (n + 1 < LINE_B && line[n] && line[n] != ':') n++;
   VG_(memcpy)(key, line, n);
   key[n] = '\0';
   HChar number[LINE_B];
   VG_(sprintf)(number, ": %u\n", value);
   grown_text_add(text, key);
   grown_text_add(text, number);
}

// Adds what is said of the i-th of n processors; `first` is about the host's first one, and is cut into lines and put together
// again on the way.
static void add_processor(HChar** text, HChar* first, UInt i, UInt n)
{
   for (HChar* line = first; *line;) {
      HChar* end = VG_(strchr)(line, '\n');
      if (!end) return;
      *end = '\0';
      if (begins_as(line, numbers, sizeof numbers / sizeof numbers[0]))
         add_value(text, line, i);
      else if (begins_as(line, sums, sizeof sums / sizeof sums[0]))
         add_value(text, line, n);
      else {
         grown_text_add(text, line);
         grown_text_add(text, "\n");
      }
      *end = '\n';
      line = end + 1;
   }
}

static HChar* information_text(UInt n)
{
   static HChar first[INFO_B];
   const SysRes r = VG_(open)(information, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return NULL;
   Int got, all = 0;
   while ((got = VG_(read)((Int)sr_Res(r), first + all, INFO_B - 1 - all)) > 0) all += got;
   VG_(close)((Int)sr_Res(r));
   first[all > 0 ? all : 0] = '\0';
   HChar* end = VG_(strstr)(first, "\n\n");
   if (!end) return NULL;
   end[2] = '\0';
   HChar* text = NULL;
   for (UInt i = 0; i < n; i++) add_processor(&text, first, i, n);
   return text;
}

HChar* processor_file_text(const HChar* path, UInt n)
{
   if (VG_(strcmp)(path, information) == 0) return information_text(n);
   for (UInt i = 0; i < sizeof lists / sizeof lists[0]; i++) {
      if (VG_(strcmp)(path, lists[i]) != 0) continue;
      HChar range[LINE_B], *text = NULL;
      VG_(sprintf)(range, "0-%u\n", n - 1);
      grown_text_add(&text, range);
      return text;
   }
   return NULL;
}
