// SPDX-License-Identifier: GPL-3.0-or-later
// Files opened beforehand; see reserved_file.h.
#include "callgrind/result_files/reserved_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/result_files/place.h"
#include "callgrind/threads/host_task.h"

typedef struct Reserved {
   struct Reserved* next;
   Int fd;
   Bool is_new;       // it was created here, and nothing has been written to it
   Bool is_of_parent; // and not of this process, as far as is known
   HChar path[];
} Reserved;

static Reserved* files;

static Reserved* of_path(const HChar* path)
{
   Reserved* r = files;
   while (r && VG_(strcmp)(r->path, path) != 0) r = r->next;
   return r;
}

// The file there, an open one; below zero: it cannot be had.  Nobody waits for the reader of a pipe here.
static Int open_there(const OutPlace* p)
{
   if (!p->exists) return place_open(p, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL);
   const Int fd = place_open(p, VKI_O_WRONLY | VKI_O_NONBLOCK);
   if (fd >= 0) host_call(__NR_fcntl, (UWord)fd, VKI_F_SETFL, VKI_O_WRONLY, 0);
   return fd;
}

void reserved_file_add(const HChar* path)
{
   OutPlace p;
   Reserved* known = of_path(path);
   if (known) known->is_of_parent = False;
   if (known || place_find(&p, path) != 0 || p.is_foreign || place_may_be_planted(&p)) return;
   const Int fd = open_there(&p);
   if (fd < 0) return;
   Reserved* r = VG_(malloc)("xg.reserved_file", sizeof *r + VG_(strlen)(path) + 1);
   *r = (Reserved){.next = files, .fd = place_keep_open(fd), .is_new = !p.exists};
   VG_(strcpy)(r->path, path);
   files = r;
}

// Whether the file can be written without this.
static Bool is_needless(const Reserved* r)
{
   OutPlace p;
   if (r->is_of_parent) return True;
   if (place_find(&p, r->path) != 0) return False;
   if (r->is_new) return place_can_be_replaced(&p) && place_remove(&p, p.name);
   if (!p.is_link && p.exists && VKI_S_ISREG(p.st.mode)) return place_can_be_replaced(&p);
   const Int fd = place_open(&p, VKI_O_WRONLY | VKI_O_NONBLOCK);
   if (fd >= 0) VG_(close)(fd);
   return fd >= 0;
}

// The file that this points to, in the list.
static void let_go(Reserved** at)
{
   Reserved* r = *at;
   *at = r->next;
   VG_(close)(r->fd);
   VG_(free)(r);
}

void reserved_files_review(void)
{
   for (Reserved** at = &files; *at;) {
      if (is_needless(*at))
         let_go(at);
      else
         at = &(*at)->next;
   }
}

Bool reserved_files_after_fork(void)
{
   for (Reserved* r = files; r; r = r->next) {
      r->is_new = False; // the parent may have written it
      r->is_of_parent = True;
   }
   return files != NULL;
}

Int reserved_file(const HChar* path)
{
   Reserved* r = of_path(path);
   if (!r) return -1;
   r->is_new = False;
   return r->fd;
}
