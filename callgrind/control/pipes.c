// SPDX-License-Identifier: GPL-3.0-or-later
// The pipes by which vgdb reaches a run; see pipes.h.
#include "callgrind/control/pipes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/core_private.h"
#include "callgrind/result_files/log_file.h"
#include "callgrind/result_files/out_file.h"

enum {
   NAME_B = 512,
   O_PATH_FLAG = 010000000,
   NOFOLLOW = 0x100,   // of fchownat()
   CLOEXEC = 1,        // of memfd_create()
   KEEP_SIZE = 1,      // of fallocate()
   NOT_SUPPORTED = 95, // by a file system
   SHARED_B = 4096,    // enough for what is in the file that vgdb shares
   WAIT_MS = 10,
   WAITS_MAX = 1000, // for a vgdb that has not yet opened its side, or has ended
};

static Int folder = -1;    // in which the pipes are; -1: there is none
static UWord folder_error; // why
static Bool is_ready;      // the folder has been looked for
static SizeT folder_n;     // characters of their paths up to their names

// --- system calls -----------------------------------------------------------------------------

static SysRes call(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e)
{
   return VG_(do_syscall)(number, a, b, c, d, e, 0, 0, 0);
}

static SysRes open_below(const HChar* name, Int flags, Int mode)
{
   return call(__NR_openat, (UWord)folder, (UWord)name, (UWord)flags, (UWord)mode, 0);
}

static void wait_a_little(void)
{
   const Long duration[] = {0, WAIT_MS * 1000000L}; // seconds, nanoseconds
   call(__NR_nanosleep, (UWord)duration, 0, 0, 0, 0);
}

// --- when there is none ------------------------------------------------------------------------

static void say_lost(UWord error)
{
   static Bool said;
   if (folder_error) error = folder_error;
   if (said || VG_(clo_verbosity) == 0) return;
   said = True;
   VG_(umsg)
   ("The pipes %s-* cannot be used: %s. This process goes on, and neither xgrind_control nor "
    "--live "
    "reaches it.\n",
    VG_(clo_vgdb_prefix), error == VKI_ENOENT ? "they are gone" : out_file_error((Int)error));
}

// A file that can be written and has nothing to read.
static SysRes nothing(UWord error)
{
   say_lost(error);
   return call(__NR_memfd_create, (UWord) "xgrind-no-pipe", CLOEXEC, 0, 0, 0);
}

// Whether there is room for what the core is about to write.
static Bool has_room(Int fd)
{
   const SysRes r = call(__NR_fallocate, (UWord)fd, KEEP_SIZE, 0, SHARED_B, 0);
   return !sr_isError(r) || sr_Err(r) == NOT_SUPPORTED;
}

// Opens the side that the core writes: for this it would wait, if vgdb was killed, for ever.
static SysRes open_to_write(const HChar* name)
{
   SysRes r;
   for (Int i = 0; i < WAITS_MAX; i++) {
      r = open_below(name, VKI_O_WRONLY | VKI_O_NONBLOCK, 0);
      if (!sr_isError(r) || sr_Err(r) != VKI_ENXIO) break;
      wait_a_little();
   }
   if (!sr_isError(r)) VG_(fcntl)((Int)sr_Res(r), VKI_F_SETFL, VKI_O_WRONLY);
   return r;
}

// --- in place of the core's --------------------------------------------------------------------

// The name of a pipe or of the file beside them, in their folder; NULL: a path of something else.
static const HChar* name_of(const HChar* path)
{
   if (!is_ready) return NULL;
   const HChar* prefix = VG_(clo_vgdb_prefix);
   return VG_(strncmp)(path, prefix, VG_(strlen)(prefix)) == 0 ? path + folder_n : NULL;
}

extern SysRes __real_vgPlain_open(const HChar* path, Int flags, Int mode);
extern SysRes __wrap_vgPlain_open(const HChar* path, Int flags, Int mode);
SysRes __wrap_vgPlain_open(const HChar* path, Int flags, Int mode)
{
   const HChar* name = name_of(path);
   if (!name)
      return log_file_is_one(flags) ? log_file_open(path, mode)
                                    : __real_vgPlain_open(path, flags, mode);
   if (flags == VKI_O_WRONLY) {
      const SysRes r = open_to_write(name);
      // vgdb has ended: no fault, and the core notices it
      return sr_isError(r) && sr_Err(r) == VKI_ENXIO
                ? call(__NR_memfd_create, (UWord) "xgrind-no-vgdb", CLOEXEC, 0, 0, 0)
             : sr_isError(r) ? nothing(sr_Err(r))
                             : r;
   }
   const SysRes r = open_below(name, flags, mode);
   if (sr_isError(r)) return nothing(sr_Err(r));
   if (!(flags & VKI_O_CREAT) || has_room((Int)sr_Res(r))) return r;
   VG_(close)((Int)sr_Res(r));
   call(__NR_unlinkat, (UWord)folder, (UWord)name, 0, 0, 0);
   return nothing(VKI_ENOSPC);
}

extern SysRes __real_vgPlain_mknod(const HChar* path, Int mode, UWord device);
extern SysRes __wrap_vgPlain_mknod(const HChar* path, Int mode, UWord device);
SysRes __wrap_vgPlain_mknod(const HChar* path, Int mode, UWord device)
{
   const HChar* name = name_of(path);
   if (!name) return __real_vgPlain_mknod(path, mode, device);
   const SysRes r = call(__NR_mknodat, (UWord)folder, (UWord)name, (UWord)mode, device, 0);
   if (sr_isError(r)) say_lost(sr_Err(r));
   return VG_(mk_SysRes_Success)(0);
}

extern Int __real_vgPlain_unlink(const HChar* path);
extern Int __wrap_vgPlain_unlink(const HChar* path);
Int __wrap_vgPlain_unlink(const HChar* path)
{
   const HChar* name = name_of(path);
   if (!name) return __real_vgPlain_unlink(path);
   call(__NR_unlinkat, (UWord)folder, (UWord)name, 0, 0, 0);
   return 0; // whoever has removed it before
}

// Whether a process is there is asked with signal 0, and vgdb may be another user's by now.
extern Int __real_vgPlain_kill(Int process, Int signal);
extern Int __wrap_vgPlain_kill(Int process, Int signal);
Int __wrap_vgPlain_kill(Int process, Int signal)
{
   if (signal != 0) return __real_vgPlain_kill(process, signal);
   const SysRes r = call(__NR_kill, (UWord)process, 0, 0, 0, 0);
   return sr_isError(r) && sr_Err(r) != VKI_EPERM ? -1 : 0;
}

// --- whose they are ----------------------------------------------------------------------------

// A variable's value as the core takes it for a name.
static const HChar* variable(const HChar* name, const HChar* other_name)
{
   const HChar* value = VG_(getenv)(name);
   if (!value) value = VG_(getenv)(other_name);
   return value && !VG_(strchr)(value, '/') ? value : "???";
}

static void give_to(UWord user)
{
   static const HChar* const forms[] = {"from-vgdb-to", "to-vgdb-from", "shared-mem-vgdb"};
   HChar name[NAME_B];
   for (UInt i = 0; i < sizeof forms / sizeof forms[0]; i++) {
      VG_(snprintf)
      (name, NAME_B, "%s-%s-%d-by-%s-on-%s", VG_(clo_vgdb_prefix) + folder_n, forms[i],
       VG_(getpid)(), variable("LOGNAME", "USER"), variable("HOST", "HOSTNAME"));
      call(__NR_fchownat, (UWord)folder, (UWord)name, user, (UWord)-1, NOFOLLOW);
   }
}

// The user that a program asks to be; False: none, or as it is.
static Bool new_user(UInt number, const UWord* args, UInt* user)
{
   switch (number) {
   case __NR_setuid:
   case __NR_setfsuid: *user = (UInt)args[0]; break;
   case __NR_setreuid:
   case __NR_setresuid: *user = (UInt)args[1]; break;
   default: return False;
   }
   return *user != (UInt)-1;
}

void pipes_before_syscall(UInt number, const UWord* args)
{
   UInt user;
   if (folder >= 0 && new_user(number, args, &user) && VG_(geteuid)() == 0) give_to(user);
}

void pipes_after_syscall(UInt number, const UWord* args, SysRes result)
{
   UInt user;
   if (folder >= 0 && sr_isError(result) && new_user(number, args, &user)
       && VG_(geteuid)() == 0)
      give_to(0);
}

void pipes_init(void)
{
   const HChar* prefix = VG_(clo_vgdb_prefix);
   const HChar* slash = VG_(strrchr)(prefix, '/');
   folder_n = slash ? (SizeT)(slash - prefix) + 1 : 0;
   HChar* path = VG_(malloc)("xg.pipes", folder_n + sizeof ".");
   VG_(memcpy)(path, prefix, folder_n);
   VG_(strcpy)(path + folder_n, ".");
   const SysRes r = VG_(open)(path, O_PATH_FLAG | VKI_O_RDONLY, 0);
   VG_(free)(path);
   if (sr_isError(r))
      folder_error = sr_Err(r);
   else
      folder = VG_(safe_fd)((Int)sr_Res(r));
   is_ready = True;
}
