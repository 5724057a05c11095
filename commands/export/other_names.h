// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats by the names that other programs give them.
#ifndef XG_COMMANDS_EXPORT_OTHER_NAMES_H
#define XG_COMMANDS_EXPORT_OTHER_NAMES_H

// Fails with a sentence that names our option if one of the arguments asks for a format in another way: --format=flamegraph, --folded=x.
void refuse_other_names(int argc, char** argv);

#endif
