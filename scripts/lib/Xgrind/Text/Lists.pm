# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Lists: several things in a sentence.
#
# Usage:
#   either('Dr', 'Dw', 'DLmr')    # 'Dr, Dw or DLmr'
#   all_of('Dr', 'Dw', 'DLmr')    # 'Dr, Dw and DLmr'
#   some_of(2, 'a', 'b', 'c', 'd')    # 'a, b, 2 more'; all of them if only one more is left

package Xgrind::Text::Lists;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(either all_of some_of);

sub listed {
   my ($word, @names) = @_;
   my $last = pop @names;
   return @names ? join(', ', @names) . " $word $last" : $last;
}

sub either { return listed('or', @_); }
sub all_of { return listed('and', @_); }

sub some_of {
   my ($few, @names) = @_;
   my $more = @names - $few;
   return join ', ', $more > 1 ? (@names[ 0 .. $few - 1 ], "$more more") : @names;
}

1;
