// SPDX-License-Identifier: GPL-3.0-or-later
//
// The macros of an options.def as rows of a table (option.h); several tables may include it.
#undef USAGE
#undef ABOUT
#undef INTRO
#undef OPTION
#define USAGE(text) {.kind = OPTION_USAGE, .help = text},
#define ABOUT(text) {.kind = OPTION_ABOUT, .help = text},
#define INTRO(text) {.kind = OPTION_INTRO, .help = text},
#define OPTION(kind_, names_, value_, shown_, default_, help_, ...)                            \
   {.kind = OPTION_##kind_,                                                                    \
    .names = names_,                                                                           \
    .value = value_,                                                                           \
    .shown = shown_,                                                                           \
    .shown_default = default_,                                                                 \
    .help = help_,                                                                             \
    __VA_ARGS__},
