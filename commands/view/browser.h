// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens an address in the user's browser.
//
// The browser is that of the variable BROWSER: commands with colons between them, of which the first one counts that works, with %s where
// the address belongs, or at the end.  Without it, xdg-open knows, if there is a display.
//
//    const char* why = browser_open(url_of_file("/home/me/a b.html"));    // NULL: it was opened
//
// Ownership: texts live as long as the process.
#ifndef XG_COMMANDS_VIEW_BROWSER_H
#define XG_COMMANDS_VIEW_BROWSER_H

// NULL: the address was opened, or why not.
const char* browser_open(const char* url);
// "file:///home/me/a%20b.html"
const char* url_of_file(const char* path);

#endif
