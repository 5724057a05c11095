// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts in XML and HTML.
//
//    markup_text("a < b")    // "a &lt; b"; in attributes, too
#ifndef XG_COMMANDS_TEXT_MARKUP_H
#define XG_COMMANDS_TEXT_MARKUP_H

// The text lives as long as the process.
const char* markup_text(const char* text);

#endif
