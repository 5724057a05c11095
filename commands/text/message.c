// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of the commands; see message.h.
#include "commands/text/message.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/short_text.h"
#include "commands/text/kept.h"

enum { QUOTED_MAX_B = 43 }; // of a text in a message

static const char* program = "xgrind";
static int status_of_errors = 1;

// Where fail() goes to, in one thread.
typedef struct Catch {
   jmp_buf where;
   struct Catch* outer;
} Catch;
static _Thread_local Catch* innermost;
static _Thread_local const char* caught; // the last sentence that went there
static _Thread_local int silences;       // how many without_warnings() are on the way

void message_program(const char* name, int status)
{
   program = name;
   status_of_errors = status;
}

const char* message_name(void)
{
   return program;
}

// One sentence ends the process, although several threads may fail; what exit() runs may fail, too.
static void end_with_lock(void)
{
   static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
   static _Thread_local int has_lock;
   if (!has_lock) pthread_mutex_lock(&lock);
   has_lock = 1;
}

void fail(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   const char* sentence = kept_of_list(format, arguments);
   va_end(arguments);
   if (innermost) {
      caught = sentence;
      longjmp(innermost->where, 1);
   }
   end_with_lock();
   fprintf(stderr, "%s: %s\n", program, sentence);
   exit(status_of_errors);
}

void fail_to_open(const char* name)
{
   const int why = errno;
   fail("%s: cannot be opened: %s%s", printable(name), strerror(why),
        why == ENOENT ? "; check its name" : "");
}

void warn_user(const char* format, ...)
{
   if (silences) return;
   va_list arguments;
   va_start(arguments, format);
   fprintf(stderr, "%s: warning: %s\n", program, kept_of_list(format, arguments));
   va_end(arguments);
}

void note(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   fprintf(stderr, "%s: %s\n", program, kept_of_list(format, arguments));
   va_end(arguments);
}

const char* failure_of(void (*does)(void* with), void* with)
{
   Catch here = {.outer = innermost};
   const int silences_before = silences;
   innermost = &here;
   const char* sentence = NULL;
   if (setjmp(here.where) == 0)
      does(with);
   else
      sentence = caught;
   innermost = here.outer;
   silences = silences_before;
   return sentence;
}

void without_warnings(void (*does)(void* with), void* with)
{
   silences++;
   does(with);
   silences--;
}

// A text of short_text.h as one that is kept.
static const char* keep(char* text)
{
   const char* copy = kept_copy(text, strlen(text));
   host_free(text);
   return copy;
}

const char* printable(const char* text)
{
   return keep(short_text_printable(text));
}

// Characters stay whole.
const char* quoted(const char* text)
{
   const char* all = printable(text);
   const size_t size_B = strlen(all);
   if (size_B <= QUOTED_MAX_B) return kept("'%s'", all);
   size_t n = QUOTED_MAX_B - 3;
   while (n && ((unsigned char)all[n] & 0xC0) == 0x80) n--;
   return kept("'%.*s...'", (int)n, all);
}

const char* shell_word(const char* word)
{
   char* shown = short_text_printable(word);
   const char* as_word = keep(short_text_shell_word(shown));
   host_free(shown);
   return as_word;
}
