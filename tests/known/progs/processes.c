/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * processes.c: all ways in which a process begins and ends, as words that are done one after the other; for
 * tests/known/processes, which has the arithmetic.  Usage: processes WORD...
 *
 *   work N                       spin(N), which executes 2 N + 2 instructions
 *   fork WORD... end             a child does the words up to its end; the parent waits for it
 *   vfork, clone WORD... end     likewise
 *   spawn WORD... end            posix_spawn() of this program with the words
 *   exec, thread-exec WORD...    exec of this program with the words; in another thread
 *   true                         exec of /bin/true
 *   fail                         exec of what cannot be executed, in several ways
 *   try FILE, folder FOLDER      exec of FILE, whose error it prints; chdir()
 *   dump                         a part of the profile
 *   namespace WORD... end        likewise, in a PID namespace of its own, in which it is number 1
 *   killed, group-killed WORD... end   likewise, and the parent sends it, or its process group, SIGKILL when it has done the words
 *   exit, term, queued-kill      _exit(), SIGTERM, SIGKILL by sigqueue()
 *   own-group                    a process group of its own
 *   kill-group, kill-number      SIGKILL to the process group, by 0 and by its number
 *   kill-nobody                  SIGKILL to processes and groups that are not there
 *   asleep                       exec of sleep
 *   await FILE                   waits until the file is there
 */
#define _GNU_SOURCE
#include "known.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <callgrind.h>

SPIN(spin);

extern char **environ;
volatile char table[4096]; /* for other layouts */
static char *program;
static void run(char **word);

static int is(const char *word, const char *name) { return !strcmp(word, name); }

static int opens(const char *word)
{
   return is(word, "fork") || is(word, "vfork") || is(word, "clone") || is(word, "namespace")
          || is(word, "spawn") || is(word, "killed") || is(word, "group-killed");
}

/* The word "end" that belongs to the start of these. */
static char **end_of(char **word)
{
   for (int depth = 0; *word && !(depth == 0 && is(*word, "end")); word++)
      depth += opens(*word) - is(*word, "end");
   return word;
}

/* The arguments of this program with words up to the end of theirs. */
static char **arguments_of(char **word)
{
   static char *arguments[64];
   char **end = end_of(word);
   int n = 1;
   arguments[0] = program;
   for (; word < end; word++) arguments[n++] = *word;
   arguments[n] = 0;
   return arguments;
}

static void *exec_words(void *word)
{
   execv(program, arguments_of(word));
   return 0;
}

/* A child that is killed when it has done its words, or has become another program. */
static void kill_child(int group, char **word)
{
   int done[2];
   char byte;
   if (pipe2(done, O_CLOEXEC)) _exit(9);
   pid_t child = fork();
   if (child == 0) {
      if (group) setpgid(0, 0);
      close(done[0]);
      run(word);
      close(done[1]);
      for (;;) pause();
   }
   close(done[1]);
   if (read(done[0], &byte, 1)) _exit(9);
   close(done[0]);
   kill(group ? -child : child, SIGKILL);
   waitpid(child, 0, 0);
}

static void begin_child(const char *how, char **word)
{
   pid_t child = 0;
   if (is(how, "spawn"))
      posix_spawn(&child, program, 0, 0, arguments_of(word), environ);
   else if (is(how, "vfork"))
      child = vfork();
   else if (is(how, "clone"))
      child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
   else if (is(how, "namespace"))
      child = syscall(SYS_clone, CLONE_NEWPID | (geteuid() ? CLONE_NEWUSER : 0) | SIGCHLD, 0, 0, 0, 0);
   else
      child = fork();
   if (child == 0) {
      run(word);
      _exit(0);
   }
   waitpid(child, 0, 0);
}

static void fail(void)
{
   execl("/nonexistent", "x", (char *)0);
   execl("/etc/passwd", "x", (char *)0);
   execl("/tmp", "x", (char *)0);
}

static void try(char *file)
{
   execl(file, file, (char *)0);
   printf("%s: %s\n", file, strerror(errno));
   fflush(stdout);
}

static void run(char **word)
{
   for (; *word && !is(*word, "end"); word++) {
      if (is(*word, "work")) spin(atol(*++word));
      else if (is(*word, "fail")) fail();
      else if (is(*word, "try")) try(*++word);
      else if (is(*word, "folder")) {
         if (chdir(*++word)) _exit(9);
      } else if (is(*word, "dump")) CALLGRIND_DUMP_STATS;
      else if (is(*word, "exec")) exec_words(word + 1);
      else if (is(*word, "true")) execl("/bin/true", "true", (char *)0);
      else if (is(*word, "exit")) _exit(0);
      else if (is(*word, "term")) raise(SIGTERM);
      else if (is(*word, "queued-kill")) sigqueue(getpid(), SIGKILL, (union sigval){0});
      else if (is(*word, "own-group")) setpgid(0, 0);
      else if (is(*word, "kill-group")) kill(0, SIGKILL);
      else if (is(*word, "kill-number")) kill(-getpgrp(), SIGKILL);
      else if (is(*word, "kill-nobody")) {
         if (!kill(99999999, SIGKILL) || !kill(-99999999, SIGKILL) || !sigqueue(99999999, SIGKILL, (union sigval){0})) _exit(9);
      } else if (is(*word, "asleep")) execl("/bin/sleep", "sleep", "99", (char *)0);
      else if (is(*word, "await")) {
         for (word++; access(*word, F_OK); usleep(10000)) {}
      } else if (is(*word, "thread-exec")) {
         pthread_t t;
         pthread_create(&t, 0, exec_words, word + 1);
         pthread_join(t, 0);
      } else if (opens(*word)) {
         if (is(*word, "killed") || is(*word, "group-killed")) kill_child(is(*word, "group-killed"), word + 1);
         else begin_child(*word, word + 1);
         word = end_of(word + 1);
      }
   }
}

int main(int argc, char **argv)
{
   (void)argc;
   program = argv[0];
   table[64]++;
   run(argv + 1);
   return 0;
}
