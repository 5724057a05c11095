// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two profiles in about ten lines of Markdown, as a comment on a change.
#ifndef XG_COMMANDS_DIFF_MARKDOWN_H
#define XG_COMMANDS_DIFF_MARKDOWN_H

#include "commands/diff/figures.h"

// exceeded: sentences about limits, n of them.
void print_diff_markdown(const Diff* d, const Selection* s, WhichCost which,
                         const LargestRows* functions, const char* const* exceeded, uint32_t n);

#endif
