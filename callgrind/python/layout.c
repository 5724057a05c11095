// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of CPython's structures by version; see layout.h.
#include "callgrind/python/layout.h"

#include "pub_tool_libcbase.h"

static const PythonLayout python_3_11 = {
   .thread_frame = 56,
   .cframe_frame = 8,
   .frame_code = 32,
   .frame_previous = 48,
   .frame_instruction = 56,
   .object_type = 8,
   .code_file = 112,
   .code_name = 128,
   .code_lines = 136,
   .code_first_line = 72,
   .code_units = 184,
   .bytes_length = 16,
   .bytes_data = 32,
   .text_length = 16,
   .text_state = 32,
   .text_data_ascii = 48,
   .text_data_other = 72,
};

static const PythonLayout python_3_12 = {
   .thread_frame = 56,
   .cframe_frame = 0,
   .frame_code = 0,
   .frame_previous = 8,
   .frame_instruction = 56,
   .object_type = 8,
   .code_file = 112,
   .code_name = 128,
   .code_lines = 136,
   .code_first_line = 68,
   .code_units = 192,
   .bytes_length = 16,
   .bytes_data = 32,
   .text_length = 16,
   .text_state = 32,
   .text_data_ascii = 40,
   .text_data_other = 56,
};

// The fields of 3.13's _Py_DebugOffsets that are needed, as indices of 64-bit words.  The first word is the
// cookie, the second the version, the third tells builds without a global lock.
enum {
   COOKIE,
   VERSION,
   FREE_THREADED,
   THREAD_CURRENT_FRAME = 23,
   FRAME_PREVIOUS = 29,
   FRAME_EXECUTABLE,
   FRAME_INSTRUCTION,
   CODE_FILE = 35,
   CODE_QUALIFIED_NAME = 37,
   CODE_LINE_TABLE,
   CODE_FIRST_LINE,
   CODE_UNITS = 43,
   OBJECT_TYPE = 45,
   BYTES_LENGTH = 65,
   BYTES_DATA,
   TEXT_STATE = 68,
   TEXT_LENGTH,
   TEXT_HEAD_B,
};

static Bool take_debug_offsets(const ULong* word, ULong version, PythonLayout* l)
{
   if (VG_(memcmp)(&word[COOKIE], "xdebugpy", 8) != 0 || word[VERSION] >> 16 != version >> 16)
      return False;
   if (word[FREE_THREADED]) return False;
   *l = (PythonLayout){
      .thread_frame = (Int)word[THREAD_CURRENT_FRAME],
      .cframe_frame = -1,
      .frame_code = (Int)word[FRAME_EXECUTABLE],
      .frame_previous = (Int)word[FRAME_PREVIOUS],
      .frame_instruction = (Int)word[FRAME_INSTRUCTION],
      .object_type = (Int)word[OBJECT_TYPE],
      .code_file = (Int)word[CODE_FILE],
      .code_name = (Int)word[CODE_QUALIFIED_NAME],
      .code_lines = (Int)word[CODE_LINE_TABLE],
      .code_first_line = (Int)word[CODE_FIRST_LINE],
      .code_units = (Int)word[CODE_UNITS],
      .bytes_length = (Int)word[BYTES_LENGTH],
      .bytes_data = (Int)word[BYTES_DATA],
      .text_length = (Int)word[TEXT_LENGTH],
      .text_state = (Int)word[TEXT_STATE],
      .text_data_ascii = (Int)word[TEXT_HEAD_B],
      // behind the length in UTF-8 and its pointer
      .text_data_other = (Int)word[TEXT_HEAD_B] + 16,
   };
   return True;
}

Bool python_layout_find(ULong version, Addr runtime, PythonLayout* layout)
{
   switch (version >> 16) {
   case 0x030B: *layout = python_3_11; return True;
   case 0x030C: *layout = python_3_12; return True;
   case 0x030D: return runtime && take_debug_offsets((const ULong*)runtime, version, layout);
   default: return False;
   }
}
