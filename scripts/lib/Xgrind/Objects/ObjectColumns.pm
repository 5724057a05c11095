# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::ObjectColumns: the figures of memory objects, and which objects come first.
#
# Usage:
#   my $columns = columns_of($profile);          # by name
#   my $c = $columns->{DLmr};
#   $c->{value}->($object, $object)              # a figure; undef: not known
#   $c->{value}->($line, $object)                # of one of its lines
#   $c->{error}->($object)                       # standard error; undef: exact or not known
#   $c->{total}                                  # of the program
#   my ($c, $words) = costliest_misses($profile, $columns);    # 'misses of LL'
#   my @order = ranked([ $column, ... ], \@lines, $object);     # undef: of objects
#   my @top   = up_to_threshold(99, $column, $object, @order);  # of lines
#
# Beside the events there are D1m, L2m, L3m, DLm and DTm, loads and stores together, Cycles, what the misses of data add, and Unused1, UnusedL2, UnusedL3 and UnusedLL: the share
# in per cent of the bytes loaded into this level that were not used, which has is_share set.  So have AccessB, bytes per access, and
# Vectors, the share of accesses that are to vectors, and Streams, how many walk through an object at a time.  With sampling, figures are the estimates; shares are those of the lines recorded.
#   $c->{format}                    # of a share, for sprintf

package Xgrind::Objects::ObjectColumns;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::MissCycles;
use Xgrind::Text::Levels;

our @EXPORT = qw(columns_of column_order costliest_misses ranked up_to_threshold estimated);

# A recorded cost, scaled to the program; undef: that cannot be known.
sub estimated {
   my ($cost, $object, $e) = @_;
   my $weight = $object->{weight};
   return $cost if !$weight;
   return defined $weight->[$e] ? $cost * $weight->[$e] : undef;
}

# The sum, if all are known.
sub sum {
   my $sum = 0;
   for my $term (@_) {
      return undef if !defined $term;
      $sum += $term;
   }
   return $sum;
}

# A column that adds up events.
sub sum_column {
   my ($profile, $name, @events) = @_;
   my @at = map { $profile->{at}{$_} } @events;
   return {
      name  => $name,
      total => sum(map { $profile->{totals}[$_] } @at),
      value => sub {
         my ($owner, $object) = @_;
         return sum(map { estimated($owner->{cost}[$_], $object, $_) } @at);
      },
      error => sub {
         my ($object) = @_;
         return undef if !$object->{error};
         my $square = sum(map { defined $_ ? $_ * $_ : undef } @{ $object->{error} }[@at]);
         return $square ? sqrt $square : undef;
      },
   };
}

# A column of a share of bytes: those lost, of lines whose length depends on the
# kind of the object.
sub unused_column {
   my ($profile, $name, $level) = @_;
   my ($loss, $lines) = @{ $profile->{at} }{ "SpLoss$level", "Lines$level" };
   my $line_B = sub {
      my ($object) = @_;
      my $cache = $level ne '1' ? $level : $object->{kind} eq 'code' ? 'I1' : 'D1';
      return $profile->{line_B}{$cache};
   };
   # the program's totals are of all lines, of which those of code are always recorded
   my $loaded_B = $profile->{totals}[$lines] * $line_B->({ kind => 'data' });
   for my $object (grep { $_->{kind} eq 'code' } @{ $profile->{objects} }) {
      $loaded_B += $object->{cost}[$lines] * ($line_B->($object) - $line_B->({ kind => 'data' }));
   }
   return {
      name     => $name,
      is_share => 1,
      total    => $loaded_B ? 100 * $profile->{totals}[$loss] / $loaded_B : undef,
      value    => sub {
         my ($owner, $object) = @_;
         my $lost_B = estimated($owner->{cost}[$loss], $object, $loss);
         my $n      = estimated($owner->{cost}[$lines], $object, $lines);
         return $n && defined $lost_B ? 100 * $lost_B / ($n * $line_B->($object)) : undef;
      },
      error => sub { return undef },
   };
}

# A column of a quotient of sums of events.
sub quotient_column {
   my ($profile, $name, $long, $format, $factor, $of, $by) = @_;
   my ($divided, $divisor) = map { sum_column($profile, $name, @$_) } $of, $by;
   my $quotient = sub { my ($x, $y) = @_; return defined $x && $y ? $factor * $x / $y : undef };
   return {
      name     => $name,
      long     => $long,
      is_share => 1,
      format   => $format,
      total    => $quotient->($divided->{total}, $divisor->{total}),
      value    => sub { return $quotient->($divided->{value}->(@_), $divisor->{value}->(@_)) },
      error    => sub { return undef },
   };
}

# How many streams most misses of an object found, if half of its misses are of streams.
sub streams_of {
   my ($object) = @_;
   my ($none, @misses) = @{ $object->{streams} // return undef };
   return 0 if sum(0, @misses) < $none;
   my ($most) = sort { $misses[$b] <=> $misses[$a] || $a <=> $b } 0 .. $#misses;
   return defined $most ? $most + 1 : 0;
}

sub streams_column {
   return {
      name     => 'Streams',
      long     => 'that walk through it at a time',
      is_share => 1,
      format   => '%d',
      value    => sub { my ($owner, $object) = @_; return $owner == $object ? streams_of($object) : undef },
      error    => sub { return undef },
   };
}

# All columns there are, by name.
sub columns_of {
   my ($profile) = @_;
   my $at = $profile->{at};
   my %columns = map { $_ => sum_column($profile, $_, $_) } @{ $profile->{events} };
   for my $level ('D1', @BETWEEN, 'DL', 'DT') {
      my @parts = grep { exists $at->{$_} } "${level}mr", "${level}mw";
      $columns{"${level}m"} //= sum_column($profile, "${level}m", @parts) if @parts == 2;
   }
   if (my @stalls = stall_events($profile)) {
      $columns{Cycles} = { %{ sum_column($profile, 'Cycles', @stalls) }, long => 'that data was waited for, estimated' };
   }
   my $has_lines = !grep { !$profile->{line_B}{$_} } qw(I1 D1 LL);
   for my $level ('1', (grep { $profile->{line_B}{$_} } @BETWEEN), 'LL') {
      next if !$has_lines || grep { !exists $at->{"$_$level"} } qw(SpLoss Lines);
      $columns{"Unused$level"} //= unused_column($profile, "Unused$level", $level);
   }
   if (!grep { !exists $at->{$_} } qw(DrB DwB Dvec)) {
      $columns{AccessB} //= quotient_column($profile, 'AccessB', 'bytes per access', '%.1f', 1, [qw(DrB DwB)], [qw(Dr Dw)]);
      $columns{Streams} //= streams_column() if !$profile->{sampling};
      $columns{Vectors} //= quotient_column($profile, 'Vectors', 'accesses to vectors', '%.1f%%', 100, ['Dvec'], [qw(Dr Dw)]);
   }
   return \%columns;
}

# Misses of the level where they cost most, by the latencies of the hierarchy, and the level's words; nothing: no level is there.
sub costliest_misses {
   my ($profile, $columns) = @_;
   my @there  = data_levels(@$profile{qw(at line_B)});
   my $each   = miss_cycles($profile, @there);
   my @levels = grep { $_->[0] && $_->[0]{total} } map { [ $columns->{ $_ eq 'LL' ? 'DLm' : "${_}m" }, $_ ] } @there;
   my ($most) = sort { $b->[0]{total} * $each->{ $b->[1] } <=> $a->[0]{total} * $each->{ $a->[1] } } @levels;
   return $most ? ($most->[0], "misses of $most->[1]") : ();
}

# The names of columns, for messages: events as in the profile, then the others.
sub column_order {
   my ($profile, $columns) = @_;
   return (@{ $profile->{events} }, grep { !exists $profile->{at}{$_} } sort keys %$columns);
}

# Objects, or lines of one, with the largest figures first: by the first column,
# where that is equal by the second, and so on.
sub ranked {
   my ($keys, $entries, $object) = @_;
   my @figures = map {
      my $entry = $_;
      [ map { $_->{value}->($entry, $object // $entry) // -1 } @$keys ]
   } @$entries;
   my $compare = sub {
      my ($x, $y) = @figures[@_];
      for my $k (0 .. $#$keys) {
         my $order = $y->[$k] <=> $x->[$k];
         return $order if $order;
      }
      return $_[0] <=> $_[1];
   };
   return map { $entries->[$_] } sort { $compare->($a, $b) } 0 .. $#$entries;
}

# The first entries of a ranking that together have this percentage of what all
# of them have; all entries for 100, for a share, and if there is nothing to have.
sub up_to_threshold {
   my ($percent, $column, $object, @entries) = @_;
   return @entries if $percent >= 100 || $column->{is_share};
   my @figures = map { $column->{value}->($_, $object // $_) // 0 } @entries;
   my ($sum, $all, $n) = (0, 0, 0);
   $all += $_ for @figures;
   return @entries if !$all;
   while ($n < @entries && $sum * 100 < $percent * $all) {
      $sum += $figures[ $n++ ];
   }
   return @entries[ 0 .. $n - 1 ];
}

1;
