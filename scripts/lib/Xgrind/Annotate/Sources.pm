# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Sources: source files with the cost of each line beside it.
#
# Usage:
#   my $cost  = file_costs($profile);                           # file -> [costs]
#   my @files = costly_files($selection, $profile, $cost, \@rows);    # names, of the rows' functions
#   print_sources($selection, $profile, $graph, $cost, \@files, { context => 8, is_named => {}, walks => {} });
#   # walks: of Xgrind::Findings::LineWalks

package Xgrind::Annotate::Sources;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Annotate::Callers;
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Annotate::Selection;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Source::Files;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Paths;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(file_costs costly_files matching_files print_sources);

my $MISSING_PERCENT = 1;    # sources that are not shown are named if they have as much
my $SOURCE_LEAST = 40;    # columns of source text, for which columns of costs are left out
my $TAB = 8;

# The costs of each file: name -> [costs].
sub file_costs {
   my ($p) = @_;
   my %cost;
   for my $f (0 .. $#{ $p->{lines} }) {
      my $lines = $p->{lines}[$f] // next;
      for my $file (keys %$lines) {
         my $sum = $cost{ $p->{names}[$file] } //= [];
         add_costs($sum, $_) for values %{ $lines->{$file} };
      }
   }
   return \%cost;
}

# Costs and calls by file and line, for the files of these names.  Calls within a
# cycle are counted, but have no costs.  Lines of one function only, as most are, have its own list of costs.
sub line_costs {
   my ($p, $graph, $names) = @_;
   my %sources = map { $_ => {} } @$names;
   my %users;    # name of a file -> costs by line, of each function
   for my $f (0 .. $#{ $p->{lines} }) {
      my $lines = $p->{lines}[$f] // next;
      for my $file (grep { $sources{ $p->{names}[$_] } } keys %$lines) {
         push @{ $users{ $p->{names}[$file] } }, $lines->{$file};
         my $source = $sources{ $p->{names}[$file] };
         my $calls  = ($p->{line_calls}[$f] // {})->{$file} // {};
         for my $key (keys %$calls) {
            my ($line, $callee) = split /;/, $key;
            my @figures = @{ $calls->{$key} };
            $#figures = 0 if within_cycle($graph, $f, $callee);
            add_costs($source->{calls}{$line}{$callee} //= [], \@figures);
         }
      }
   }
   $sources{$_}{lines} = sum_by_line(@{ $users{$_} }) for keys %users;
   return \%sources;
}

# Several lists of costs by line, added up.
sub sum_by_line {
   my (@all) = @_;
   return $all[0] if @all == 1;
   my (%sum, %is_own);
   for my $lines (@all) {
      for my $line (keys %$lines) {
         if (!$sum{$line}) { $sum{$line} = $lines->{$line}; next; }
         $sum{$line} = [ @{ $sum{$line} } ] if !$is_own{$line}++;
         add_costs($sum{$line}, $lines->{$line});
      }
   }
   return \%sum;
}

# The files with code of these functions, the most expensive ones first.
sub costly_files {
   my ($selection, $p, $cost, $rows) = @_;
   my %wanted;
   for my $f (map { $_->{function} // () } @$rows) {
      $wanted{ $p->{names}[$_] } = 1 for keys %{ $p->{lines}[$f] // {} };
   }
   delete $wanted{'???'};
   return sort { by_cost($selection, $cost->{$a}, $cost->{$b}) || $a cmp $b } grep { grep { $_ } @{ $cost->{$_} } } keys %wanted;
}

# The files of the profile that the user means: of this name, or else ending in it.
sub matching_files {
   my ($cost, $wanted) = @_;
   return $wanted if $cost->{$wanted};
   $wanted =~ s{^(?:\./)+}{};
   return sort grep { $_ eq $wanted || m{/\Q$wanted\E\z} } keys %$cost;
}

# --- Which lines -----------------------------------------------------------

# Adds the highest figures of a source's lines and calls to those of others.
sub add_extent {
   my ($selection, $extent, $source, $n_lines) = @_;
   my @lines = values %{ $source->{lines} // {} };
   my @calls = map { values %$_ } values %{ $source->{calls} // {} };
   highest($selection, $extent->{high}, [ @lines, map { $_->[2] } other_rows($source, $n_lines) ]);
   highest($selection, $extent->{high}, [ @calls, map { sums_of_many($_) } values %{ $source->{calls} // {} } ], 1);
   highest_telling($selection, $extent->{lines}, \@lines);
   highest_telling($selection, $extent->{calls}, \@calls, 1);
   for (@calls) { $extent->{most} = $_->[0] if ($_->[0] // 0) > $extent->{most}; }
   return;
}

# Lines that are worth to be shown: those whose cost does not vanish, or that of a call.
sub choose_lines {
   my ($selection, $extent, $source, $n_lines) = @_;
   my ($lines, $calls) = ($source->{lines} // {}, $source->{calls} // {});
   my @chosen;
   for my $line (grep { $_ >= 1 && $_ <= $n_lines } keys %$lines, grep { !$lines->{$_} } keys %$calls) {
      push @chosen, $line if $lines->{$line} && tells($selection, $extent->{lines}, $lines->{$line})
         || grep { tells($selection, $extent->{calls}, $_, 1) } values %{ $calls->{$line} // {} };
   }
   return sort { $a <=> $b } @chosen;
}

# Calls a function with what is printed of a file, as [line, text, costs, index where they start], piece by piece, as there can be a million:
# lines of code, the calls in them, and [undef, text] for what is between.  Returns the costs of lines that are not printed.
sub annotated_lines {
   my ($out, $extent, $source, $text, $walks, $print) = @_;
   my ($selection, $context) = ($out->{selection}, $out->{options}{context});
   my $n_lines  = n_lines($text);
   my $last     = 0;
   my $is_shown = '';    # a bit for each line
   for my $costly (choose_lines($selection, $extent, $source, $n_lines)) {
      my ($from, $to) = ($costly - $context, $costly + $context);
      $from = $last + 1 if $from <= $last;
      $to   = $n_lines  if $to > $n_lines;
      $print->([ undef, "-- line $from " . '-' x 20 ]) if $from > $last + 1;
      for my $n ($from .. $to) {
         vec($is_shown, $n, 1) = 1;
         $print->([ $n, line_text($text, $n), $source->{lines}{$n} // [] ]);
         $print->([ undef, walk_line($walks->{$n}) ]) if defined $walks->{$n};
         if ($source->{calls}{$n}) { $print->($_) for call_rows($out, $extent, $source->{calls}{$n}); }
      }
      $last = $to if $to > $last;
   }
   return map { $source->{lines}{$_} } grep { $_ >= 1 && $_ <= $n_lines && !vec($is_shown, $_, 1) } keys %{ $source->{lines} // {} };
}

# How the line before walks: over the columns of costs, as it has none.
sub walk_line {
   my ($walk) = @_;
   my $text = '    ~ ' . visible($walk);
   return full_names() ? $text : cut($text, screen_width());
}

sub call_rows {
   my ($out, $extent, $calls) = @_;
   my $selection = $out->{selection};
   my %with_costs = map { $_ => $calls->{$_} } grep { @{ $calls->{$_} } > 1 } keys %$calls;
   my ($chosen, $rest) = choose_calls($selection, $extent->{calls}, $calls, \%with_costs);
   my @rows = map { [ '', "=> $out->{text}{$_} (" . commas($calls->{$_}[0] // 0) . 'x)', $calls->{$_}, 1 ] } @$chosen;
   @rows = sort { by_cost($selection, $a->[2], $b->[2], 1) || $a->[1] cmp $b->[1] } @rows if @rows > 1;
   push @rows, [ '', '=> ' . rest_of_calls($rest), $rest->{cost}, 1 ] if $rest->{n};
   return @rows;
}

# Costs without a line number or beyond the end of the file.
sub other_rows {
   my ($source, $n_lines) = @_;
   my (@none, @beyond);
   for my $line (keys %{ $source->{lines} // {} }) {
      next if $line >= 1 && $line <= $n_lines;
      add_costs($line == 0 ? \@none : \@beyond, $source->{lines}{$line});
   }
   my @rows;
   push @rows, [ '', '(code without a line number)', \@none ] if grep { $_ } @none;
   push @rows, [ '', "(lines beyond the end of the file, which has $n_lines lines)", \@beyond ] if grep { $_ } @beyond;
   return @rows;
}

# --- Printing --------------------------------------------------------------

# A line of source as the screen shows it.
sub shown_line {
   my ($text, $room) = @_;
   if (index($text, "\t") >= 0) {
      1 while $text =~ s/^([^\t]*)\t/$1 . ' ' x ($TAB - columns_of(visible($1)) % $TAB)/e;
   }
   $text = visible($text);
   return full_names() ? $text : cut($text, $room);
}

# "12 more lines: 0.3% of Ir"
sub rest_text {
   my ($selection, $what, @costs) = @_;
   my $main = $selection->{main}{value};
   my $sum  = 0;
   $sum += $main->($_) for @costs;
   my $share = $sum ? percent($sum, $main->($selection->{total})) : 'nothing';
   return commas(scalar @costs) . " more $what" . (@costs == 1 ? '' : 's') . ": $share of " . printable($selection->{main}{key}) . '; ' . threshold_words(scalar @costs);
}

# Prints a row of a source.
sub print_source_row {
   my ($out, $row) = @_;
   my ($selection, $table) = @$out{qw(selection table)};
   my ($line, $words, $cost, $first) = @$row;
   if (!$cost) { print "$words\n"; return; }
   my $is_code = $line ne '';
   print table_line($table, [ @{ cost_cells($out->{columns}, $cost, $first) }, $line, $is_code ? shown_line($words, $table->{room}) : full_names() ? $words : cut($words, $table->{room}) ],
      $first ? undef : cost_colour($selection, $cost)), "\n";
   return;
}

# Prints a source, if it has a line worth it: returns whether it has.
sub print_source {
   my ($out, $extent, $source, $name, $file, $text) = @_;
   my ($selection, $table) = @$out{qw(selection table)};
   my $n_rows = 0;
   my $print  = sub {
      my ($row) = @_;
      if (!$n_rows++) {
         print "\n", paint('bold', title_of($name, $file->{path})), "\n";
         print_wrapped('This file was changed after the profile was written, so its lines may have moved.')
            if defined $out->{options}{time} && $file->{written} > $out->{options}{time};
         print_table_title($table);
      }
      print_source_row($out, $row);
   };
   my @left = annotated_lines($out, $extent, $source, $text, $out->{options}{walks}{$name} // {}, $print);
   $print->($_) for other_rows($source, n_lines($text));
   return 0 if !$n_rows;
   print_wrapped(rest_text($selection, 'line', @left)) if @left;
   return 1;
}

# The title of a source: its whole name, as -I takes it, and where it was found if that is somewhere else.
sub title_of {
   my ($name, $path) = @_;
   my $title = 'Source ' . visible(stripped($name)) . ($path eq $name ? '' : ' (' . visible($path) . ')');
   return full_names() ? $title : cut($title, screen_width(), 0.5);
}

# What is common to all sources: the columns, their widths, the texts of functions and files.
sub layout {
   my ($selection, $p, $graph, $sources, $extent, $options) = @_;
   my @columns = cost_columns($selection, $extent->{high});
   my $longest = max(0, map { my $source = $_; map { keys %{ $source->{$_} // {} } } qw(lines calls) } values %$sources);
   my $line = { title => 'line', width => max(4, length $longest) };
   my $table = new_table({ columns => [ @columns, $line, { title => 'source', fit => undef, least => $SOURCE_LEAST } ] });
   my %called;
   for my $calls (map { values %{ $_->{calls} // {} } } values %$sources) { $called{$_} = 1 for keys %$calls; }
   my $room = $table->{room} - length('=> ') - length(' (x)') - length commas($extent->{most});
   return { selection => $selection, table => $table, columns => \@columns, options => $options,
      text => function_texts($p, $graph, [ sort { $a <=> $b } keys %called ], $room) };
}

sub new_extent { return { high => {}, lines => {}, calls => {}, most => 0 }; }

# Prints the files, those that the user names and others, and at the end those that are not shown, with the reason.
sub print_sources {
   my ($selection, $p, $graph, $cost, $names, $options) = @_;
   my (@found, %file, %text, %left_out);
   for my $name (@$names) {
      my ($file, $why) = read_source($name);
      if (!$file) { push @{ $left_out{$why} }, $name; next; }
      push @found, $name;
      $text{$name} = lines_of($file);
      $file{$name} = { path => $file->{path}, written => $file->{written} };
   }
   # what costs most is looked for first
   my ($costliest) = sort { by_cost($selection, $cost->{$a}, $cost->{$b}) } @$names;
   my $is_first = grep { $_ eq $costliest } @{ $left_out{outside} // [] };
   print_not_shown($selection, $cost, 'outside', @{ $left_out{outside} }) if $is_first;
   my $sources = line_costs($p, $graph, \@found);
   my $extent  = new_extent();
   add_extent($selection, $extent, $sources->{$_}, n_lines($text{$_})) for @found;
   my $out = layout($selection, $p, $graph, $sources, $extent, $options);
   my @left;
   for my $name (@found) {
      my ($of_all, $text) = ($extent, delete $text{$name});
      if ($options->{is_named}{$name}) {
         # what the user asks for is measured by itself
         $of_all = new_extent();
         add_extent($selection, $of_all, $sources->{$name}, n_lines($text));
      }
      push @left, $name if !print_source($out, $of_all, $sources->{$name}, $name, $file{$name}, $text);
   }
   if (@left) {
      print "\n";
      print_wrapped(rest_text($selection, 'source', map { $cost->{$_} } @left));
   }
   print_not_shown($selection, $cost, $_, @{ $left_out{$_} }) for grep { $left_out{$_} && ($_ ne 'outside' || !$is_first) } reasons();
   return;
}

# Lists sources that are not shown for one reason, if they have much of the cost.
sub print_not_shown {
   my ($selection, $cost, $why, @names) = @_;
   my $main  = $selection->{main}{value};
   my $total = $main->($selection->{total});
   my @shown = grep { share($main->($cost->{$_}), $total) >= $MISSING_PERCENT } @names;
   print "\n";
   my ($options, $is_all) = $why eq 'outside' ? options_for(@shown ? @shown : @names) : '';
   print_wrapped(heading_of($why) . ($why ne 'outside' ? '' : $options eq '' ? ':' : $is_all ? '. To show them:' : '. To show some of them:'));
   print "    $options\n" if $options ne '';    # whole, to be pasted
   my @columns = cost_columns($selection, highest($selection, undef, [ map { $cost->{$_} } @shown ]));
   my $table = new_table({ columns => [ @columns, { title => 'source', fit => undef } ] });
   my $short = short_file_names(\@shown, $table->{room});
   my $whole = stripped_paths(@shown);
   my @texts = map { my $text = visible($whole->{ $shown[$_] }); columns_of($text) <= $table->{room} ? $text : $short->[$_] } 0 .. $#shown;
   print_table_title($table) if @shown;
   print table_line($table, [ @{ cost_cells(\@columns, $cost->{ $shown[$_] }) }, $texts[$_] ]), "\n" for 0 .. $#shown;
   my $rest = @names - @shown;
   print "$rest ", @shown ? 'more ' : '', $rest == 1 ? 'file' : 'files', " with less than $MISSING_PERCENT% of ", printable($selection->{main}{key}),
      $rest == 1 ? '' : ' each', "\n" if $rest;
   return;
}

1;
