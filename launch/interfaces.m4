# SPDX-License-Identifier: GPL-3.0-or-later
#
# interfaces.m4: asks an installed Valgrind for what Xgrind uses of it, by name and never by version.
# callgrind/core_versions.c has the code for either answer.

# XG_WITH_CORE(COMMANDS): with the flags that compile and link a tool
AC_DEFUN([XG_WITH_CORE],
   [xg_kept_flags=$CFLAGS
    xg_kept_libs=$LIBS
    CFLAGS="$XG_M64 -std=gnu11 -Werror=implicit-function-declaration -fno-builtin -fno-stack-protector -I$VG_INCLUDE $XG_PLATFORM"
    CFLAGS="$CFLAGS -static -nodefaultlibs -nostartfiles -u _start -Wl,-Ttext-segment=$VG_LOAD_ADDRESS"
    LIBS="$VG_CORE_LIBS"
    $1
    CFLAGS=$xg_kept_flags
    LIBS=$xg_kept_libs])

AC_DEFUN([XG_TOOL_PROLOGUE], [[
#include "pub_tool_basics.h"
#include "libvex.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"
static void begin(void) { }
VG_DETERMINE_INTERFACE_VERSION(begin)
]])

# XG_INTERFACE(NAME, WHAT, DECLARATIONS, STATEMENTS): defines XG_HAVE_NAME if this links.  The answer is
# not cached, as another --with-valgrind may have another one.
AC_DEFUN([XG_INTERFACE],
   [AC_MSG_CHECKING([whether Valgrind has $2])
    AC_LINK_IFELSE(
       [AC_LANG_SOURCE([XG_TOOL_PROLOGUE
           [$3]
           [void use(void); void use(void) { $4 }]])],
       [AC_MSG_RESULT([yes])
        XG_CORE_DEFINES="$XG_CORE_DEFINES -DXG_HAVE_$1=1"],
       [AC_MSG_RESULT([no])])])

# XG_NEED_SYMBOL(DECLARATION, EXPRESSION): Xgrind cannot be built without it
AC_DEFUN([XG_NEED_SYMBOL],
   [AS_IF([test "x$xg_lacks" = x],
       [AC_LINK_IFELSE(
           [AC_LANG_SOURCE([XG_TOOL_PROLOGUE
               [extern $1;]
               [void* volatile used;]
               [void use(void); void use(void) { used = (void*)$2; }]])],
           [], [xg_lacks='$1'])])])

# Sets xg_lacks to what is missing, or to nothing.
AC_DEFUN([XG_CHECK_CORE],
   [XG_WITH_CORE([
       xg_lacks=
       AC_MSG_CHECKING([whether a tool can be linked with Valgrind $VG_VERSION])
       AC_LINK_IFELSE([AC_LANG_SOURCE([XG_TOOL_PROLOGUE])], [], [xg_lacks='what every tool needs'])
       # callgrind/core_private.h
       XG_NEED_SYMBOL([int VG_(clo_fair_sched)], [&VG_(clo_fair_sched)])
       XG_NEED_SYMBOL([Bool VG_(clo_read_inline_info)], [&VG_(clo_read_inline_info)])
       XG_NEED_SYMBOL([const HChar* VG_(clo_toolname)], [VG_(clo_toolname)])
       XG_NEED_SYMBOL([const HChar* VG_(libdir)], [VG_(libdir)])
       XG_NEED_SYMBOL([Bool VG_(clo_trace_children)], [&VG_(clo_trace_children)])
       XG_NEED_SYMBOL([Bool VG_(should_we_trace_this_child)(const HChar*, const HChar**)],
          [VG_(should_we_trace_this_child)])
       XG_NEED_SYMBOL([SysRes VG_(pre_exec_check)(const HChar*, Int*, Bool)], [VG_(pre_exec_check)])
       XG_NEED_SYMBOL([SysRes VG_(am_shared_mmap_file_float_valgrind)(SizeT, UInt, Int, Off64T)],
          [VG_(am_shared_mmap_file_float_valgrind)])
       XG_NEED_SYMBOL([void VG_(demangle)(Bool, Bool, const HChar*, const HChar**)], [VG_(demangle)])
       XG_NEED_SYMBOL([Bool VG_(get_inst_offset_in_function)(DiEpoch, Addr, PtrdiffT*)],
          [VG_(get_inst_offset_in_function)])
       XG_NEED_SYMBOL([void VG_(discard_translations)(Addr, unsigned long long, const HChar*)],
          [VG_(discard_translations)])
       XG_NEED_SYMBOL([VexControl vex_control], [&vex_control])
       XG_NEED_SYMBOL([void VG_(release_BigLock)(ThreadId, UInt, const HChar*)], [VG_(release_BigLock)])
       XG_NEED_SYMBOL([void VG_(acquire_BigLock)(ThreadId, const HChar*)], [VG_(acquire_BigLock)])
       XG_NEED_SYMBOL([const HChar* VG_(name_of_ThreadStatus)(UInt)], [VG_(name_of_ThreadStatus)])
       XG_NEED_SYMBOL([Bool VG_(is_exiting)(ThreadId)], [VG_(is_exiting)])
       XG_NEED_SYMBOL([HChar* VG_(name_of_launcher)], [VG_(name_of_launcher)])
       XG_NEED_SYMBOL([const HChar* VG_(clo_vgdb_prefix)], [VG_(clo_vgdb_prefix)])
       XG_NEED_SYMBOL([Int VG_(safe_fd)(Int)], [VG_(safe_fd)])
       XG_NEED_SYMBOL([Int VG_(fcntl)(Int, Int, Addr)], [VG_(fcntl)])
       XG_NEED_SYMBOL([SysRes VG_(mk_SysRes_Success)(UWord)], [VG_(mk_SysRes_Success)])
       XG_NEED_SYMBOL([void VG_(env_remove_valgrind_env_stuff)(HChar**, Bool, void (*)(void*))],
          [VG_(env_remove_valgrind_env_stuff)])
       XG_NEED_SYMBOL([ThreadId VG_(alloc_ThreadState)(void)], [VG_(alloc_ThreadState)])
       XG_NEED_SYMBOL([SysRes VG_(mk_SysRes_Error)(UWord)], [VG_(mk_SysRes_Error)])
       XG_NEED_SYMBOL([Int VG_(access)(const HChar*, Bool, Bool, Bool)], [VG_(access)])
       XG_NEED_SYMBOL([const HChar* VG_(clo_log_fname_unexpanded)], [&VG_(clo_log_fname_unexpanded)])
       XG_NEED_SYMBOL([const HChar* VG_(clo_xml_fname_unexpanded)], [&VG_(clo_xml_fname_unexpanded)])
       XG_NEED_SYMBOL([const Addr vgModuleLocal_blksys_complete], [&vgModuleLocal_blksys_complete])
       XG_NEED_SYMBOL([int VG_(log_output_sink)], [&VG_(log_output_sink)])
       XG_NEED_SYMBOL([int VG_(xml_output_sink)], [&VG_(xml_output_sink)])
       XG_NEED_SYMBOL([int VG_(fd_hard_limit)], [&VG_(fd_hard_limit)])
       XG_NEED_SYMBOL([SysRes VG_(do_syscall)(UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord)],
          [VG_(do_syscall)])
       AS_IF([test "x$xg_lacks" = x], [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])])
       AS_IF([test "x$xg_lacks" = x], [
          XG_INTERFACE([SHADOW_ALLOC_SYSRES], [am_shadow_alloc with an error], [],
             [SysRes r = VG_(am_shadow_alloc)(1); (void)r;])
          XG_INTERFACE([OUT_OF_MEMORY_ERROR], [out_of_memory_NORETURN with an error], [],
             [VG_(out_of_memory_NORETURN)("", 1, 1);])
          XG_INTERFACE([GET_FNNAME_INL], [get_fnname_inl], [],
             [const HChar* n; DiEpoch e = VG_(current_DiEpoch)(); VG_(get_fnname_inl)(e, 0, &n, 0);])
          XG_INTERFACE([LANG_IS_ADA], [lang_is_ada], [extern Bool VG_(lang_is_ada);],
             [VG_(lang_is_ada) = False;])
          XG_INTERFACE([SCHEDULING_QUANTUM], [clo_scheduling_quantum], [extern Word VG_(clo_scheduling_quantum);],
             [VG_(clo_scheduling_quantum) = 1;])])])])

# those of the version that is built from source
AC_DEFUN([XG_CORE_OF_SOURCE],
   [XG_CORE_DEFINES="-DXG_HAVE_SHADOW_ALLOC_SYSRES=1 -DXG_HAVE_OUT_OF_MEMORY_ERROR=1 -DXG_HAVE_GET_FNNAME_INL=1"
    XG_CORE_DEFINES="$XG_CORE_DEFINES -DXG_HAVE_LANG_IS_ADA=1 -DXG_HAVE_SCHEDULING_QUANTUM=1"])
