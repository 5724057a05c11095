// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name of a file in its path.
#ifndef XG_BASE_PATH_NAME_H
#define XG_BASE_PATH_NAME_H

// What stands behind the last slash, all if there is none; a part of the text, no copy.
static inline const char* path_name(const char* path)
{
   const char* name = path;
   for (; *path; path++)
      if (*path == '/') name = path + 1;
   return name;
}

#endif
