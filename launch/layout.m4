# SPDX-License-Identifier: GPL-3.0-or-later
#
# layout.m4: what is installed beside the tool, so that no other Valgrind is lost.  Follows XG_VALGRIND.
# Sets xg_layout:
#   beside   in the tool folder of the installed Valgrind, whose prefix ours is
#   links    in a folder of our own, with links to the tools of the installed Valgrind
#   own      in a folder of our own, with the core that is built from source

# XG_PATHS: what is wrong with a path is said before compilers are looked for
AC_DEFUN([XG_PATHS], [
xg_prefix=$prefix
AS_IF([test "x$xg_prefix" = xNONE], [xg_prefix=$ac_default_prefix])
xg_wrong=`"$srcdir/launch/prefix-files" paths "$xg_prefix" "$exec_prefix" "$bindir" "$libexecdir" "$includedir" \
   "$datarootdir" "$datadir" "$mandir" "$libdir"` || AC_MSG_ERROR([$xg_wrong])
])

AC_DEFUN([XG_LAYOUT], [
AC_ARG_WITH([valgrind-name],
   [AS_HELP_STRING([--with-valgrind-name=auto|yes|no],
      [install a program called valgrind, too; auto, the default: unless that would hide a Valgrind with other tools])],
   [], [with_valgrind_name=auto])
AS_CASE([$with_valgrind_name], [auto|yes|no], [],
   [AC_MSG_ERROR([--with-valgrind-name is auto, yes or no, not $with_valgrind_name])])

AC_ARG_ENABLE([default-tool],
   [AS_HELP_STRING([--enable-default-tool], [the valgrind that is installed with Xgrind runs xgrind if no --tool is given])])
AS_IF([test "x$enable_default_tool" = xyes], [XG_DEFAULT_TOOL=xgrind], [XG_DEFAULT_TOOL=])
AC_SUBST([XG_DEFAULT_TOOL])

AC_ARG_ENABLE([callgrind-name],
   [AS_HELP_STRING([--enable-callgrind-name], [the valgrind that is installed with Xgrind runs xgrind for --tool=callgrind, too])])
AM_CONDITIONAL([XG_CALLGRIND_NAME], [test "x$enable_callgrind_name" = xyes])

xg_take_name=no
AS_IF([test "x$enable_default_tool" = xyes], [xg_take_name=--enable-default-tool])
AS_IF([test "x$enable_callgrind_name" = xyes], [xg_take_name=--enable-callgrind-name])

# where the tool would be
xg_expand='prefix=$xg_prefix; test "x$exec_prefix" != xNONE || exec_prefix=$xg_prefix
   eval "xg_dir=$xg_dir"; eval "echo $xg_dir"'
xg_bin=`xg_dir=$bindir; eval "$xg_expand"`
xg_include=`xg_dir=$includedir; eval "$xg_expand"`
xg_libexec=`xg_dir=$libexecdir; eval "$xg_expand"`
xg_real_prefix=`cd "$xg_prefix" 2>/dev/null && pwd -P`
xg_real_tools=`cd "$xg_libexec/valgrind" 2>/dev/null && pwd -P`

XG_TOOL_FOLDER='$(libexecdir)/valgrind'
AS_IF([test $xg_mode = source], [xg_layout=own],
   [test "x$xg_real_prefix" = "x$VG_PREFIX" || test "x$xg_real_tools" = "x`cd "$VG_TOOLS" && pwd -P`"],
      [xg_layout=beside
       XG_TOOL_FOLDER=$VG_TOOLS],
   [xg_layout=links])

AS_CASE([$xg_layout:$with_valgrind_name:$xg_take_name],
   [beside:yes:*],
      [AC_MSG_ERROR([--with-valgrind-name=yes would replace the valgrind in $xg_prefix; give a --prefix of your own])],
   [beside:*:--*],
      [AC_MSG_ERROR([$xg_take_name would change the Valgrind in $xg_prefix; give a --prefix of your own])],
   [*:no:--*],
      [AC_MSG_ERROR([$xg_take_name needs the program valgrind, which --with-valgrind-name=no leaves out; leave one of the two out])],
   [beside:*], [with_valgrind_name=no],
   [links:auto:*|*:auto:--*], [with_valgrind_name=yes],
   [own:auto:*],
      [xg_other=`"$srcdir/tools/installed-valgrind" --name`
       AS_IF([test $? = 0],
          [with_valgrind_name=no
           AC_MSG_NOTICE([no program called valgrind is installed, as $xg_other has other tools; --with-valgrind-name=yes changes that])],
          [with_valgrind_name=yes])])

# what is installed under names that another Valgrind may have; nothing of others is replaced
AS_CASE([$xg_layout:$with_valgrind_name],
   [beside:*], [XG_KINDS=],
   [links:no], [XG_KINDS='tools headers'],
   [own:no], [XG_KINDS=tools],
   [XG_KINDS='tools headers name'])
AS_IF([test "x$enable_callgrind_name" = xyes], [XG_KINDS="$XG_KINDS callgrind"])
xg_wrong=`"$srcdir/launch/prefix-files" free "$xg_bin" "$xg_libexec/valgrind" "$xg_include/valgrind" $XG_KINDS` ||
   AC_MSG_ERROR([$xg_wrong])
AC_SUBST([XG_KINDS])

AM_CONDITIONAL([XG_VALGRIND_NAME], [test $with_valgrind_name = yes])
AM_CONDITIONAL([XG_BESIDE], [test $xg_layout = beside])
AC_SUBST([XG_TOOL_FOLDER])
])
