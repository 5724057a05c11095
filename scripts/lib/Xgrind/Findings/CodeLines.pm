# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::CodeLines: lines of code with their misses by class, and which class each is of.
#
# Usage:
#   my $lines = code_lines($data);       # of Xgrind::Data::Misses; hashes with
#   #   key, function (entry of functions), line, accesses
#   #   level   { D1 => { misses => 9, Cold => 1, Cap => 8, ..., stall => 90 }, LL => ... }; stall: cycles that a model of
#   #           the processor has charged for them, 0 without one
#   #   tlb     cycles that it has charged for translations of addresses; memory: for the first byte from memory; cores: for lines
#   #           that another core has changed, or has to give up
#   #   other   D1ConfOther: conflicts of one heap allocation with another
#   #   objects [ { object, level as above, lost_B, loaded_B, use, loads } ]   bytes and lines loaded into D1
#   #   walks   of each object, as in the data file, or undef; loop: the nest that it is in, undef in none
#   my $type = serious_type($data, $thresholds, $line, 'D1');    # conflict, capacity,
#                                        # true-sharing, false-sharing; undef: not serious
#   is_costly($data, $thresholds, $counts, 'D1')    # of these misses of a level, are there too many?
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
use Xgrind::Findings::Waiting;
use Xgrind::Text::Levels;

our @EXPORT = qw(code_lines frequent_lines objects_at_line serious_type is_costly type_of is_sharing line_key add_counts);

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
   my $at = $data->{profile}{at};
   return {
      misses => [ map { $at->{$_} } data_misses($level) ],
      stall  => [ map { $at->{$_} } stalls_at($data, $level) ],
      map { $_ => [ $at->{"$level$_"} // () ] } @CLASSES,
   };
}

# With sampling, a line of code counts from so many recorded misses on: the standard error of fewer is
# a third of the estimate or more.
use constant RECORDED_MIN => 10;

# What a line of code costs, or one object there.
sub figures_of {
   my ($data, $cost) = @_;
   my $at    = $data->{profile}{at};
   my $value = sub { my ($e) = @_; return defined $e ? $cost->[$e] : 0 };
   my %level;
   for my $level (@{ $data->{levels} }) {
      my $of = events_of_level($data, $level);
      for my $name (keys %$of) {
         $level{$level}{$name} = 0;
         $level{$level}{$name} += $cost->[$_] for @{ $of->{$name} };
      }
   }
   my $loads = $value->($at->{Lines1});
   return {
      level    => \%level,
      other    => $value->($at->{D1ConfOther}),
      tlb      => $value->($at->{CyTlb}),
      memory   => $value->($at->{CyMem}),
      cores    => $value->($at->{CyCoh}),
      lost_B   => $value->($at->{SpLoss1}),
      use      => $value->($at->{AcCost1}),
      loads    => $loads,
      loaded_B => $loads * ($data->{profile}{line_B}{D1} // 0),
   };
}

# What each object costs at a line of code.
sub objects_at_line {
   my ($data, $line) = @_;
   return @{ $line->{objects} //= [ map { { object => $line->{owners}[$_], %{ figures_of($data, $line->{costs}[$_]) } } } 0 .. $#{ $line->{owners} } ] };
}

# The costs of an object at a line; with sampling those estimated, where they can be.
sub scaled {
   my ($cost, $weight) = @_;
   return [ map { $cost->[$_] * ($weight->[$_] // 1) } 0 .. $#$cost ];
}

# Which functions have one name, file and module: the first of them, by index.
sub first_alike {
   my ($profile) = @_;
   my %first;
   return map { $first{ line_key($profile, $_, '') } //= $_ } 0 .. $#{ $profile->{functions} };
}

# There are many objects at many lines; only frequent_lines() looks at what they cost.
sub code_lines {
   my ($data) = @_;
   my $profile = $data->{profile};
   my @alike   = first_alike($profile);
   my ($loads, $stores, $load_misses, $store_misses) = @{ $profile->{at} }{qw(Dr Dw D1mr D1mw)};
   my (@line, @lines);
   for my $object (grep { $_->{kind} ne 'code' } @{ $profile->{objects} }) {
      my $weight = $object->{weight};
      for my $raw (@{ $object->{lines} }) {
         my ($f, $number, $cost) = @$raw{qw(function line cost)};
         my $line = $line[ $alike[$f] ]{$number};
         push @lines, $line = $line[ $alike[$f] ]{$number} = { key => line_key($profile, $f, $number), function => $profile->{functions}[$f], line => $number } if !$line;
         if ($weight) {
            $line->{recorded} += $cost->[$load_misses] + $cost->[$store_misses];
            $cost = scaled($cost, $weight);
         }
         $line->{accesses} += $cost->[$loads] + $cost->[$stores];
         push @{ $line->{owners} }, $object;
         push @{ $line->{walks} },  $raw->{walk};
         $line->{loop} //= $raw->{loop};
         push @{ $line->{costs} },  $cost;
      }
   }
   leave_waiting_out($data, \@lines);
   return \@lines if !$profile->{sampling};
   return [ grep { $_->{recorded} >= RECORDED_MIN } @lines ];
}

sub frequent_lines {
   my ($data, $thresholds, $lines) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   my $all = $totals->[ $at->{Dr} ] + $totals->[ $at->{Dw} ];
   my @frequent = grep { at_least($_->{accesses}, $all, $thresholds->{'code-accesses'}) } @$lines;
   for my $line (@frequent) {
      my @sum;
      for my $cost (@{ $line->{costs} }) {
         $sum[$_] += $cost->[$_] for 0 .. $#$cost;
      }
      @$line{qw(level other tlb)} = @{ figures_of($data, \@sum) }{qw(level other tlb)};
   }
   return \@frequent;
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
sub is_costly {
   my ($data, $thresholds, $counts, $level) = @_;
   return 0 if !@{ $data->{classes} };
   my $totals = $data->{profile}{totals};
   my $at     = $data->{profile}{at};
   my (undef, $most) = type_of($counts);
   my $misses = $counts->{Cold} > $most ? $most : $counts->{misses};
   return 0 if !$most || !at_least($misses, misses_of_level($data, $level), $thresholds->{'code-misses'});
   # a program with few misses of further levels gains nothing there
   return $level eq 'D1' || at_least($misses, $totals->[ $at->{Dr} ] + $totals->[ $at->{Dw} ], $thresholds->{'code-accesses'});
}

# Of a frequent line.
sub serious_type {
   my ($data, $thresholds, $line, $level) = @_;
   my $counts = $line->{level}{$level};
   return is_costly($data, $thresholds, $counts, $level) ? (type_of($counts))[0] : undef;
}

1;
