// SPDX-License-Identifier: GPL-3.0-or-later
//
// What layouts that the program does not have change, at the end of a run in which they were simulated beside the program
// as it is: whole program, objects that have one, all else; and the functions whose cycles change most.
//
// Contract: the profile is written.  Numbers are those of the two profiles and data files.
//
//    layout_table_print();
#ifndef XG_CALLGRIND_SUMMARY_LAYOUT_TABLE_H
#define XG_CALLGRIND_SUMMARY_LAYOUT_TABLE_H

void layout_table_print(void);

#endif
