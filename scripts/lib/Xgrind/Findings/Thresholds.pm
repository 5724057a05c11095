# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Thresholds: what is serious (docs/report.md, "What is serious").
#
# Usage:
#   my $thresholds = thresholds($opt, $is_modelled);    # those given, or the defaults; are cycles those of a model?
#   at_least(1, 100, $thresholds->{'code-misses'})      # is 1 of 100 that much?  exact; never of 0
#
# Thresholds are percentages, texts as the user wrote them: 0.01 has no exact value in binary.

package Xgrind::Findings::Thresholds;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(thresholds at_least %THRESHOLD);

# The defaults: those of CachePerf, section 3.5; miss-cycles and saving are ours.
our %THRESHOLD = (
   'load-misses'   => '3',       # D1 misses in loads, of loads, or
   'store-misses'  => '1',       # those in stores, of stores, or
   'miss-cycles'   => '10',      # cycles of misses but cold ones, of all: below all three, nothing is serious
   'code-accesses' => '0.01',    # accesses by a line of code, of all, and
   'code-misses'   => '1',       # its misses of a level, of all misses of that level
   'line-accesses' => '0.01',    # what sharing of lines of memory can cost: of all accesses, and
   'line-misses'   => '1',       # of all D1 misses; also misses of one line of memory
   'set-misses'    => '1',       # D1 misses in a set, of all
   'saving'        => '1',       # cycles that a finding's fix can save, of those estimated
);

# A model of the processor says what misses cost; a sum of misses is an upper bound, as other work hides most of them.
my %MODELLED = ('miss-cycles' => '1');

sub thresholds {
   my ($opt, $is_modelled) = @_;
   my %default = (%THRESHOLD, $is_modelled ? %MODELLED : ());
   return { map { $_ => $opt->{$_} // $default{$_} } keys %default };
}

# "0.01" -> [ '001', '10000' ]: the numerator, and what else the other side is multiplied by.
my %fraction;

sub fraction_of {
   my ($digits, $more) = $_[0] =~ /^(\d*)(?:\.(\d{1,9})\d*)?\z/;
   $more //= '';
   return [ "$digits$more", '100' . '0' x length $more ];
}

# Is a part of a whole at least so many per cent of it?
sub at_least {
   my ($part, $whole, $percent) = @_;
   return 0 if !$whole;
   my ($numerator, $factor) = @{ $fraction{$percent} //= fraction_of($percent) };
   return $part * $factor >= $numerator * $whole;
}

1;
