// SPDX-License-Identifier: GPL-3.0-or-later
//
// valgrind: runs a tool of the Valgrind that Xgrind was built for, and Xgrind as one more tool.
//
// Usage: valgrind --tool=NAME [options] PROGRAM [ARGUMENTS]
// XG_TOOL_NAMES: which tools there are, where Valgrind was built with Xgrind; "": those of an installed one, memcheck if none is named.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "launch/start.h"

const char start_name[] = "valgrind";

const char marks_it[] __attribute__((used)) = "installed with Xgrind"; // launch/is-ours.sh

static int is_own(void)
{
   return *XG_TOOL_NAMES != '\0';
}

int main(int argc, char** argv)
{
   int is_direct, is_version = 0, is_help = 0, status;
   const char* tool = NULL;
   (void)argc;
   char** args = start_arguments(argv, &is_direct);
   if (access(XG_CORE_FILE, R_OK) != 0)
      start_fail("%s is missing; install Valgrind or Xgrind again", XG_CORE_FILE);
   for (char** a = args + 1; *a && start_is_option(*a); a++) {
      if (strncmp(*a, "--tool=", 7) == 0) tool = *a + 7;
      is_version |= strcmp(*a, "--version") == 0;
      is_help |= strcmp(*a, "-h") == 0 || strncmp(*a, "--help", 6) == 0;
   }
   if (!tool && *XG_DEFAULT_TOOL) args = start_with_tool(args, tool = XG_DEFAULT_TOOL);
   if (!tool && !is_own()) args = start_with_tool(args, tool = "memcheck");
   if (tool) {
      if (access(start_path(tool, XG_ARCH), X_OK) != 0)
         start_fail(is_own() ? "there is no tool '%s': this Valgrind comes with Xgrind and has "
                               "the tools " XG_TOOL_NAMES
                               "; others come with your distribution's package valgrind"
                             : "there is no tool '%s' in " XG_TOOLS
                               "; install Valgrind or Xgrind again",
                    tool);
      start_tool(tool, args);
   }
   args = start_with_tool(args, "none");
   if (is_version) start_tool("none", args);
   if (!is_help)
      start_fail(
         "no tool is named: this Valgrind comes with Xgrind and has the tools " XG_TOOL_NAMES
         "; say xgrind PROGRAM, or valgrind --tool=xgrind PROGRAM");
   fputs(start_and_read("none", args, &status), stdout);
   if (status == 0)
      printf("\n  this Valgrind comes with Xgrind and has the tools " XG_TOOL_NAMES
             "; valgrind --tool=xgrind --help lists the options of Xgrind\n");
   return status;
}
