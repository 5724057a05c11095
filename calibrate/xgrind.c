// SPDX-License-Identifier: GPL-3.0-or-later
// The xgrind beside this program; see xgrind.h.
#define _GNU_SOURCE
#include "calibrate/xgrind.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void xgrind_exec(char** arguments)
{
   char here[PATH_MAX], xgrind[PATH_MAX + 16];
   const ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
   here[n > 0 ? n : 0] = '\0';
   char* name = strrchr(here, '/');
   if (name) {
      *name = '\0';
      snprintf(xgrind, sizeof xgrind, "%s/xgrind", here);
      execv(xgrind, arguments);
   }
   execvp("xgrind", arguments);
   _exit(XGRIND_NOT_FOUND);
}
