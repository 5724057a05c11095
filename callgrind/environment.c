// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of the environment; see environment.h.
#include "callgrind/environment.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/control/client_text.h"
#include "callgrind/core_options.h"
#include "callgrind/core_private.h"
#include "callgrind/handed_over.h"

static const HChar lib_name[] = "VALGRIND_LIB=";
static const HChar hidden_name[] = HIDDEN_VALGRIND_LIB "=";

_Static_assert(sizeof lib_name == sizeof hidden_name, "texts keep their places");

static Bool begins_with(const HChar* text, const HChar* with)
{
   return VG_(strncmp)(text, with, VG_(strlen)(with)) == 0;
}

void environment_init(void)
{
   HChar** of_program = VG_(client_envp);
   SizeT n = 0;
   for (; of_program[n]; n++)
      if (begins_with(of_program[n], hidden_name))
         VG_(memcpy)(of_program[n], lib_name, sizeof lib_name - 1);
   HChar** copy = VG_(malloc)("xg.environment", (n + 1) * sizeof *copy);
   for (SizeT i = 0; i < n; i++) copy[i] = VG_(strdup)("xg.environment", of_program[i]);
   copy[n] = NULL;
   VG_(client_envp) = copy;
}

// Valgrind's own launcher would take the option for one of the tool's.
static Bool launcher_is_ours(void)
{
   const HChar* name = VG_(name_of_launcher) ? VG_(strrchr)(VG_(name_of_launcher), '/') : NULL;
   return name && VG_(strcmp)(name, "/xgrind") == 0;
}

// The value of VALGRIND_LIB in an environment of the program's; False: it has none, or cannot be read.
static Bool lib_of(HChar value[CLIENT_TEXT_MAX], const HChar* const* variables)
{
   HChar text[CLIENT_TEXT_MAX];
   for (; VG_(am_is_valid_for_client)((Addr)variables, sizeof *variables, VKI_PROT_READ);
        variables++) {
      if (!*variables) return False;
      client_text_copy(text, *variables);
      if (!begins_with(text, lib_name)) continue;
      VG_(strcpy)(value, text + sizeof lib_name - 1);
      return True;
   }
   return False;
}

void environment_before_exec(Bool at, const UWord* args)
{
   static HChar* given;
   HChar value[CLIENT_TEXT_MAX];
   if (!VG_(clo_trace_children) || !launcher_is_ours()) return;
   const Bool has = lib_of(value, (const HChar* const*)(at ? args[3] : args[2]));
   HChar* option = VG_(malloc)("xg.followed", sizeof FOLLOWED + CLIENT_TEXT_MAX);
   VG_(sprintf)(option, "%s%s%s", FOLLOWED, has ? "=" : "", has ? value : "");
   core_options_give(FOLLOWED, option);
   VG_(free)(given); // of an exec that failed
   given = option;
}

// --- LD_PRELOAD of programs that are not followed --------------------------------------------------

static HChar** find(HChar** variables, const HChar* name)
{
   while (*variables && !begins_with(*variables, name)) variables++;
   return variables;
}

static Bool ends_with_colon(const HChar* text)
{
   const SizeT n = VG_(strlen)(text);
   return n > 0 && text[n - 1] == ':';
}

// The core takes its own libraries off LD_PRELOAD before exec.  What was the core's alone, without a colon before what the user has set,
// is empty then, and was not there.
extern void __real_vgPlain_env_remove_valgrind_env_stuff(HChar** variables, Bool are_constant,
                                                         void (*free_text)(void*));
extern void __wrap_vgPlain_env_remove_valgrind_env_stuff(HChar** variables, Bool are_constant,
                                                         void (*free_text)(void*));
void __wrap_vgPlain_env_remove_valgrind_env_stuff(HChar** variables, Bool are_constant,
                                                  void (*free_text)(void*))
{
   static const HChar name[] = "LD_PRELOAD=";
   const HChar* before = *find(variables, name);
   const Bool was_users = !before || VG_(strcmp)(before, name) == 0 || ends_with_colon(before);
   __real_vgPlain_env_remove_valgrind_env_stuff(variables, are_constant, free_text);
   HChar** at = find(variables, name);
   if (was_users || !*at || VG_(strcmp)(*at, name) != 0) return;
   do at[0] = at[1];
   while (*at++);
}
