// SPDX-License-Identifier: GPL-3.0-or-later
// Where result files are; see place.h.
#include "callgrind/result_files/place.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "base/path_name.h"
#include "callgrind/arch/arch.h"
#include "callgrind/threads/host_task.h"

enum {
   PATH_B = 4096,
   LINKS_MAX = 40,
   MODE = VKI_S_IRUSR | VKI_S_IWUSR,
   HERE = -100,        // AT_FDCWD
   PATH = 010000000,   // O_PATH
   CLOEXEC = 02000000, // O_CLOEXEC
   NAME_TOO_LONG = 36, // an error that the core has no name for
   PROC_MAGIC = 0x9fa0,
};

// A folder that a result file was looked for in; they are few.
typedef struct Folder {
   struct Folder* next;
   Int fd;
   Int pid; // of the process that has opened it
   HChar path[];
} Folder;

static Folder* folders;
static Bool root_has_changed;

static Int open_at(Int folder, const HChar* name, Int flags)
{
   return (Int)host_call(__NR_openat, (UWord)(Word)folder, (UWord)name,
                         (UWord)(flags | CLOEXEC), MODE);
}

Int place_keep_open(Int fd)
{
   const Word kept =
      host_call(__NR_fcntl, (UWord)fd, VKI_F_DUPFD_CLOEXEC, (UWord)VG_(fd_hard_limit), 0);
   if (kept < 0) return fd;
   VG_(close)(fd);
   return (Int)kept;
}

void place_root_has_changed(void)
{
   root_has_changed = True;
}

// --- links ----------------------------------------------------------------------------------

static Bool is_own_or_roots(UInt uid)
{
   return uid == 0 || uid == (UInt)VG_(geteuid)();
}

// Links of /proc are the kernel's, and lead where their text does not say.
static Bool is_of_proc(Int fd)
{
   UWord st[32] = {0}; // struct statfs: the kind comes first
   return host_call(__NR_fstatfs, (UWord)fd, (UWord)st, 0, 0) == 0 && st[0] == PROC_MAGIC;
}

// Where a link leads that is open; closes it.  0, or an error.
static Int read_link(Int link, const struct vg_stat* st, HChar target[PATH_B])
{
   const Bool is_trusted = is_own_or_roots(st->uid);
   const Word n =
      host_call(__NR_readlinkat, (UWord)link, (UWord) "", (UWord)target, PATH_B - 1);
   VG_(close)(link);
   if (!is_trusted) return PLACE_OF_ANOTHER_USER;
   if (n <= 0) return n ? (Int)-n : VKI_ENOENT;
   target[n] = '\0';
   return 0;
}

// --- folders --------------------------------------------------------------------------------

// A way to a folder: as far as it is done, and what is left.
typedef struct {
   Int at;
   Bool
      is_at_root; // where names are opened by "/NAME": an emulator's root is another folder, which lacks most of them
   Int links;
   HChar rest[PATH_B];
} Way;

static Int go_to(Way* w, Int fd)
{
   if (fd < 0) return -fd;
   if (w->at >= 0) VG_(close)(w->at);
   w->at = fd;
   return 0;
}

static Int go_to_root(Way* w)
{
   w->is_at_root = True;
   return go_to(w, open_at(HERE, "/", PATH));
}

static Int follow(Way* w, Int link, const struct vg_stat* st)
{
   HChar target[PATH_B], rest[PATH_B];
   const Int error = read_link(link, st, target);
   if (error) return error;
   if (++w->links > LINKS_MAX) return VKI_ELOOP;
   if (VG_(strlen)(target) + VG_(strlen)(w->rest) + 2 > PATH_B) return NAME_TOO_LONG;
   VG_(strcpy)(rest, w->rest);
   VG_(sprintf)(w->rest, "%s/%s", target, rest);
   return target[0] == '/' ? go_to_root(w) : 0;
}

// Takes the next name off the way; "" if there is none.
static void next_name(Way* w, HChar name[PATH_B])
{
   HChar* from = w->rest;
   while (*from == '/') from++;
   SizeT n = 0;
   while (from[n] && from[n] != '/') n++;
   VG_(memcpy)(name, from, n);
   name[n] = '\0';
   from += n;
   SizeT i = 0;
   do w->rest[i] = from[i];
   while (from[i++]);
}

static Int step(Way* w)
{
   HChar with_root[1 + PATH_B] = "/", *name = with_root + 1;
   struct vg_stat st;
   next_name(w, name);
   if (!name[0]) return 0;
   if (w->is_at_root) name = with_root;
   w->is_at_root = False;
   const Int fd = open_at(w->at, name, PATH | XG_O_NOFOLLOW);
   if (fd < 0) return -fd;
   VG_(fstat)(fd, &st);
   if (!VKI_S_ISLNK(st.mode)) return go_to(w, fd);
   if (!is_of_proc(fd)) return follow(w, fd, &st);
   VG_(close)(fd);
   return go_to(w, open_at(w->at, name, PATH));
}

// Opens a folder, from the root on and one name after the other: so no link on the way is taken unseen.
static Int walk(const HChar* path)
{
   Way w = {.at = -1};
   if (VG_(strlen)(path) >= PATH_B) return -NAME_TOO_LONG;
   VG_(strcpy)(w.rest, path);
   Int error = go_to_root(&w);
   while (!error && w.rest[0]) error = step(&w);
   struct vg_stat st;
   if (!error && VG_(fstat)(w.at, &st) != 0) error = PLACE_WITHOUT_STATUS;
   if (!error && !VKI_S_ISDIR(st.mode)) error = VKI_ENOTDIR;
   if (!error) return place_keep_open(w.at);
   if (w.at >= 0) VG_(close)(w.at);
   return -error;
}

static Folder* known(const HChar* path)
{
   Folder* f = folders;
   while (f && VG_(strcmp)(f->path, path) != 0) f = f->next;
   return f;
}

// It was removed, perhaps made anew; or it is /proc/self/fd of the parent.
static Bool is_stale(const Folder* f)
{
   struct vg_stat st;
   if (VG_(fstat)(f->fd, &st) != 0 || st.nlink == 0) return True;
   return f->pid != VG_(getpid)() && is_of_proc(f->fd);
}

// The open folder of this path, or an error below zero.
static Int folder_at(const HChar* path)
{
   Folder* f = known(path);
   if (f && !is_stale(f)) return f->fd;
   if (root_has_changed) return -VKI_ENOENT;
   const Int fd = walk(path);
   if (fd < 0) return fd;
   if (!f) {
      f = VG_(malloc)("xg.place", sizeof *f + VG_(strlen)(path) + 1);
      VG_(strcpy)(f->path, path);
      f->next = folders;
      folders = f;
   }
   f->fd = fd;
   f->pid = VG_(getpid)();
   return fd;
}

// --- places ---------------------------------------------------------------------------------

static Int find_name(OutPlace* p, const HChar* path)
{
   const HChar* name = path_name(path);
   const SizeT n = (SizeT)(name - path);
   HChar folder[PATH_B];
   if (n >= PATH_B || VG_(strlen)(name) >= sizeof p->name) return NAME_TOO_LONG;
   VG_(memcpy)(folder, path, n);
   folder[n] = '\0';
   VG_(strcpy)(p->name, *name ? name : ".");
   p->folder = folder_at(folder);
   return p->folder < 0 ? -p->folder : 0;
}

// Goes on to where a link leads, whose text begins at the folder of `path` if it does not at the root.
static Int find_target(OutPlace* p, Int link, HChar path[PATH_B])
{
   HChar target[PATH_B];
   const Int error = read_link(link, &p->st, target);
   p->is_foreign = error == PLACE_OF_ANOTHER_USER;
   if (error) return error;
   const SizeT n = target[0] == '/' ? 0 : (SizeT)(path_name(path) - path);
   if (n + VG_(strlen)(target) >= PATH_B) return NAME_TOO_LONG;
   VG_(strcpy)(path + n, target);
   p->is_link = True;
   return 0;
}

// What a link of the kernel leads to, which is opened by the link.
static Int look_through(OutPlace* p)
{
   const Int fd = open_at(p->folder, p->name, PATH);
   if (fd < 0) return -fd;
   VG_(fstat)(fd, &p->st);
   VG_(close)(fd);
   p->is_link = True;
   return 0;
}

Int place_find(OutPlace* p, const HChar* path)
{
   HChar now[PATH_B];
   *p = (OutPlace){.folder = -1};
   if (VG_(strlen)(path) >= PATH_B) return NAME_TOO_LONG;
   VG_(strcpy)(now, path);
   for (Int links = 0; links <= LINKS_MAX; links++) {
      Int error = find_name(p, now);
      if (error) return error;
      const Int fd = open_at(p->folder, p->name, PATH | XG_O_NOFOLLOW);
      p->exists = fd >= 0;
      if (fd < 0) return fd == -VKI_ENOENT ? 0 : -fd;
      VG_(fstat)(fd, &p->st);
      const Bool is_link = VKI_S_ISLNK(p->st.mode), follows = is_link && !is_of_proc(fd);
      if (follows) error = find_target(p, fd, now);
      if (!follows) VG_(close)(fd);
      if (is_link && !follows) error = look_through(p);
      if (p->is_foreign) return 0;
      if (error || !follows) return error;
   }
   return VKI_ELOOP;
}

void place_hide(Int fd)
{
   host_call(__NR_fchmod, (UWord)fd, MODE, 0, 0);
}

static Int with_mode(Int fd)
{
   if (fd >= 0) place_hide(fd); // whatever the umask
   return fd;
}

Int place_open(const OutPlace* p, Int flags)
{
   // What is a link now is one of /proc, or was put there a moment ago.
   const Bool through = p->exists && p->is_link && is_of_proc(p->folder);
   const Int fd = open_at(p->folder, p->name, flags | (through ? 0 : XG_O_NOFOLLOW));
   return flags & VKI_O_EXCL ? with_mode(fd) : fd;
}

static ULong random_number(void)
{
   ULong n = 0;
   if (host_call(__NR_getrandom, (UWord)&n, sizeof n, 0, 0) == sizeof n) return n;
   const SysRes r = VG_(open)("/dev/urandom", VKI_O_RDONLY, 0);
   if (sr_isError(r)) return n;
   VG_(read)((Int)sr_Res(r), &n, sizeof n);
   VG_(close)((Int)sr_Res(r));
   return n;
}

// KCachegrind loads every file that starts with the profile's name, so this one starts otherwise.
Int place_open_new(const OutPlace* p, HChar name[PLACE_NEW_NAME_B])
{
   enum { TRIES = 16 };
   Int fd = -VKI_EEXIST;
   for (Int i = 0; i < TRIES && fd == -VKI_EEXIST; i++) {
      VG_(sprintf)(name, "xgrind-tmp.%d.%016llx", VG_(getpid)(), random_number());
      fd = open_at(p->folder, name, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL | XG_O_NOFOLLOW);
   }
   return with_mode(fd);
}

Bool place_take(const OutPlace* p, const HChar* new_name)
{
   return host_call(__NR_renameat, (UWord)p->folder, (UWord)new_name, (UWord)p->folder,
                    (UWord)p->name)
          == 0;
}

Bool place_rename(const OutPlace* p, const HChar* name)
{
   if (!p->exists || p->is_link || !VKI_S_ISREG(p->st.mode)) return False;
   return host_call(__NR_renameat, (UWord)p->folder, (UWord)p->name, (UWord)p->folder,
                    (UWord)name)
          == 0;
}

Int place_open_folder(const HChar* path)
{
   OutPlace p;
   const Int error = find_name(&p, path);
   return error ? -error : open_at(p.folder, ".", VKI_O_RDONLY);
}

Bool place_remove(const OutPlace* p, const HChar* name)
{
   return host_call(__NR_unlinkat, (UWord)p->folder, (UWord)name, 0, 0) == 0;
}

// In a folder with the sticky bit, only the owner of a file and that of the folder replace it.
static Bool is_kept_by_sticky_folder(const OutPlace* p)
{
   struct vg_stat folder;
   const UInt self = (UInt)VG_(geteuid)();
   if (!p->exists || self == 0 || VG_(fstat)(p->folder, &folder) != 0) return False;
   return (folder.mode & VKI_S_ISVTX) && p->st.uid != self && folder.uid != self;
}

Bool place_can_be_replaced(const OutPlace* p)
{
   HChar name[PLACE_NEW_NAME_B];
   if (is_kept_by_sticky_folder(p)) return False;
   const Int fd = place_open_new(p, name);
   if (fd < 0) return False;
   VG_(close)(fd);
   return place_remove(p, name);
}

Bool place_may_be_planted(const OutPlace* p)
{
   struct vg_stat folder;
   if (!p->exists || is_own_or_roots(p->st.uid)) return False;
   if (VG_(fstat)(p->folder, &folder) != 0) return False;
   if ((folder.mode & VKI_S_ISVTX) && folder.uid != p->st.uid) return True;
   const Bool others_write = folder.mode & (VKI_S_IWGRP | VKI_S_IWOTH);
   return !VKI_S_ISREG(p->st.mode) && (others_write || !is_own_or_roots(folder.uid));
}
