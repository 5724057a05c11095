// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to commands; see action.h.
#include "commands/control/action.h"

#include <stdbool.h>
#include <string.h>

#include "base/begins.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

#define BLANKS " \t\r\n\f\v"

// A text up to the end of its line, fit to be printed.
static const char* line_of(const char* text, size_t n_B)
{
   return printable(kept_copy(text, n_B));
}

const char* action_answer(const char* text)
{
   text += strspn(text, BLANKS);
   return *text ? line_of(text, strcspn(text, "\n")) : "done";
}

// Whether only blanks follow, up to the line's end.
static bool is_end_of_line(const char* text)
{
   text += strspn(text, " \t\r\f\v");
   return !*text || *text == '\n';
}

// The bytes of a line's start that name the results that were not written; 0: it is no such line.
static size_t not_written(const char* line)
{
   static const char part[] = "profile part ", so_far[] = "the results so far",
                     why[] = " could not be written completely";
   size_t n = 0;
   if (begins_with(line, part)) {
      n = sizeof part - 1;
      const size_t digits = strspn(line + n, "0123456789");
      n = digits ? n + digits : 0;
   } else if (begins_with(line, so_far))
      n = sizeof so_far - 1;
   return n && begins_with(line + n, why) && is_end_of_line(line + n + sizeof why - 1)
             ? n + sizeof why - 1
             : 0;
}

// The reason in a line with "Error: the ...", up to the dot that ends it; NULL: it has none.
static const char* reason_in(const char* line)
{
   static const char before[] = "Error: the ";
   const char* end = line + strcspn(line, "\n");
   for (const char* at = line; (at = strstr(at, before)) && at < end; at++)
      for (const char* dot = at + sizeof before; dot < end; dot++)
         if (*dot == '.' && (is_end_of_line(dot + 1) || begins_with(dot + 1, " Further"))) {
            const char* reason = at + strlen("Error: ");
            return line_of(reason, (size_t)(dot - reason));
         }
   return NULL;
}

// After three of them, there is no reason.
const char* action_failure(const char* text)
{
   const char *which = NULL, *reason = NULL;
   for (const char* line = text; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      const size_t n = not_written(line);
      if (n && !which) which = line_of(line, n);
      if (!reason) reason = reason_in(line);
   }
   return which && reason ? reason : which;
}
