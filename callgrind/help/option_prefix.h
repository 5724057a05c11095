// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options meant for one tool, `--callgrind:cache-sim=yes`, as ~/.valgrindrc may contain them: those
// for Callgrind are for Xgrind too, by whichever of the two names it is run.
#ifndef XG_CALLGRIND_HELP_OPTION_PREFIX_H
#define XG_CALLGRIND_HELP_OPTION_PREFIX_H

// Addresses the options for Callgrind and Xgrind to the running tool; to be called before the core
// reads them, which passes over those for others.
void option_prefix_adopt(void);

#endif
