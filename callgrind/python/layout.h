// SPDX-License-Identifier: GPL-3.0-or-later
//
// What differs between versions of CPython: where the interpreter's structures have the fields that Python frames
// need.  Nothing else in Xgrind knows of versions of CPython.
//
// Source: the headers that each version installs, internal/pycore_frame.h, cpython/pystate.h, cpython/code.h,
// cpython/unicodeobject.h.  From 3.13 on, the interpreter says most of it itself, in _Py_DebugOffsets
// (internal/pycore_runtime.h).
//
//    PythonLayout l;
//    if (python_layout_find(version, runtime, &l)) ... *(Addr*)(frame + l.frame_code) ...
#ifndef XG_CALLGRIND_PYTHON_LAYOUT_H
#define XG_CALLGRIND_PYTHON_LAYOUT_H

#include "pub_tool_basics.h"

// Offsets in bytes from the start of a structure.
typedef struct {
   // Of the thread's state: the current frame or, if cframe_frame is not negative, the structure that has it there.
   Int thread_frame, cframe_frame;
   Int frame_code, frame_previous, frame_instruction;
   Int object_type;
   Int code_file, code_name, code_lines, code_first_line, code_units;
   Int bytes_length, bytes_data;
   // Of a text: data_ascii if it is ASCII, otherwise data_other.
   Int text_length, text_state, text_data_ascii, text_data_other;
} PythonLayout;

// The bits of a text's state: bytes of a character, and whether it is ASCII.
enum { TEXT_KIND_SHIFT = 2, TEXT_KIND_MASK = 7, TEXT_ASCII = 1 << 6 };

// The word at an offset of a structure in the program's memory.
static inline Addr python_word_at(Addr structure, Int offset)
{
   return *(const Addr*)(structure + (ULong)offset);
}

// `version` is Py_Version, 0xMMmmppsn in CPython's notation; `runtime` is the address of _PyRuntime, or 0.
// False if the version's layout is not known.
Bool python_layout_find(ULong version, Addr runtime, PythonLayout* layout);

#endif
