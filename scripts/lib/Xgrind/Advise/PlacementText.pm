# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::PlacementText: advice for people.
#
# Usage:
#   print_advice($profile, $memories, $main, $base, $results, \%opt);

package Xgrind::Advise::PlacementText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Advise::Movable;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(print_advice);

my $OBJECT = 36;    # columns of an object before why it is fixed

# The size of a memory.
sub size_text {
   my ($size_B) = @_;
   return defined $size_B ? bytes_text($size_B) : 'unlimited';
}

# Prints header lines, their values below each other.
sub print_fields {
   my (@rows) = @_;
   my $label = 2 + widest(map { $_->[0] } @rows);
   print_wrapped($_->[1], padded($_->[0], $label)) for @rows;
   return;
}

# Prints a table without a rule, the first row its titles.
sub print_rows {
   my ($columns, @rows) = @_;
   my $titles = shift @rows;
   my @columns = map { my $c = $_; +{ %{ $columns->[$c] // {} }, title => $titles->[$c], values => [ map { $_->[$c] } @rows ] } } 0 .. $#$titles;
   print table_text(new_table({ columns => \@columns }));
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
   push @rows, [ 'Cycles:', commas($profile->{model}{cycles}) . ' are estimated by a model of the processor, of which '
         . commas(sum0(map { $_->{weight} } @{ $profile->{objects} })) . ' wait for memory' ] if $profile->{model};
   push @rows, [ 'Sampling:', "period $profile->{period}: misses are estimates, the program had "
         . commas($profile->{total_misses}) ] if defined $profile->{period};
   push @rows, [ 'Note:', "the objects do not all fit into $base->{memory}: the baseline cannot be built, it only compares" ]
      if !$base->{room};
   print_fields(@rows);
   print "\n";
   return;
}

# What a method does and guarantees.
sub method_title {
   my ($result, $opt, $profile) = @_;
   my $weight = $profile->{model} ? 'cycles of waiting' : $opt->{stores_cost} ? 'cycles to gain' : 'load misses';
   return 'Greedy: the fastest memory first, objects by '
      . ($opt->{order} eq 'misses' ? $weight : "$weight per byte")
      if $result->{method} eq 'greedy';
   return "Exact: no placement has fewer stall cycles ($result->{nodes} nodes)" if !defined $result->{slack};
   return 'Exact, stopped after ' . $result->{nodes} . ' nodes: at most ' . commas($result->{slack})
      . ' stall cycles above the best';
}

# The memories and the totals of one method.
sub print_result {
   my ($result, $memories, $base, $opt, $profile) = @_;
   print_title(method_title($result, $opt, $profile));
   my @rows = ([ 'memory', 'latency', 'size', 'occupied', '', 'objects', 'load misses', 'stall cycles' ]);
   for my $m (0 .. $#$memories) {
      my ($memory, $sum) = ($memories->[$m], $result->{sum}[$m]);
      my $share = defined $memory->{size_B}
         ? sprintf('%.1f%%', 100 * $sum->{occupied_B} / $memory->{size_B}) : '';
      push @rows, [ $memory->{name}, $memory->{latency}, size_text($memory->{size_B}),
         size_text($sum->{occupied_B}), $share, $sum->{objects},
         commas($sum->{misses}), commas($sum->{stall}) ];
   }
   print_rows([ { align => 'left' }, { priority => 1 }, { priority => 2 }, { priority => 2 }, { priority => 3 } ], @rows);
   print "\n";
   print_rows([ { align => 'left' }, { priority => 1 }, {}, { priority => 1 } ],
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

# Objects as text, with what keeps them where they are; in few words where there is little room.
sub object_lines {
   my ($width, @list) = @_;
   my @fixed = map { $_->{fixed} ? " [fixed: $_->{fixed}]" : '' } @list;
   @fixed = map { $_ eq '' ? '' : ' [fixed]' } @fixed if $width - widest(@fixed) < $OBJECT && !full_names();
   my @items = map {
      my $text = visible(object_text($_));
      my $module = ($_->{module} // '') =~ s{.*/}{}sr;
      +{ key => $_->{id}, whole => $module eq '' ? $text : "$text [" . visible($module) . ']', tries => sub { return $_[1] ? undef : cut($text, $_[2]) } };
   } @list;
   my @texts = @{ distinct_texts(\@items, $width - widest(@fixed)) };
   return [ map { shift(@texts) . $_ } @fixed ];
}

# The objects that are waited for most first.
sub print_objects {
   my ($profile, $memories, $results, $opt) = @_;
   my @order = sort { $b->{weight} <=> $a->{weight} || $b->{misses} <=> $a->{misses} || $a->{id} <=> $b->{id} } @{ $profile->{objects} };
   my $shown = $opt->{objects} eq 'all' || $opt->{objects} > @order ? @order : $opt->{objects};
   my @methods = map { $_->{method} } @$results;
   my @list  = @order[ 0 .. $shown - 1 ];
   my $table = new_table({
      columns => [
         ($profile->{model} ? { title => 'cycles', values => [ map { commas($_->{weight}) } @list ] } : ()),
         { title => 'load misses', values => [ map { commas($_->{misses}) } @list ] },
         ($opt->{stores_cost} ? { title => 'store misses', values => [ map { commas($_->{store_misses}) } @list ] } : ()),
         { title => 'size', values => [ map { size_text($_->{size_B}) } @list ], priority => 1 },
         (map { my $method = $_; { title => $method, align => 'left', values => [ map { $memories->[ $_->{placed}{$method} ]{name} } @list ] } } @methods),
         { title => 'object', fit => sub { object_lines($_[0], @list) } },
      ] });
   print_title('Objects');
   print table_text($table);
   my $rest = @order - $shown;
   print "\n$rest more object", ($rest == 1 ? '' : 's'), " not shown\n" if $rest;
   return;
}

# What other sizes of a memory would be worth: each that changes something.
sub print_sizes {
   my ($memory, @curve) = @_;
   print_title("If $memory->{name} had another size");
   if (!@curve) {
      print "Nothing gains by $memory->{name}, however large it is.\n\n";
      return;
   }
   my @rows = map { $curve[$_] } grep { !$_ || $curve[$_]{stall} != $curve[ $_ - 1 ]{stall} } 0 .. $#curve;
   print_rows([ {}, {}, {}, {} ], [ 'size', 'stall cycles', 'cycles of the run', 'improvement' ],
      map { [ size_text($_->{size_B}), commas($_->{stall}), commas($_->{cycles}), sprintf '%.2f%%', $_->{improvement} ] } @rows);
   print "\n";
   return;
}

sub print_advice {
   my ($profile, $memories, $main, $base, $results, $opt) = @_;
   print_header($profile, $memories, $main, $base, $opt);
   print_result($_, $memories, $base, $opt, $profile) for @$results;
   print_sizes($memories->[ $opt->{sizes_of} ], @{ $opt->{size_curve} }) if $opt->{size_curve};
   print_objects($profile, $memories, $results, $opt);
   return;
}

1;
