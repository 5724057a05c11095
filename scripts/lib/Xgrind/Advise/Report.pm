# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Report: advice for people.
#
# Usage:
#   print_advice($profile, $memories, $main, $base, $results, \%opt);

package Xgrind::Advise::Report;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Advise::Objects;
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(print_advice);

# The size of a memory.
sub size_text {
   my ($size_B) = @_;
   return defined $size_B ? bytes_text($size_B) : 'unlimited';
}

# Prints rows in columns; $align has an l or an r for each.
sub print_table {
   my ($align, @rows) = @_;
   my @width;
   for my $row (@rows) {
      for my $c (0 .. $#$row) {
         my $length = length $row->[$c];
         $width[$c] = $length if $length >= ($width[$c] // 0);
      }
   }
   for my $row (@rows) {
      my $line = join '  ', map {
         my $sign = substr($align, $_, 1) eq 'l' ? '-' : '';
         sprintf "%$sign$width[$_]s", $row->[$_]
      } 0 .. $#$row;
      $line =~ s/\s+\z//;
      print "$line\n";
   }
   return;
}

# What was left out because it belongs to libraries; nothing if there is none.
sub library_row {
   my ($profile, $memory) = @_;
   my ($n, $size_B) = library_data($profile);
   return if !$n;
   return [ 'Libraries:', ($n == 1 ? '1 of these is a static variable' : "$n of these are static variables") . ' of libraries ('
      . bytes_text($size_B) . '); --place-libraries=yes places ' . ($n == 1 ? 'it' : 'them') . ', too' ];
}

# What was read.
sub print_header {
   my ($profile, $memories, $main, $base, $opt) = @_;
   my @fixed = grep { $_->{fixed} } @{ $profile->{objects} };
   my $fixed_B = 0;
   $fixed_B += $_->{size_B} for @fixed;
   my $names = join ', ', map { $memories->[$_]{name} . ($_ == $main ? ' (main)' : '') } 0 .. $#$memories;
   print_title('Placement of objects in memories');
   my @rows = (
      [ 'Profile:',  printable($profile->{file}) ],
      [ 'Command:',  printable($profile->{command}) ],
      [ 'Memories:', printable($opt->{memory}) . ": $names" ],
      [ 'Baseline:', printable($base->{file}) . ": everything in $base->{memory}" ],
      [ 'Objects:',  scalar(@{ $profile->{objects} }) . ', of which ' . @fixed . ' (' . size_text($fixed_B)
            . ") cannot be moved and stay in $memories->[$main]{name}" ],
      library_row($profile, $memories->[$main]),
      [ 'Misses:', commas($profile->{misses}) . ' loads that miss the last-level cache' ],
   );
   push @rows, [ 'Sampling:', "period $profile->{period}: misses are estimates, the program had "
         . commas($profile->{total_misses}) ] if defined $profile->{period};
   push @rows, [ 'Note:', "everything together does not fit into $base->{memory}; the baseline is imaginary" ]
      if !$base->{room};
   print_table('ll', @rows);
   print "\n";
   return;
}

# What a method does and guarantees.
sub method_title {
   my ($result, $opt) = @_;
   return 'Greedy: the fastest memory first, objects by '
      . ($opt->{order} eq 'misses' ? 'load misses' : 'load misses per byte')
      if $result->{method} eq 'greedy';
   return "Exact: no placement has fewer stall cycles ($result->{nodes} nodes)" if !defined $result->{slack};
   return 'Exact, stopped after ' . $result->{nodes} . ' nodes: at most ' . commas($result->{slack})
      . ' stall cycles above the best';
}

# The memories and the totals of one method.
sub print_result {
   my ($result, $memories, $base, $opt) = @_;
   print_title(method_title($result, $opt));
   my @rows = ([ 'memory', 'latency', 'size', 'occupied', '', 'objects', 'load misses', 'stall cycles' ]);
   for my $m (0 .. $#$memories) {
      my ($memory, $sum) = ($memories->[$m], $result->{sum}[$m]);
      my $share = defined $memory->{size_B}
         ? sprintf('%.1f%%', 100 * $sum->{occupied_B} / $memory->{size_B}) : '';
      push @rows, [ $memory->{name}, $memory->{latency}, size_text($memory->{size_B}),
         size_text($sum->{occupied_B}), $share, $sum->{objects},
         commas($sum->{misses}), commas($sum->{stall}) ];
   }
   print_table('lrrrrrrr', @rows);
   print "\n";
   print_table('lrrr',
      [ '', 'baseline', 'predicted', 'change' ],
      [ 'stall cycles of memory', change_row($base->{stall}, $result->{stall}) ],
      [ 'cycles of the run', change_row($base->{cycles}, $result->{cycles}) ]);
   printf "\nImprovement of the run time %.2f%%, speed-up %.4f\n", $result->{improvement}, $result->{speed_up};
   printf "Standard error of the change, from sampling: %s cycles\n", commas($result->{error})
      if $result->{error};
   print "\n";
   return;
}

# Two numbers and their difference.
sub change_row {
   my ($before, $after) = @_;
   return (commas($before), commas($after), ($after > $before ? '+' : '') . commas($after - $before));
}

# The objects with misses, most misses first.
sub print_objects {
   my ($profile, $memories, $results, $opt) = @_;
   my @order = sort { $b->{misses} <=> $a->{misses} || $a->{id} <=> $b->{id} } @{ $profile->{objects} };
   my $shown = $opt->{objects} eq 'all' || $opt->{objects} > @order ? @order : $opt->{objects};
   my @methods = map { $_->{method} } @$results;
   my @rows = ([ 'load misses', 'size', @methods, 'object' ]);
   for my $object (@order[ 0 .. $shown - 1 ]) {
      my $text = object_text($object);
      $text .= " [fixed: $object->{fixed}]" if $object->{fixed};
      push @rows, [ commas($object->{misses}), size_text($object->{size_B}),
         (map { $memories->[ $object->{placed}{$_} ]{name} } @methods), $text ];
   }
   print_title('Objects');
   print_table('rr' . 'l' x (@methods + 1), @rows);
   my $rest = @order - $shown;
   print "\n$rest more object", ($rest == 1 ? '' : 's'), " not shown\n" if $rest;
   return;
}

sub print_advice {
   my ($profile, $memories, $main, $base, $results, $opt) = @_;
   print_header($profile, $memories, $main, $base, $opt);
   print_result($_, $memories, $base, $opt) for @$results;
   print_objects($profile, $memories, $results, $opt);
   return;
}

1;
