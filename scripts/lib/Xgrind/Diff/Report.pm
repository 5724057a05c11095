# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::Report: the difference of two profiles as text, JSON or
# comma-separated values.
#
# Usage:
#   my $rows = largest($diff, $diff->{functions}, 'self', $event, $percent);
#   print_diff($diff, { show => [0, 1], event => 0, is_chosen => 1, ... }, $functions, $calls);
#   print_diff_json($version, $diff, $functions, $calls);
#   print_diff_csv($diff, $functions, $calls);

package Xgrind::Diff::Report;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Messages;
use Xgrind::Text::Json;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

my $CALL_NAME = 16;    # columns of each name of a call
my $CALLS     = 50;    # columns of a call

our @EXPORT = qw(largest print_diff print_diff_json print_diff_csv change_percent);

# The difference of an event between two costs.
sub change { return $_[0][1][ $_[1] ] - $_[0][0][ $_[1] ]; }

# The rows whose difference is at least a share of the program's cost before, the largest increases
# and decreases first.
sub largest {
   my ($diff, $rows, $what, $event, $percent) = @_;
   my $least = $diff->{total}[0][$event] * $percent / 100;
   my %size  = map { $_ => abs change($rows->[$_]{$what}, $event) } 0 .. $#$rows;
   return [ map { $rows->[$_] } sort { $size{$b} <=> $size{$a} || $a <=> $b } grep { $size{$_} && $size{$_} >= $least } 0 .. $#$rows ];
}

# A change in percent; "new" if there was nothing before.
sub change_percent {
   my ($before, $after) = @_;
   return $after == $before ? '0.00%' : !$before ? 'new' : sprintf '%+.2f%%', 100 * ($after - $before) / $before;
}

sub signed {
   my ($n) = @_;
   return $n > 0 ? '+' . commas($n) : $n < 0 ? '-' . commas(-$n) : '0';
}

# A difference and its share of the program's cost before.
sub change_cell {
   my ($diff, $cost, $e) = @_;
   my $share = share(change($cost, $e), $diff->{total}[0][$e]);
   return signed(change($cost, $e)) . sprintf ' (%+7.2f%%)', $share;
}

# Rows of a table: before and after for the event that sorts, the difference for all that are shown.  Where there is not
# room for all, the change in the event that sorts stays, and so do events that the user chose.
sub print_rows {
   my ($diff, $selection, $name_column, $what, $rows) = @_;
   my $event = $selection->{event};
   my $title = printable($diff->{events}[$event]);
   my @columns = map {
      my $side = $_;
      { title => $title . (' before', ' after')[$side], priority => 2 - $side, values => [ map { commas($_->{$what}[$side][$event]) } @$rows ] }
   } 0, 1;
   my $n = 3;
   for my $e (@{ $selection->{show} }) {
      push @columns, { title => printable($diff->{events}[$e]) . ' change', values => [ map { change_cell($diff, $_->{$what}, $e) } @$rows ],
         priority => $e == $event || $selection->{is_chosen} ? 0 : $n++ };
   }
   my $table = new_table({ columns => [ @columns, $name_column ], colours => [ map { change($_->{$what}, $event) > 0 ? 'red' : 'green' } @$rows ] });
   print_table($table);
   print "No difference above the threshold.\n" if !@$rows;
   print_left_out($table, '--show');
   print "\n";
   return;
}

# "caller -> callee (3x, now 4x)": how often only where there is room for that.
sub call_texts {
   my ($calls, $width) = @_;
   my @counts = map { ' (' . commas($_->{count}[0]) . 'x, now ' . commas($_->{count}[1]) . 'x)' } @$calls;
   my $room   = $width - 4;    # " -> "
   if ($room - widest(@counts) >= 2 * $CALL_NAME || full_names()) { $room -= widest(@counts); }
   else                                         { @counts = (''); }
   my @texts = @{ short_functions([ map { @$_{qw(from to)} } @$calls ], int($room / 2)) };
   return [ map { (shift @texts) . ' -> ' . (shift @texts) . ($counts[$_] // '') } 0 .. $#$calls ];
}

# The whole difference; calls only if there is a list.
sub print_diff {
   my ($diff, $selection, $functions, $calls) = @_;
   print_title('Difference');
   print_field('Before', $selection->{files}[0]);
   print_field('After',  $selection->{files}[1]);
   for my $n (0, 1) {
      print_field('Only ' . ('before', 'after')[$n], join ' ', @{ $diff->{only}[$n] }) if @{ $diff->{only}[$n] };
   }
   print "\n";
   my @e = @{ $selection->{show} };
   my @total = @{ $diff->{total} };
   print_table(new_table({
      columns => [
         { title => 'before', values => [ map { commas($total[0][$_]) } @e ] }, { title => 'after', values => [ map { commas($total[1][$_]) } @e ] },
         { title => 'change', values => [ map { signed($total[1][$_] - $total[0][$_]) } @e ] },
         { title => '', values => [ map { change_percent($total[0][$_], $total[1][$_]) } @e ] },
         { title => 'program totals', align => 'left', values => [ map { printable($diff->{events}[$_]) } @e ] } ] }));
   print "\n";
   my $title = 'file:function [module]' . ($selection->{what} eq 'inclusive' ? ', inclusive' : '');
   print_rows($diff, $selection, { title => $title, fit => sub { short_functions([ map { $_->{names} } @$functions ], $_[0]) } },
      $selection->{what}, $functions);
   print_rows($diff, $selection, { title => 'calls', fit => sub { call_texts($calls, $_[0]) }, least => $CALLS }, 'cost', $calls) if $calls;
   return;
}

# --- For programs ----------------------------------------------------------

sub identity {
   my ($names) = @_;
   my ($module, $file, $name) = map { json_text($_) } @$names;
   return { object => $module, file => $file, name => $name };
}

# Costs of both sides by event.
sub both {
   my ($diff, $cost) = @_;
   return +{ map { my $e = $_; +json_text($diff->{events}[$e]) => { before => $cost->[0][$e] + 0, after => $cost->[1][$e] + 0 } } 0 .. $#{ $diff->{events} } };
}

sub print_diff_json {
   my ($version, $diff, $functions, $calls) = @_;
   my @functions = map { +{ %{ identity($_->{names}) }, self => both($diff, $_->{self}), inclusive => both($diff, $_->{inclusive}) } } @$functions;
   my @calls = map {
      +{ from => identity($_->{from}), to => identity($_->{to}), cost => both($diff, $_->{cost}),
         calls => { before => $_->{count}[0] + 0, after => $_->{count}[1] + 0 } }
   } @$calls;
   print_json_data({
      format    => 'xgrind.diff',
      version   => 1,
      creator   => "xgrind_diff-$version",
      events    => [ map { json_text($_) } @{ $diff->{events} } ],
      totals    => both($diff, $diff->{total}),
      functions => \@functions,
      calls     => \@calls,
   });
   return;
}

# One line for each function and call; the columns of "to" are empty for functions.
sub print_diff_csv {
   my ($diff, $what, $functions, $calls) = @_;
   my @events = @{ $diff->{events} };
   print_row(qw(kind object file function), 'to object', 'to file', 'to function', 'calls before', 'calls after', map { ("$_ before", "$_ after") } @events);
   my $figures = sub { my ($cost) = @_; map { ($cost->[0][$_], $cost->[1][$_]) } 0 .. $#events };
   print_row($what, @{ $_->{names} }, ('') x 5, $figures->($_->{$what})) for @$functions;
   print_row('call', @{ $_->{from} }, @{ $_->{to} }, @{ $_->{count} }, $figures->($_->{cost})) for @$calls;
   return;
}

1;
