// SPDX-License-Identifier: GPL-3.0-or-later
// Options about the width of output; see screen_options.h.
#include "commands/options/screen_options.h"

#include "commands/text/names.h"
#include "commands/text/screen.h"

ScreenOptions screen_options;

void screen_options_use(void)
{
   set_screen_width((int)screen_options.width);
   set_full_names(screen_options.full_names);
}
