// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of an element of the XML in which the core describes code.
#ifndef XG_CALLGRIND_SYMBOLS_XML_ELEMENT_H
#define XG_CALLGRIND_SYMBOLS_XML_ELEMENT_H

#include "pub_tool_basics.h"

// Copies the text of the first element that begins so, such as "<fn>", cut off to size, without what
// XML has to escape; empty, and False, if there is none.
Bool xml_element(const HChar* xml, const HChar* begin, HChar* to, SizeT size);

#endif
