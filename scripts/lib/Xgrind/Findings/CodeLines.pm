# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::CodeLines: lines of code with their misses by class, and which class each is of.
#
# Usage:
#   my $lines = code_lines($data);       # of Xgrind::Data::Misses; hashes with
#   #   key, function (entry of functions), line, accesses
#   #   level   { D1 => { misses => 9, Cold => 1, Cap => 8, ... }, LL => ... }
#   #   other   D1ConfOther: conflicts of one heap allocation with another
#   #   objects [ { object, level as above, lost_B, loaded_B, use, loads } ]   bytes and lines loaded into D1
#   my $type = serious_type($data, $thresholds, $line, 'D1');    # conflict, capacity,
#                                        # true-sharing, false-sharing; undef: not serious
#   my $type = type_of($counts);         # of the largest class but cold
#   my $key  = line_key($profile, $function_index, $line);
#
# Of data only: instructions that are fetched belong to no line here.

package Xgrind::Findings::CodeLines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Misses;
use Xgrind::Findings::Cycles;
use Xgrind::Findings::Thresholds;
use Xgrind::Objects::Columns;

our @EXPORT = qw(code_lines serious_type type_of is_sharing line_key add_counts);

# What tells lines of code apart.
sub line_key {
   my ($profile, $function, $line) = @_;
   return join "\0", @{ $profile->{functions}[$function] }{qw(name file module)}, $line;
}

# Adds up counts by name.
sub add_counts {
   my ($sum, $counts) = @_;
   $sum->{$_} += $counts->{$_} for keys %$counts;
   return;
}

# Events of a level: misses and classes.
sub events_of_level {
   my ($data, $level) = @_;
   my $prefix = $level eq 'LL' ? 'DL' : $level;
   my $at = $data->{profile}{at};
   return {
      misses => [ map { $at->{"$prefix$_"} } 'mr', 'mw' ],
      map { $_ => [ $at->{"$level$_"} // () ] } @CLASSES,
   };
}

# With sampling, a line of code counts from so many recorded misses on: the standard error of fewer is
# a third of the estimate or more.
use constant RECORDED_MIN => 10;

# What one object costs at one line of code.
sub costs_at_line {
   my ($data, $events, $object, $line) = @_;
   my $at    = $data->{profile}{at};
   my $value = sub {
      my ($e) = @_;
      return 0 if !defined $e;
      return estimated($line->{cost}[$e], $object, $e) // $line->{cost}[$e];
   };
   my %level;
   for my $level (@{ $data->{levels} }) {
      my $of = $events->{$level};
      for my $name (keys %$of) {
         $level{$level}{$name} = 0;
         $level{$level}{$name} += $value->($_) for @{ $of->{$name} };
      }
   }
   my $loads = $value->($at->{Lines1});
   return {
      object   => $object,
      recorded => $line->{cost}[ $at->{D1mr} ] + $line->{cost}[ $at->{D1mw} ],
      level    => \%level,
      accesses => $value->($at->{Dr}) + $value->($at->{Dw}),
      other    => $value->($at->{D1ConfOther}),
      lost_B   => $value->($at->{SpLoss1}),
      use      => $value->($at->{AcCost1}),
      loads    => $loads,
      loaded_B => $loads * ($data->{profile}{line_B}{D1} // 0),
   };
}

sub code_lines {
   my ($data) = @_;
   my $profile = $data->{profile};
   my %events  = map { $_ => events_of_level($data, $_) } @{ $data->{levels} };
   my (%line, @order);
   for my $object (grep { $_->{kind} ne 'code' } @{ $profile->{objects} }) {
      for my $raw (@{ $object->{lines} }) {
         my $key  = line_key($profile, @$raw{qw(function line)});
         my $line = $line{$key} //= do {
            push @order, $key;
            { key => $key, function => $profile->{functions}[ $raw->{function} ], line => $raw->{line}, accesses => 0, other => 0, recorded => 0, level => {}, objects => [] };
         };
         my $costs = costs_at_line($data, \%events, $object, $raw);
         $line->{$_} += $costs->{$_} for qw(accesses other recorded);
         add_counts($line->{level}{$_} //= {}, $costs->{level}{$_}) for @{ $data->{levels} };
         push @{ $line->{objects} }, $costs;
      }
   }
   return [ @line{@order} ] if !$profile->{sampling};
   return [ grep { $_->{recorded} >= RECORDED_MIN } @line{@order} ];
}

# --- Types -----------------------------------------------------------------

sub is_sharing { return $_[0] =~ /-sharing\z/; }

# The type of these misses, and how many are of its class: that of the largest class but cold.
# True and false sharing count together, as one access can often be either.
sub type_of {
   my ($counts) = @_;
   my $sharing = $counts->{True} + $counts->{False};
   my ($type, $most) = ($counts->{False} >= $counts->{True} ? 'false-sharing' : 'true-sharing', $sharing);
   ($type, $most) = ('conflict', $counts->{Conf}) if $counts->{Conf} > $most;
   ($type, $most) = ('capacity', $counts->{Cap})  if $counts->{Cap} > $most;
   return ($type, $most);
}

# Cold misses are no finding; where they are most, the others must be serious by themselves.
sub serious_type {
   my ($data, $thresholds, $line, $level) = @_;
   return undef if !@{ $data->{classes} };
   my $totals = $data->{profile}{totals};
   my $at     = $data->{profile}{at};
   my $all    = $totals->[ $at->{Dr} ] + $totals->[ $at->{Dw} ];
   my $counts = $line->{level}{$level};
   my ($type, $most) = type_of($counts);
   return undef if !$most;
   my $misses = $counts->{Cold} > $most ? $most : $counts->{misses};
   return undef if !at_least($line->{accesses}, $all, $thresholds->{'code-accesses'});
   return undef if !at_least($misses, misses_of_level($data, $level), $thresholds->{'code-misses'});
   # a program with few misses of further levels gains nothing there
   return undef if $level ne 'D1' && !at_least($misses, $all, $thresholds->{'code-accesses'});
   return $type;
}

1;
