// SPDX-License-Identifier: GPL-3.0-or-later
// Runs vgdb; see vgdb.h.
#define _GNU_SOURCE
#include "commands/control/vgdb.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands/control/pipes.h"
#include "commands/control/process.h"
#include "commands/files/command_file.h"
#include "commands/files/elapsed.h"
#include "commands/text/kept.h"

enum {
   LOOK_MS = 500,    // between looks at the process that is to answer
   END_MS = 3000,    // that vgdb has to leave a process as it was
   END_LOOK_MS = 50, // between looks whether it has ended
   BLOCK_B = 1 << 16,
   NOT_STARTED = 127 // status of a program that cannot be started
};

// A vgdb that runs.
typedef struct {
   const Vgdb* vgdb;
   pid_t asked;    // the process that is to answer; 0: none
   pid_t pid;      // its own
   int out;        // what it prints, for reading
   int64_t due_ms; // when it is to have answered
   bool has_ended; // then `status` is how
   int status;
} Call;

const char* vgdb_file(void)
{
   const char* folder = own_folder();
   const char* folders[] = {kept("%s/../share/xgrind", folder), folder};
   return command_file("vgdb", folders, *folder ? 2 : 0);
}

// --- starting and ending -------------------------------------------------------------------------

// In the process that becomes vgdb.
__attribute__((noreturn)) static void become_vgdb(const Call* call, int in,
                                                  const char* const* words, uint32_t n)
{
   static const char foreign[] = "its pipes are gone, or belong to another user\n";
   const char* argv[1 + 1 + VGDB_WORDS_MAX + 1] = {call->vgdb->file};
   uint32_t n_argv = 1;
   if (call->vgdb->prefix) argv[n_argv++] = kept("--vgdb-prefix=%s", call->vgdb->prefix);
   for (uint32_t i = 0; i < n; i++) argv[n_argv++] = words[i];
   if (dup2(in, STDOUT_FILENO) < 0 || dup2(in, STDERR_FILENO) < 0) _exit(NOT_STARTED);
   if (call->asked && !pipes_take_names(call->vgdb->prefix, call->asked)) {
      host_write(STDOUT_FILENO, foreign, sizeof foreign - 1);
      _exit(1);
   }
   execv(argv[0], (char* const*)argv);
   _exit(NOT_STARTED);
}

// False: no process can be started.
static bool begin(Call* call, const char* const* words, uint32_t n)
{
   int ends[2];
   XG_ASSERT(n <= VGDB_WORDS_MAX);
   if (pipe2(ends, O_CLOEXEC) != 0) return false;
   call->pid = fork();
   if (!call->pid) become_vgdb(call, ends[1], words, n);
   close(ends[1]);
   call->out = ends[0];
   if (call->pid > 0) return true;
   close(ends[0]);
   return false;
}

// Whether it has ended; waits for that if it may.
static bool ended(Call* call, bool may_wait)
{
   pid_t found = 0;
   while (!call->has_ended
          && (found = waitpid(call->pid, &call->status, may_wait ? 0 : WNOHANG)) < 0
          && errno == EINTR)
      continue;
   call->has_ended |= found != 0;
   return call->has_ended;
}

// Ends vgdb.  It may have stopped the process, and undoes that when it is asked to end; killed, it would leave it stopped.  One
// that waits in the kernel itself ends when it can.
static void end(Call* call)
{
   const struct timespec look = {.tv_nsec = END_LOOK_MS * 1000000};
   if (ended(call, false)) return;
   kill(call->pid, SIGTERM);
   for (const int64_t due_ms = now_ms() + END_MS; now_ms() < due_ms && !ended(call, false);)
      nanosleep(&look, NULL);
}

// --- its answer ----------------------------------------------------------------------------------

static const char* too_late(const Call* call)
{
   if (!call->asked) return kept("vgdb has not answered in %u seconds", call->vgdb->seconds);
   return kept("process %d has not answered in %u seconds%s", (int)call->asked,
               call->vgdb->seconds,
               process_state(call->asked) == 'D'
                  ? ": it is blocked in a system call that nothing interrupts"
                  : "");
}

// Sets why it is not waited for any longer; false: it still is.
static bool gives_up(Call* call, VgdbAnswer* answer)
{
   const bool is_late = now_ms() >= call->due_ms;
   answer->why = call->asked ? process_why_silent(call->asked) : NULL;
   if (answer->why && process_has_ended(call->asked)) {
      if (ended(call, false) || is_late) return true;
      answer->why = NULL; // vgdb will say it, too
   } else if (answer->why || is_late) {
      if (!answer->why) answer->why = too_late(call);
      answer->is_mute = true;
   }
   return answer->why != NULL;
}

// Reads what has come; false: there is no more.
static bool read_block(Call* call, VgdbAnswer* answer)
{
   char block[BLOCK_B];
   const ssize_t n = read(call->out, block, sizeof block);
   if (n < 0 && errno == EINTR) return true;
   if (n < 0) answer->why = kept("vgdb cannot be read: %s", strerror(errno));
   if (n <= 0) return false;
   built_bytes(&answer->text, block, (size_t)n);
   if (answer->text.n_B <= VGDB_ANSWER_MAX_B) return true;
   answer->why = "its answer is larger than any of Xgrind";
   return false;
}

static void read_answer(Call* call, VgdbAnswer* answer)
{
   struct pollfd out = {call->out, POLLIN, 0};
   for (;;) {
      const bool has_more = poll(&out, 1, LOOK_MS) > 0;
      if (has_more && !read_block(call, answer)) return;
      if ((!has_more || now_ms() >= call->due_ms) && gives_up(call, answer)) return;
   }
}

VgdbAnswer vgdb_run(const Vgdb* vgdb, pid_t pid, const char* const* words, uint32_t n)
{
   VgdbAnswer answer = {0};
   Call call = {.vgdb = vgdb, .asked = pid, .due_ms = now_ms() + vgdb->seconds * (int64_t)1000};
   built_add(&answer.text, "");
   if (!begin(&call, words, n)) return answer;
   read_answer(&call, &answer);
   if (answer.why)
      end(&call);
   else
      answer.is_good =
         ended(&call, true) && WIFEXITED(call.status) && !WEXITSTATUS(call.status);
   close(call.out);
   return answer;
}

void vgdb_answer_clear(VgdbAnswer* answer)
{
   built_clear(&answer->text);
}
