// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are written; see output.h.
#define _GNU_SOURCE
#include "commands/files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "commands/files/privacy.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum {
   STANDARD_FILES =
      3, // descriptors that are not for outputs, also if they were closed at the start
   BUFFER_B = 1 << 16
};

static bool is_standard(const Output* out)
{
   return strcmp(out->shown, "-") == 0;
}

__attribute__((noreturn)) static void fail_for_errno(const char* name)
{
   const int why = errno;
   fail("%s: cannot be written: %s", printable(name), strerror(why));
}

// -------------------------------------------------------- what is not complete

// The newest one.  They are never given back, so that a signal handler may look at them in any thread, at any time.
static Output* _Atomic newest;

// Removes temporary files.  Safe in signal handlers.
static void remove_temporary(void)
{
   const int process = getpid();
   for (Output* out = atomic_load(&newest); out; out = out->older)
      if (out->temporary[0] && out->writer == process)
         unlinkat(out->target.folder, out->temporary, 0);
}

// The signal has its default action now, and comes again when this returns.
static void end_by_signal(int number)
{
   remove_temporary();
   kill(getpid(), number);
}

// Those of these signals that are ignored, or caught by others, stay so.  A file that becomes too large is an error of write().
static void remove_when_stopped(void)
{
   static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};
   static bool is_done;
   if (is_done) return;
   is_done = true;
   atexit(remove_temporary);
   for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
      struct sigaction action;
      if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
      action = (struct sigaction){.sa_flags = (int)SA_RESETHAND};
      action.sa_handler = signals[i] == SIGXFSZ ? SIG_IGN : end_by_signal;
      sigaction(signals[i], &action, NULL);
   }
}

// -------------------------------------------------------------------- opening

// The file is among those to be removed before it is there, so none is left whenever a signal comes.
static int open_temporary(Output* out)
{
   unsigned long random[2];
   if (getrandom(random, sizeof random, 0) != sizeof random) return -1;
   snprintf(out->temporary, sizeof out->temporary, "xgrind-tmp.%016lx%016lx", random[0],
            random[1]);
   out->older = atomic_load(&newest);
   atomic_store(&newest, out);
   const int file = openat(out->target.folder, out->temporary,
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (file < 0) out->temporary[0] = '\0';
   return file;
}

// Opens what is there, if it is still what was looked at.
static int open_special(const Target* t)
{
   struct stat is;
   const int file = openat(t->folder, t->name, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
   if (file < 0
       || (fstat(file, &is) == 0 && is.st_dev == t->was.st_dev && is.st_ino == t->was.st_ino))
      return file;
   close(file);
   errno = EEXIST;
   return -1;
}

static int open_target(Output* out)
{
   const Target* t = &out->target;
   if (t->descriptor >= 0) return dup(t->descriptor);
   return t->is_there && !S_ISREG(t->was.st_mode) ? open_special(t) : open_temporary(out);
}

// The file with a descriptor that is no standard one: if that was closed, messages would be written to the file.
static int not_standard(int file)
{
   if (file < 0 || file >= STANDARD_FILES) return file;
   const int other = fcntl(file, F_DUPFD_CLOEXEC, STANDARD_FILES);
   close(file);
   return other;
}

Output* output_open(const char* name)
{
   XG_ASSERT(gettid() == getpid());
   remove_when_stopped();
   Output* out = kept_room(sizeof *out);
   out->shown = name;
   out->writer = getpid();
   if (is_standard(out)) {
      out->to = stdout;
      return out;
   }
   const int file = target_find(&out->target, name) ? not_standard(open_target(out)) : -1;
   out->to = file >= 0 ? fdopen(file, "w") : NULL;
   if (!out->to) output_fail(out);
   setvbuf(out->to, kept_room(BUFFER_B), _IOFBF, BUFFER_B);
   return out;
}

void output_refuse_others(const char* name)
{
   Target t;
   if (strcmp(name, "-") == 0) return;
   (void)target_find(&t, name); // other reasons are output_open()'s
   target_close(&t);
}

// -------------------------------------------------------------------- writing

void output_write(Output* out, const char* bytes, size_t size_B)
{
   if (fwrite(bytes, 1, size_B, out->to) != size_B) output_fail(out);
}

// False, with the reason in errno: not all bytes have been written.
static bool is_flushed(FILE* to)
{
   const bool had_failed = ferror(to);
   if (fflush(to) == 0 && !had_failed) return true;
   // a stream does not remember why it has failed: the kernel is asked again, for a file that is incomplete anyway
   if (had_failed && write(fileno(to), "\n", 1) == 1) errno = EIO;
   return false;
}

void output_flush(Output* out)
{
   if (!is_flushed(out->to)) output_fail(out);
}

// -------------------------------------------------------------------- closing

// Nothing of it is left.
static void forget(Output* out)
{
   if (out->temporary[0]) unlinkat(out->target.folder, out->temporary, 0);
   out->temporary[0] = '\0';
   target_close(&out->target);
}

void output_fail(Output* out)
{
   const int why = errno;
   if (is_standard(out)) fail("the output cannot be written: %s", strerror(why));
   if (out->to) fclose(out->to);
   out->to = NULL;
   forget(out);
   errno = why;
   fail_for_errno(out->shown);
}

// Who may read it, when it is complete.  The file that it replaces may be more private than others; a file of another user does not
// decide.  Some file systems have no modes: there it stays as it was made.
static void set_mode(const Output* out)
{
   const Target* t = &out->target;
   struct stat is;
   if (fstat(fileno(out->to), &is) != 0) return;
   mode_t mode = privacy_mode(is.st_gid);
   if (t->is_there && t->was.st_uid == geteuid()) mode &= S_IRUSR | S_IWUSR | t->was.st_mode;
   (void)fchmod(fileno(out->to), mode);
}

void output_close(Output* out)
{
   XG_ASSERT(gettid() == getpid());
   if (is_standard(out)) {
      output_finish();
      return;
   }
   output_flush(out);
   if (out->temporary[0]) set_mode(out);
   FILE* to = out->to;
   out->to = NULL;
   const Target* t = &out->target;
   if (fclose(to) != 0
       || (out->temporary[0] && renameat(t->folder, out->temporary, t->folder, t->name) != 0))
      output_fail(out);
   out->temporary[0] = '\0';
   target_close(&out->target);
}

void output_finish(void)
{
   static bool is_finished;
   if (is_finished) return;
   is_finished = true;
   // who closed it before the start, and is told nothing there, misses nothing
   const bool is_unused = __fpending(stdout) == 0;
   const bool is_good = is_flushed(stdout);
   const int why = errno;
   if (fclose(stdout) == 0 && is_good) return;
   if (is_good && is_unused && errno == EBADF) return;
   if (!is_good) errno = why;
   fail("the output cannot be written: %s", strerror(errno));
}
