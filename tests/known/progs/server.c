/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * server.c: does what servers do once they have started, and then works or waits until there is a byte on
 * standard input; for tests/known/control.  Usage: server LETTERS
 * Letters, in their order: e overwrites all variables of the environment, as for a title; n has a name of two lines; r has another root;
 * u is another user; c closes all descriptors but the first three; f forks, and the child goes on; b waits in a system
 * call, where it else loops.  Ends with status 7.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int wait_for_child(void)
{
   int status;
   wait(&status);
   return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
   char byte;
   for (const char *l = argc > 1 ? argv[1] : ""; *l; l++)
      switch (*l) {
      case 'e':
         for (char **e = environ; *e; e++) memset(*e, 'x', strlen(*e));
         break;
      case 'n':
         if (prctl(PR_SET_NAME, "a\nb) R (")) return 1;
         break;
      case 'r':
         if (chroot("root")) break;
         if (chdir("/")) return 1;
         break;
      case 'u':
         if (setuid(65534)) break;
         break;
      case 'c':
         for (int fd = 3; fd < 1024; fd++) close(fd);
         break;
      case 'f':
         if (fork()) return wait_for_child();
         break;
      case 'b':
         if (read(0, &byte, 1) != 1) return 1;
         return 7;
      }
   fcntl(0, F_SETFL, O_NONBLOCK);
   while (read(0, &byte, 1) != 1) continue;
   return 7;
}
