# SPDX-License-Identifier: GPL-3.0-or-later
#
# valgrind.m4: the Valgrind that Xgrind is built for: an installed one, or version 3.27.1 built from
# source.  Sets xg_mode to installed or source, and the variables of launch/*.am.

m4_define([XG_SOURCE_VERSION], [3.27.1])
m4_define([XG_LEAST_VERSION], [3.19])

# XG_TRY_INSTALLED(OPTIONS-OF-INSTALLED-VALGRIND): sets xg_mode to installed, or xg_why
AC_DEFUN([XG_TRY_INSTALLED],
   [AC_MSG_CHECKING([for an installed Valgrind])
    xg_why=
    "$srcdir/tools/installed-valgrind" --platform=$XG_VGARCH $1 >conftest.found 2>conftest.why
    AS_IF([test $? = 0],
       [m4_foreach([xg_pair], [[VG_PREFIX,prefix], [VG_VERSION,version], [VG_LAUNCHER,launcher], [VG_VGDB,vgdb],
                               [VG_TOOLS,tools], [VG_INCLUDE,include], [VG_LIB,libs], [VG_LOAD_ADDRESS,load_address]],
           [XG_FOUND(xg_pair)])
        AC_MSG_RESULT([$VG_VERSION in $VG_PREFIX])
        xg_why=`"$srcdir/launch/prefix-files" paths "$VG_PREFIX"`],
       [xg_why=`sed 's/^installed-valgrind: //' conftest.why`
        AC_MSG_RESULT([none that can be used])])
    rm -f conftest.found conftest.why
    AS_IF([test "x$xg_why" = x],
       [VG_CORE_LIBS="$VG_LIB/libcoregrind-$XG_VGARCH.a $VG_LIB/libvex-$XG_VGARCH.a -lgcc"
        AS_IF([test -e "$VG_LIB/libgcc-sup-$XG_VGARCH.a"], [VG_CORE_LIBS="$VG_CORE_LIBS $VG_LIB/libgcc-sup-$XG_VGARCH.a"])
        XG_CHECK_CORE
        AS_IF([test "x$xg_lacks" != x],
           [xg_why="no tool can be linked with the Valgrind in $VG_PREFIX, which lacks $xg_lacks (config.log has more); install a newer one, or configure --with-valgrind=XG_SOURCE_VERSION"])])
    AS_IF([test "x$xg_why" = x], [xg_mode=installed])])

AC_DEFUN([XG_FOUND], [$1=`sed -n 's/^$2=//p' conftest.found`
])

AC_DEFUN([XG_VALGRIND], [
XG_PLATFORM="-DVGA_$xg_arch=1 -DVGO_linux=1 -DVGP_${xg_arch}_linux=1 -DVGPV_${xg_arch}_linux_vanilla=1"
XG_CORE_DEFINES=

AC_ARG_WITH([valgrind],
   [AS_HELP_STRING([--with-valgrind=auto|system|]XG_SOURCE_VERSION[|PREFIX],
      [build for the installed Valgrind, for this version, built from source, or for the one installed (or unpacked) in PREFIX;
       auto, the default: the installed one, if it is ]XG_LEAST_VERSION[ or newer and has what tools are built with])],
   [], [with_valgrind=auto])
AC_ARG_WITH([valgrind-source],
   [AS_HELP_STRING([--with-valgrind-source=TARBALL|DIR],
      [take the source of Valgrind from here; without it tools/get-valgrind looks for it])],
   [], [with_valgrind_source=])
AS_CASE([$with_valgrind_source],
   [yes|no], [AC_MSG_ERROR([--with-valgrind-source needs the path of a tarball or of a directory])],
   [''], [],
   [AS_IF([test -e "$with_valgrind_source"], [],
       [AC_MSG_ERROR([$with_valgrind_source does not exist; give --with-valgrind-source the path of a tarball or of a directory])])
    AS_IF([test -d "$with_valgrind_source"],
       [with_valgrind_source=`cd "$with_valgrind_source" && pwd`],
       [with_valgrind_source=`cd "\`dirname "$with_valgrind_source"\`" && pwd`/`basename "$with_valgrind_source"`])
    AS_CASE([$with_valgrind],
       [auto], [with_valgrind=XG_SOURCE_VERSION],
       [XG_SOURCE_VERSION], [],
       [AC_MSG_ERROR([--with-valgrind-source is for --with-valgrind=XG_SOURCE_VERSION, not $with_valgrind; leave one of the two out])])])
AC_SUBST([VALGRIND_SOURCE], [$with_valgrind_source])

xg_mode=source
AS_CASE([$with_valgrind],
   [XG_SOURCE_VERSION], [],
   [auto],
      [AS_IF([test -e valgrind-src/.configured],
          [AC_MSG_NOTICE([this folder has Valgrind XG_SOURCE_VERSION built from source, and keeps it; --with-valgrind=system takes the installed one])],
          [XG_TRY_INSTALLED([--least=XG_LEAST_VERSION])
           AS_IF([test $xg_mode = source],
              [AC_MSG_NOTICE([Valgrind XG_SOURCE_VERSION is built from source, as $xg_why])])])],
   [system],
      [XG_TRY_INSTALLED([])
       AS_IF([test $xg_mode = source], [AC_MSG_ERROR([$xg_why])])],
   [/*|./*|../*|[~]*|.|..],
      [XG_TRY_INSTALLED([--prefix="$with_valgrind"])
       AS_IF([test $xg_mode = source], [AC_MSG_ERROR([$xg_why])])],
   [AC_MSG_ERROR([--with-valgrind is auto, system, XG_SOURCE_VERSION or the path of a folder in which a Valgrind is installed, not $with_valgrind])])

AS_IF([test $xg_mode = source],
   [VG_VERSION=XG_SOURCE_VERSION
    VG_LOAD_ADDRESS=0x58000000
    VG_CORE_LIBS='$(VG_LIBS) -lgcc $(VG_LIBGCC)'
    XG_NEED([tar], [tar])
    XG_NEED([bzip2], [bzip2])
    XG_NEED([sha256sum], [coreutils])
    XG_CORE_OF_SOURCE])
AM_CONDITIONAL([XG_INSTALLED_VALGRIND], [test $xg_mode = installed])
AC_SUBST([VG_PREFIX])
AC_SUBST([VG_VERSION])
AC_SUBST([VG_LAUNCHER])
AC_SUBST([VG_VGDB])
AC_SUBST([VG_TOOLS])
AC_SUBST([VG_INCLUDE])
AC_SUBST([VG_CORE_LIBS])
AC_SUBST([VG_LOAD_ADDRESS])
AC_SUBST([XG_PLATFORM])
AC_SUBST([XG_CORE_DEFINES])
])
