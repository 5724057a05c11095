// SPDX-License-Identifier: GPL-3.0-or-later
// Threads as the kernel sees them; see host_task.h, and proc(5) for the files.
#include "callgrind/threads/host_task.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { TEXT_B = 256, FAILED = -1, HIGH = 65536, O_CLOEXEC = 02000000 };

// High numbers: the program gets the lowest free one for a file of its own.
static Int move_up(Int fd)
{
   struct vki_rlimit limit;
   if (VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit) != 0) return fd;
   const UWord least = limit.rlim_cur / 2 < HIGH ? limit.rlim_cur / 2 : HIGH;
   const Word high = host_call(__NR_fcntl, (UWord)fd, VKI_F_DUPFD_CLOEXEC, least, 0);
   if (high < 0) return fd;
   VG_(close)(fd);
   return (Int)high;
}

static Int open_file(const HChar* name)
{
   HChar path[64];
   VG_(sprintf)(path, "/proc/self/task/%d/%s", VG_(gettid)(), name);
   const SysRes r = VG_(open)(path, VKI_O_RDONLY | O_CLOEXEC, 0);
   return sr_isError(r) ? FAILED : move_up((Int)sr_Res(r));
}

void host_task_open(HostTask* task)
{
   if (task->is_open) return;
   *task = (HostTask){.is_open = True, .stat = open_file("stat"), .call = open_file("syscall")};
}

void host_task_close(HostTask* task)
{
   if (!task->is_open) return;
   if (task->stat != FAILED) VG_(close)(task->stat);
   if (task->call != FAILED) VG_(close)(task->call);
   task->is_open = False;
}

// Bytes read, or an error below zero.
static Word read_from_start(Int fd, HChar* text)
{
   const Word n = host_call(__NR_pread64, (UWord)fd, (UWord)text, TEXT_B - 1, 0);
   text[n > 0 ? n : 0] = '\0';
   return n;
}

// The letter after the name, which may have any character.
static HChar state_letter(const HChar* stat)
{
   const HChar* end = VG_(strrchr)(stat, ')');
   return end && end[1] == ' ' ? end[2] : '?';
}

// The instruction pointer is the last number.  No number: it runs; -1 as the first one: it sleeps, but in no call.
static TaskSight look_at_call(const HostTask* task)
{
   HChar text[TEXT_B];
   if (read_from_start(task->call, text) <= 0) return TASK_UNKNOWN;
   const HChar* last = VG_(strrchr)(text, ' ');
   if (!last || text[0] == '-') return TASK_BUSY;
   return VG_(strtoull16)(last + 1, NULL) == vgModuleLocal_blksys_complete ? TASK_SLEEPS
                                                                           : TASK_BACK;
}

TaskSight host_task_look(const HostTask* task)
{
   HChar text[TEXT_B];
   if (!task->is_open || task->stat == FAILED || task->call == FAILED) return TASK_UNKNOWN;
   const Word n = read_from_start(task->stat, text);
   if (n == -VKI_ESRCH || n == 0) return TASK_GONE;
   if (n < 0) return TASK_UNKNOWN;
   // First the state: a thread that is being woken still has its call in the other file.
   switch (state_letter(text)) {
   case 'S': return look_at_call(task);
   case 'Z':
   case 'X': return TASK_GONE;
   default: return TASK_BUSY;
   }
}
