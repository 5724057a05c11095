// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of messages of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/), at the end of a text that is built.
//
// A number that is 0 is left out, as proto3 has it; elements of lists are not.
//
//    Built message = {0};
//    pb_number(&message, 1, 300);
//    pb_element(&whole, 4, message.text, message.n_B);
#ifndef XG_COMMANDS_EXPORT_PROTOBUF_H
#define XG_COMMANDS_EXPORT_PROTOBUF_H

#include "commands/text/built.h"

// A number: seven bits to a byte, the lowest first.
void pb_varint(Built* to, uint64_t n);
void pb_number(Built* to, uint32_t field, uint64_t n);
// A string or a message, or a list of numbers that are varints.
void pb_element(Built* to, uint32_t field, const char* bytes, size_t size_B);

#endif
