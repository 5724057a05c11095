// SPDX-License-Identifier: GPL-3.0-or-later
//
// questions.h: the questions that xgrind answers; tools/question-table has written it.

// What is the first argument then.
static const char* const questions[] = {
   "memory",
   "layout",
   "threads",
   "phases",
   "compare",
   "check",
   NULL,
};

static const char questions_help[] =
   "  xgrind memory ./app                   What is slow, and why?\n"
   "  xgrind layout ./app                   Which data should lie otherwise?\n"
   "  xgrind threads ./app                  Do threads get into each other's way?\n"
   "  xgrind phases ./app                   What happens over time?\n"
   "  xgrind compare ./before -- ./after    Did my change help?\n"
   "  xgrind check ./app                    Is it as fast as it was?\n"
   "  xgrind view ./app                     All of it, in the browser\n";
