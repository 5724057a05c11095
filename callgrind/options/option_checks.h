// SPDX-License-Identifier: GPL-3.0-or-later
//
// What options mean together: which need or exclude each other, and what follows from one for others.
//
//    while (...) options_parse(argument);
//    option_checks_finish();
#ifndef XG_CALLGRIND_OPTIONS_OPTION_CHECKS_H
#define XG_CALLGRIND_OPTIONS_OPTION_CHECKS_H

// Checks the options against each other and fills in what follows from others; ends the program with a sentence if something is
// wrong.
void option_checks_finish(void);

#endif
