# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::MissFindings: findings of conflict and capacity misses, from lines of code.
#
# Usage:
#   my @findings = miss_findings($data, $thresholds, $cycles, $lines);   # of Xgrind::Findings::CodeLines
#
# Lines of one function with misses of one type and origin that share an object are one finding
# (docs/report.md).  Lines whose misses come from sharing are left to Xgrind::Findings::Sharing.
#
# A finding is a hash with type, origin, level, misses, share (per cent of the level's misses),
# saving (cycles), simulated (cycles of it that the estimate of the program has),
# classes (all misses of its lines by class), also (hashes with level, type, misses, share,
# saving, classes: what further levels say), code (hashes with function, line, accesses, misses), objects
# (hashes with object, misses), unused (per cent of bytes), accesses_per_load.

package Xgrind::Findings::MissFindings;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Cycles;
use Xgrind::Text::Numbers;

our @EXPORT = qw(miss_findings);

my %CLASS_OF = (conflict => 'Conf', capacity => 'Cap');

# The objects that have most of a line's misses of a class, 90 % together.
sub main_objects {
   my ($data, $line, $level, $class) = @_;
   my @objects = sort { $b->{level}{$level}{$class} <=> $a->{level}{$level}{$class} || $a->{object}{id} <=> $b->{object}{id} }
      grep { $_->{level}{$level}{$class} } objects_at_line($data, $line);
   my ($sum, $all, @main) = (0, $line->{level}{$level}{$class});
   while (@objects && $sum * 10 < $all * 9) {
      push @main, shift @objects;
      $sum += $main[-1]{level}{$level}{$class};
   }
   return map { $_->{object}{id} } @main;
}

# Conflicts among allocations are the allocator's if they are half of a line's conflicts.
sub origin_of {
   my ($line, $level, $type) = @_;
   return 'application' if $type ne 'conflict' || $level ne 'D1';
   return $line->{other} * 2 >= $line->{level}{D1}{Conf} ? 'allocator' : 'application';
}

# The serious part of a line of code: its first level with misses that are not of sharing.
sub candidate {
   my ($data, $thresholds, $line) = @_;
   my %type = map { my $type = serious_type($data, $thresholds, $line, $_); $_ => $type } @{ $data->{levels} };
   my @levels = grep { defined $type{$_} && !is_sharing($type{$_}) } @{ $data->{levels} };
   return if !@levels;
   my $level = shift @levels;
   my $type  = $type{$level};
   return {
      line => $line, level => $level, type => $type, more => \@levels,
      origin  => origin_of($line, $level, $type),
      objects => [ main_objects($data, $line, $level, $CLASS_OF{$type}) ],
   };
}

# Puts together what has an object in common.
sub groups_of {
   my (@candidates) = @_;
   my @groups;
   for my $candidate (@candidates) {
      my %has = map { $_ => 1 } @{ $candidate->{objects} };
      my (@with, @without);
      for my $group (@groups) {
         if (grep { $has{$_} } map { @{ $_->{objects} } } @$group) { push @with, @$group; }
         else                                                      { push @without, $group; }
      }
      @groups = (@without, [ @with, $candidate ]);
   }
   return @groups;
}

# Sums over the lines of a finding, of a level.
sub counts_of {
   my ($level, @candidates) = @_;
   my %sum;
   add_counts(\%sum, $_->{line}{level}{$level}) for @candidates;
   return \%sum;
}

# What a further level says about the lines of a finding.
sub further_level {
   my ($data, $cycles, $level, @candidates) = @_;
   @candidates = grep { grep { $_ eq $level } @{ $_->{more} } } @candidates;
   return if !@candidates;
   my $counts = counts_of($level, @candidates);
   my ($type, $misses) = type_of($counts);
   return {
      level => $level, type => $type, misses => $misses, classes => $counts,
      share  => share($misses, misses_of_level($data, $level)),
      saving => $misses * $cycles->{miss}{$level},
   };
}

# The objects of a finding, most misses first, and how well the lines that they load are used.
sub objects_of {
   my ($data, $group) = @_;
   my ($level, $class) = ($group->[0]{level}, $CLASS_OF{ $group->[0]{type} });
   my (%main, %misses, %object, %use);
   for my $candidate (@$group) {
      $main{$_} = 1 for @{ $candidate->{objects} };
   }
   for my $costs (grep { $main{ $_->{object}{id} } } map { objects_at_line($data, $_->{line}) } @$group) {
      my $id = $costs->{object}{id};
      $misses{$id} += $costs->{level}{$level}{$class};
      $use{$_}     += $costs->{$_} for qw(lost_B loaded_B use loads);
   }
   my @objects = map { { object => $data->{object}{$_}, misses => $misses{$_} } }
      sort { $misses{$b} <=> $misses{$a} || $a <=> $b } keys %misses;
   return (
      objects => \@objects,
      unused  => $use{loaded_B} ? share($use{lost_B}, $use{loaded_B}) : undef,
      accesses_per_load => $use{use} ? 1e6 * $use{loads} / $use{use} : undef,
   );
}

sub finding_of {
   my ($data, $cycles, $group) = @_;
   my ($type, $level, $origin) = @{ $group->[0] }{qw(type level origin)};
   my $class  = $CLASS_OF{$type};
   my $counts = counts_of($level, @$group);
   my $misses = $counts->{$class};
   my @also   = map { further_level($data, $cycles, $_, @$group) } @{ $data->{levels} };
   my $saving = $misses * $cycles->{miss}{$level};
   $saving += $_->{saving} for @also;
   my @code = map { { function => $_->{function}, line => $_->{line}, accesses => $_->{accesses}, misses => $_->{level}{$level}{$class} } }
      sort { $b->{level}{$level}{$class} <=> $a->{level}{$level}{$class} || $a->{line} <=> $b->{line} || $a->{key} cmp $b->{key} }
      map { $_->{line} } @$group;
   return {
      type => $type, origin => $origin, level => $level, misses => $misses, classes => $counts,
      share => share($misses, misses_of_level($data, $level)),
      saving => $saving, simulated => $saving, also => \@also, code => \@code,
      objects_of($data, $group),
   };
}

sub miss_findings {
   my ($data, $thresholds, $cycles, $lines) = @_;
   my (%alike, @order);
   for my $candidate (map { candidate($data, $thresholds, $_) } @$lines) {
      my $key = join "\0", @{ $candidate->{line}{function} }{qw(name module)}, @$candidate{qw(level type origin)};
      push @order, $key if !$alike{$key};
      push @{ $alike{$key} }, $candidate;
   }
   return map { finding_of($data, $cycles, $_) } map { groups_of(@{ $alike{$_} }) } @order;
}

1;
