# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Sums: what each function and each file costs.
#
# Usage:
#   my $sums = sums_of($profile);      # read with detail => 'lines'
#   $sums->{self}[$f]                  # [costs], without holes
#   $sums->{file}{$file}               # [costs]; file is an index in the profile's names
#   $sums->{functions}{$file}          # [functions] that have code there
#
# One pass for both: a large profile has millions of lines, and most of the time goes by here.

package Xgrind::Profile::Sums;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Model;

our @EXPORT = qw(sums_of);

sub sums_of {
   my ($p) = @_;
   my $last = $#{ $p->{events} };
   my (@self, %file, %functions);
   for my $f (0 .. $#{ $p->{functions} }) {
      my @all = (0) x ($last + 1);
      my $files = $p->{lines}[$f] // {};
      for my $file (keys %$files) {
         my @sum;
         for my $costs (values %{ $files->{$file} }) {
            my $e = 0;
            $sum[ $e++ ] += $_ // 0 for @$costs;
         }
         push @{ $functions{$file} }, $f;
         add_costs($file{$file} //= [], \@sum);
         $all[$_] += $sum[$_] for 0 .. $#sum;
      }
      $self[$f] = \@all;
   }
   return { self => \@self, file => \%file, functions => \%functions };
}

1;
