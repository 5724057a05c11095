# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::AllocatorNames: functions that allocate and free, and those inside of glibc's, by their names, with loops or without.
#
# Usage:
#   is_allocator_name('_int_malloc')           # true
#   is_allocator_name('tree_free')             # false: a program's own

package Xgrind::Text::AllocatorNames;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(is_allocator_name);

my $ALLOCATOR = qr/^(?:(?:__libc_|__GI_+(?:libc_)?|_int_|_mid_|tc_|je_|mi_)?(?:malloc|calloc|realloc|reallocarray|memalign|aligned_alloc|posix_memalign|p?valloc|c?free|free_(?:aligned_)?sized)
   |_int_free_\w+|malloc_consolidate|unlink_chunk|sysmalloc|systrim|tcache_\w+|operator\ (?:new|delete)(?:\[\])?(?:\(.*)?|_Z(?:n[wa]|d[la]Pv)\w*)
   (?:\@.*|\.(?:part|constprop|isra|cold)\b.*|\ \[(?:irreducible\ )?loop\ .*)?\z/x;

sub is_allocator_name { return $_[0] =~ $ALLOCATOR; }

1;
