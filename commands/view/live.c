// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a run while it goes on; see live.h.
#define _GNU_SOURCE
#include "commands/view/live.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/files/elapsed.h"

enum {
   TURN_MS = 200,   // how long to wait for a request before looking at processes
   FIRST_MS = 1000, // from the start of the run to the first page
   PATIENCE = 10,   // first pages that may fail before the user is told
   LAST_MS = 5000,  // how long the last page is there for whoever follows the run
   SHARE = 4,       // a page is begun when so many times have passed as the one before took
   NOT_STARTED = 127
};

// What is known of pages.
typedef struct {
   pid_t pid;        // of the process that makes one; 0: none does
   int said;         // what it says, for reading
   int64_t begun_ms; // when that began
   int64_t due_ms;   // when the next one is to begin
   uint32_t failed;  // in a row
   bool any;         // whether there was one
} Pages;

// Runs a command; true if it ends with 0.
static bool succeeds(const char* const* command)
{
   int status = 0;
   const pid_t pid = fork();
   if (!pid) {
      execv(command[0], (char* const*)command);
      _exit(NOT_STARTED);
   }
   if (pid < 0) return false;
   while (waitpid(pid, &status, 0) < 0)
      if (errno != EINTR) return false;
   return WIFEXITED(status) && !WEXITSTATUS(status);
}

// Starts a process that has the run write its results and makes a page.  What it says waits in a pipe.
static void begin_page(Pages* pages, RunProgram* run, const LiveHow* how)
{
   int ends[2];
   if (pipe2(ends, O_CLOEXEC) != 0) return;
   pages->begun_ms = now_ms();
   pages->pid = fork();
   if (!pages->pid) {
      signal(SIGTERM, SIG_DFL);
      signal(SIGHUP, SIG_DFL);
      const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
      dup2(nothing, STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      const bool is_made = succeeds(how->snapshot) && how->make(run);
      fflush(NULL);
      _exit(is_made ? 0 : 1);
   }
   close(ends[1]);
   pages->said = ends[0];
   if (pages->pid > 0) return;
   close(ends[0]);
   pages->pid = 0;
}

// Prints what it has said.
static void pass_on(int said)
{
   char block[BUFSIZ];
   for (ssize_t n; (n = read(said, block, sizeof block)) > 0 || (n < 0 && errno == EINTR);)
      if (n > 0) host_write(STDERR_FILENO, block, (size_t)n);
}

static void note_page(Pages* pages, const LiveHow* how, PageServer* server, int status)
{
   const bool is_made = WIFEXITED(status) && !WEXITSTATUS(status);
   const int64_t now = now_ms(), usual_ms = how->seconds * (int64_t)1000;
   pages->failed = is_made ? 0 : pages->failed + 1;
   if (is_made) page_server_has_page(server);
   // at the start the run may not answer yet
   if (pages->failed == (pages->any ? 1 : PATIENCE)) pass_on(pages->said);
   close(pages->said);
   const int64_t wait_ms = SHARE * (now - pages->begun_ms);
   pages->any |= is_made;
   pages->due_ms = now + (!pages->any ? FIRST_MS : wait_ms < usual_ms ? usual_ms : wait_ms);
   pages->pid = 0;
}

// Looks at the processes that have ended.
static void reap(Pages* pages, RunProgram* run, PageServer* server, const LiveHow* how)
{
   int status;
   for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
      if (!run_ended(run, pid, status) && pid == pages->pid)
         note_page(pages, how, server, status);
}

bool live_follow(RunProgram* run, PageServer* server, const LiveHow* how)
{
   Pages pages = {.due_ms = now_ms() + FIRST_MS};
   while (!run->has_ended || pages.pid) {
      page_server_answer(server, TURN_MS);
      reap(&pages, run, server, how);
      if (!pages.pid && now_ms() >= pages.due_ms && !run->has_ended)
         begin_page(&pages, run, how);
   }
   const bool is_good = how->report(run);
   if (is_good) page_server_has_page(server);
   server->is_over = true;
   const int64_t end_ms = now_ms() + LAST_MS;
   while (is_good && !server->is_done && now_ms() < end_ms) {
      page_server_answer(server, TURN_MS);
      reap(&pages, run, server, how);
   }
   page_server_stop(server);
   return is_good;
}
