// SPDX-License-Identifier: GPL-3.0-or-later
//
// Titles, sentences, header lines and colours on standard output.
//
//    print_title("Profile");                     // with a line of dashes below it
//    print_field("File", "callgrind.out.1");     // "File:      callgrind.out.1"
//    print_wrapped(sentence, "", 0);             // in lines as wide as the screen
//    print_wrapped(text, "Remedy:  ", 90);       // 90 columns wide; further lines begin below the text
//    printf("%s\n", paint(PAINT_RED, "much"));
//
// Errors are those of the stream, which whoever ends the command looks at.
#ifndef XG_COMMANDS_TEXT_PRINT_H
#define XG_COMMANDS_TEXT_PRINT_H

typedef enum { PAINT_NOT, PAINT_BOLD, PAINT_RED, PAINT_GREEN } Paint;

// When there are colours.  AUTO: on terminals, but not of users who have set NO_COLOR (no-color.org).
typedef enum { COLOURS_NO, COLOURS_YES, COLOURS_AUTO } Colours;
// There are none before that.
void choose_colours(Colours when);
// A text in a colour, if there are colours; the text that was given, if not.
const char* paint(Paint colour, const char* text);

void print_title(const char* title);
// A text in as many lines as it needs, behind what is before the first one; columns: of the lines, 0: as the screen has.
void print_wrapped(const char* text, const char* start, int columns);
// A header line; a long value takes several.
void print_field(const char* name, const char* value);

#endif
