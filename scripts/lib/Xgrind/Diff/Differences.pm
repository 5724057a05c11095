# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::Differences: the difference of two profiles as text, JSON or
# comma-separated values.
#
# Usage:
#   my $rows = largest($diff->{functions}, 'self', $column, $percent);
#   print_diff($diff, { %$selection, files => [ 'before', 'after' ], what => 'self' }, $functions, $calls);    # of Xgrind::Diff::DiffColumns
#   print_diff_json($version, $diff, $functions, $calls);
#   print_diff_csv($diff, 'self', $functions, $calls);

package Xgrind::Diff::Differences;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Diff::DiffColumns;
use Xgrind::Profile::Columns;
use Xgrind::Profile::Matching;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

my $CALL_NAME = 16;    # columns of each name of a call
my $CALLS     = 50;    # columns of a call
my @ROOMS     = (0.8, 0.7, 0.6, 0.5);    # of a call's names, what one of them may take: what fits

our @EXPORT = qw(largest print_diff print_diff_json print_diff_csv change_percent figure signed);

# The program's figure of a column, and its change; undef where a side has none.
sub program_change {
   my ($column) = @_;
   my ($before, $after) = @{ $column->{program} };
   return defined $before && defined $after ? difference($before, $after) : undef;
}

# By how much a row counts among others in per cent: for a rate, it is the share of the sum that the rate is of.
sub weight {
   my ($column, $cost) = @_;
   return share(abs change_of($column, $cost), $column->{program}[0]) if is_sum($column);
   my $basis = $column->{basis};
   my ($most) = sort { $b <=> $a } map { value_of($basis, $cost, $_) } 0, 1;
   return share($most, $basis->{program}[0] || $basis->{program}[1]);
}

# The rows whose difference is at least a share of the program's cost before, the largest increases
# and decreases first.
sub largest {
   my ($rows, $what, $column, $percent) = @_;
   my @size    = map { abs(change_of($column, $_->{$what}) // 0) } @$rows;
   my $is_zero = is_sum($column) && !$column->{program}[0];    # whatever there is now is new
   my @chosen  = grep { $size[$_] && ($is_zero || weight($column, $rows->[$_]{$what}) >= $percent) } 0 .. $#$rows;
   return [ map { $rows->[$_] } sort { $size[$b] <=> $size[$a] || $a <=> $b } @chosen ];
}

# A change in percent; "new" if there was nothing before.
sub change_percent {
   my ($before, $after) = @_;
   return $after == $before ? '0.00%' : !$before ? 'new' : sprintf '%+.2f%%', 100 * ($after - $before) / $before;
}

# --- Figures as text -------------------------------------------------------

# A figure; '.' is none.
sub figure {
   my ($column, $value) = @_;
   return '.' if !defined $value;
   return $value ? value_text($column, $value) : is_sum($column) || $column->{kind} eq 'uses' ? '0' : '0%';
}

# A change without its share; rates change by percentage points.
sub signed {
   my ($column, $change) = @_;
   return '.' if !defined $change;
   return '0' if !$change;
   return ($change > 0 ? '+' : '') . commas($change)    if is_sum($column);
   return sprintf '%+.1f', $change                       if $column->{kind} eq 'uses';
   return sprintf '%+.2f points', $change;
}

# The change of a row; that of a sum with its share of the program's cost before.
sub change_cell {
   my ($column, $cost) = @_;
   my $text = signed($column, change_of($column, $cost));
   return $text if !is_sum($column);
   my $before = $column->{program}[0];
   return $text . sprintf ' %8s', $before ? sprintf '%+.2f%%', share(change_of($column, $cost), $before) : 'new';
}

# --- Tables ----------------------------------------------------------------

# Totals of the program, and what each of them is.
sub print_program {
   my ($selection, $n_events) = @_;
   my @columns = map { $_->{column} } @{ $selection->{shown} };
   my @texts   = map { visible($_->{key} . ($_->{title} eq $_->{key} ? '' : ', ' . $_->{title} =~ s/^([A-Z])(?=[a-z])/lc $1/er)) } @columns;
   my @percent = map {
      my ($before, $after) = @{ $_->{program} };
      is_sum($_) || $_->{kind} eq 'uses' && $before && defined $after ? change_percent($before, $after) : '';
   } @columns;
   print_table(new_table({
      columns => [
         { title => 'before', values => [ map { figure($_, $_->{program}[0]) } @columns ] },
         { title => 'after',  values => [ map { figure($_, $_->{program}[1]) } @columns ] },
         { title => 'change', values => [ map { signed($_, program_change($_)) } @columns ] },
         { title => '', values => \@percent },
         { title => 'program totals', fit => sub { my ($width) = @_; return [ map { fitted($_, $width) } @texts ] } } ] }));
   print "\n";
   my %is_shown = map { $_->{key} => 1 } @columns;
   my $more = grep { !$is_shown{$_} } @$n_events;
   print "$more more event" . ($more == 1 ? '' : 's') . ": --show=all\n\n" if $more && !$selection->{is_chosen};
   return;
}

# Columns of figures: before and after for what sorts, then changes.  Where there is not room for all, the change of what
# sorts stays, and so do columns that the user chose.
sub figure_columns {
   my ($selection, $what, $rows) = @_;
   my $sort  = $selection->{sort};
   my $title = printable($sort->{key});
   my @columns = map {
      my $side = $_;
      { title => $title . (' before', ' after')[$side], priority => 2 - $side, values => [ map { figure($sort, value_of($sort, $_->{$what}, $side)) } @$rows ] }
   } 0, 1;
   my @others = grep { $_->{column} != $sort } @{ $selection->{shown} };
   # of the others, instructions are what everybody knows
   my $rank_of = sub { return $_[0]{column}{key} eq 'Ir' ? 3 : 3 + $_[0]{rank}; };
   my @changes = $selection->{is_chosen} ? @{ $selection->{shown} } : ({ column => $sort, rank => 0 }, @others);
   push @columns, map {
      my $column = $_->{column};
      { title => printable($column->{key}) . ' change', values => [ map { change_cell($column, $_->{$what}) } @$rows ],
         priority => $column == $sort || $selection->{is_chosen} ? 0 : $rank_of->($_) }
   } @changes;
   return @columns;
}

sub print_rows {
   my ($selection, $name_column, $what, $rows) = @_;
   my @columns = figure_columns($selection, $what, $rows);
   my $sort    = $selection->{sort};
   my @colours = map { (change_of($sort, $_->{$what}) // 0) > 0 ? 'red' : 'green' } @$rows;
   my $table   = new_table({ columns => [ @columns, $name_column ], colours => \@colours });
   print_table($table);
   print "No difference above the threshold.\n" if !@$rows;
   # of others, the totals are above
   print_left_out({ left_out => [ grep { / (?:before|after)\z/ } @{ $table->{left_out} } ] });
   print "\n";
   return;
}

# "caller -> callee (3x, now 4x)": how often only where there is room for that.  All names get as much room as
# the longest line allows.
sub call_texts {
   my ($calls, $width) = @_;
   my @counts = map { ' (' . commas($_->{count}[0]) . 'x, now ' . commas($_->{count}[1]) . 'x)' } @$calls;
   my $room   = $width - 4;    # " -> "
   if ($room - widest(@counts) >= 2 * $CALL_NAME || full_names()) { $room -= widest(@counts); }
   else                                         { @counts = (''); }
   my @names = map { @$_{qw(from to)} } @$calls;
   my $texts;
   for my $share (@ROOMS) {
      $texts = short_functions(\@names, int($room * $share));
      last if !grep { columns_of($texts->[ 2 * $_ ]) + columns_of($texts->[ 2 * $_ + 1 ]) > $room } 0 .. $#$calls;
   }
   return [ map { "$texts->[ 2 * $_ ] -> $texts->[ 2 * $_ + 1 ]" . ($counts[$_] // '') } 0 .. $#$calls ];
}

# --- Head ------------------------------------------------------------------

# Which functions are compared under other names, and which are not although they may be the same.
sub print_matches {
   my ($diff, $advice) = @_;
   print_field('Matched', "$_->[1] with $_->[0]: most of their functions have equal names") for @{ $diff->{match}{modules} };
   return if !$advice;
   my $n    = $advice->{functions};
   my $many = $n == 1 ? 'one function is' : commas($n) . ' functions are';
   my $what = "$many in both profiles under other files or modules, and listed twice; ";
   my $how  = $advice->{rename} ? shell_word('--rename=' . join '=', @{ $advice->{rename} }) : '--rename=OLD=NEW';
   print_field('Doubled', "$what$how " . ($advice->{rename} && $n > 1 ? 'makes most of them match' : 'makes them match'));
   return;
}

sub print_difference_head {
   my ($diff, $selection, $advice) = @_;
   print_title('Difference');
   print_field('Before', $selection->{files}[0]);
   print_field('After',  $selection->{files}[1]);
   for my $n (0, 1) {
      print_field('Only ' . ('before', 'after')[$n], join ' ', @{ $diff->{only}[$n] }) if @{ $diff->{only}[$n] };
   }
   print_matches($diff, $advice);
   print_field('Sorted by', "change of $selection->{sort}{key} (--sort=KEY sorts by another, --show=KEY,... chooses columns)");
   print "\n";
   return;
}

# The whole difference; calls only if there is a list.
sub print_diff {
   my ($diff, $selection, $functions, $calls) = @_;
   my %is_listed = map { $_ => 1 } grep { defined } map { @{ $_->{keys} } } @$functions;
   print_difference_head($diff, $selection, rename_advice(@{ $diff->{names} }, $diff->{match}, \%is_listed));
   print_program($selection, $diff->{events});
   my $title = 'file:function [module]' . ($selection->{what} eq 'inclusive' ? ', inclusive' : '');
   print_rows($selection, { title => $title, fit => sub { short_functions([ map { $_->{names} } @$functions ], $_[0]) } },
      $selection->{what}, $functions);
   print_rows($selection, { title => 'calls', fit => sub { call_texts($calls, $_[0]) }, least => $CALLS }, 'cost', $calls) if $calls;
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
