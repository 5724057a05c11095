// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options about the width of output and the names in it, which several commands have: screen_options.def has them as rows of a table.
//
//    const Arguments files = options_parse(&table, argc, argv);
//    screen_options_use();            // before anything is printed
#ifndef XG_COMMANDS_OPTIONS_SCREEN_OPTIONS_H
#define XG_COMMANDS_OPTIONS_SCREEN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
   uint32_t width; // columns; 0: not given
   bool full_names;
} ScreenOptions;
extern ScreenOptions screen_options;

void screen_options_use(void);

#endif
