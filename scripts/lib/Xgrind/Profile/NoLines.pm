# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::NoLines: was the code that costs most compiled without debug information?
#
# Usage:
#   my $text = no_lines_text($p, \@costs);    # of Xgrind::Profile::Model; a cost of each function
#   # "no source lines in app: compile with -g", or undef: the module with most of the cost has source files

package Xgrind::Profile::NoLines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Model;
use Xgrind::Text::Messages;

our @EXPORT = qw(no_lines_text);

sub no_lines_text {
   my ($p, $costs) = @_;
   my (%cost, %has_files);
   for my $f (0 .. $#{ $p->{functions} }) {
      my ($module, $file) = function_names($p, $f);
      $cost{$module} += $costs->[$f] // 0;
      $has_files{$module} = 1 if $file ne '' && $file ne '???';
   }
   my ($most) = sort { $cost{$b} <=> $cost{$a} || $a cmp $b } keys %cost;
   return undef if !defined $most || $most eq '' || $most eq '???' || !$cost{$most} || $has_files{$most};
   return 'no source lines in ' . printable($most =~ s{.*/}{}sr) . ': compile with -g';
}

1;
