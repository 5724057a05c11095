/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inlines_split.h: a part of split() in inlines.h.
 */
NOPS(3);
