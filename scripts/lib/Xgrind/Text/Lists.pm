# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Lists: several things in a sentence.
#
# Usage:
#   either('Dr', 'Dw', 'DLmr')    # 'Dr, Dw or DLmr'
#   all_of('Dr', 'Dw', 'DLmr')    # 'Dr, Dw and DLmr'

package Xgrind::Text::Lists;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(either all_of);

sub listed {
   my ($word, @names) = @_;
   my $last = pop @names;
   return @names ? join(', ', @names) . " $word $last" : $last;
}

sub either { return listed('or', @_); }
sub all_of { return listed('and', @_); }

1;
