// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions, paths and other names as short texts, no two alike.
//
//    const char* const* texts = short_functions(functions, n, columns);    // "matrix.c:ns::sum<> [libm.so]"
//
// Each returns as many texts as there are names, in the same order.  Equal names have equal texts, different ones different texts; the
// text of a name depends on which names there are, not on their order.  So give all the names of one table at once.  Texts are
// visible(): fit to be printed.
//
// What is left out, by default:
// - template arguments, signatures, return types, Rust's hashes (base/code_name.h)
// - folders of files and modules, but for those that tell them apart (text/paths.h)
// - the file if it is not known or the same for all functions, the module if it is the same for all
// - what needs more columns: module, file, scopes from the left ("...::Set<>::insert"), the middle
// Where two texts would be equal, these two get back as much as tells them apart: template arguments, the signature, the file, then
// other parts of the name than the start and end, and at last the whole, which may be longer than there is room.
//
// Ownership: texts live as long as the process.
#ifndef XG_COMMANDS_TEXT_NAMES_H
#define XG_COMMANDS_TEXT_NAMES_H

#include <stdbool.h>
#include <stdint.h>

// Whole names and paths from now on, whatever the width (--full-names).
void set_full_names(bool full);
bool full_names(void);

// Names of a function; "" and "???" are unknown ones.
typedef struct {
   const char *module, *file, *name;
} FunctionNames;

const char** short_functions(const FunctionNames* functions, uint32_t n, int columns);
// Functions without file and module.
const char** short_names(const char* const* names, uint32_t n, int columns);
// Anything else: only cut.
const char** short_texts(const char* const* texts, uint32_t n, int columns);
const char** short_file_names(const char* const* paths, uint32_t n, int columns);
// One text, such as a command line, which need not differ from others: cut, unless names are whole.
const char* fitted(const char* text, int columns);

#endif
