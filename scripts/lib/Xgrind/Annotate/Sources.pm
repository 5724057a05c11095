# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Sources: source files with the cost of each line beside it.
#
# Usage:
#   my $cost  = file_costs($profile);                           # file -> [costs]
#   my @files = costly_files($selection, $profile, $cost, \@rows);    # names, of the rows' functions
#   print_sources($selection, $profile, $graph, $cost, \@files, { context => 8, include => ['src'] });
#   my $path  = find_source('a.c', ['src']);                    # undef: nowhere
#   my $lines = read_source($path);                             # undef: it cannot be read
#
# A source is looked for under its name as it is in the profile; then in each
# directory of "include", under its name, then without its first directory, and
# so on to its last part alone.

package Xgrind::Annotate::Sources;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(file_costs costly_files matching_files print_sources find_source read_source);

my $MISSING_PERCENT = 1;    # sources that are not found are named if they have as much
my $SOURCE_MAX_B = 1 << 26;    # generated sources can be large, but not that large

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
# cycle are counted, but have no costs.
sub line_costs {
   my ($p, $graph, $names) = @_;
   my %sources = map { $_ => {} } @$names;
   for my $f (0 .. $#{ $p->{lines} }) {
      my $lines = $p->{lines}[$f]      // {};
      my $calls = $p->{line_calls}[$f] // {};
      for my $file (keys %$lines) {
         my $source = $sources{ $p->{names}[$file] } // next;
         add_costs($source->{lines}{$_} //= [], $lines->{$file}{$_}) for keys %{ $lines->{$file} };
         for my $key (keys %{ $calls->{$file} // {} }) {
            my ($line, $callee) = split /;/, $key;
            my @figures = @{ $calls->{$file}{$key} };
            $#figures = 0 if within_cycle($graph, $f, $callee);
            add_costs($source->{calls}{$line}{$callee} //= [], \@figures);
         }
      }
   }
   return \%sources;
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

# Where a source is; undef: nowhere.
sub find_source {
   my ($name, $include) = @_;
   return $name if -f $name;
   for my $directory (@$include) {
      my $rest = $name =~ s{^/+}{}r;
      while (1) {
         return "$directory/$rest" if -f "$directory/$rest";
         last if $rest !~ s{^[^/]*/+}{};
      }
   }
   return undef;
}

# The lines of a source; undef: it cannot be read, or is no source by its size.
sub read_source {
   my ($path) = @_;
   open my $in, '<:raw', $path or return undef;
   return undef if -s $in > $SOURCE_MAX_B;
   my @lines = <$in>;
   s/\r?\n\z//, tr/\x00-\x08\x0a-\x1f\x7f/?/ for @lines;
   return \@lines;
}

# What is printed of a file: [costs, text] for lines of code and the calls in them, [undef, text]
# for what is between.
sub annotated_lines {
   my ($selection, $p, $graph, $source, $text, $context) = @_;
   my @costly = sort { $a <=> $b } grep { $_ >= 1 && $_ <= @$text } keys %{ { %{ $source->{lines} // {} }, %{ $source->{calls} // {} } } };
   my (@out, %seen);
   my $last = 0;
   for my $costly (@costly) {
      my ($from, $to) = ($costly - $context, $costly + $context);
      $from = $last + 1    if $from <= $last;
      $to   = scalar @$text if $to > @$text;
      push @out, [ undef, "-- line $from " . '-' x 40 ] if $from > $last + 1;
      for my $n ($from .. $to) {
         push @out, [ visible($source->{lines}{$n}), $text->[ $n - 1 ] ];
         push @out, call_lines($selection, $p, $graph, $source->{calls}{$n});
      }
      $last = $to if $to > $last;
   }
   return @out;
}

# Costs without the zeros.
sub visible {
   my ($cost) = @_;
   return [ map { $_ || undef } @{ $cost // [] } ];
}

sub call_lines {
   my ($selection, $p, $graph, $calls) = @_;
   my @lines;
   for my $callee (keys %{ $calls // {} }) {
      my ($n, @cost) = @{ $calls->{$callee} };
      push @lines, [ visible(\@cost), '=> ' . row_text($p, $graph, $callee) . ' (' . commas($n // 0) . 'x)' ];
   }
   return sort { by_cost($selection, $a->[0], $b->[0]) || $a->[1] cmp $b->[1] } @lines;
}

# Costs without a line number or beyond the end of the file.
sub other_lines {
   my ($source, $n_lines) = @_;
   my (@none, @beyond);
   for my $line (keys %{ $source->{lines} // {} }) {
      next if $line >= 1 && $line <= $n_lines;
      add_costs($line == 0 ? \@none : \@beyond, $source->{lines}{$line});
   }
   my @out;
   push @out, [ visible(\@none), '(code without a line number)' ] if grep { $_ } @none;
   push @out, [ visible(\@beyond), "(lines beyond the end of the file, which has $n_lines lines)" ] if grep { $_ } @beyond;
   return @out;
}

sub print_source {
   my ($selection, $p, $graph, $source, $name, $path, $options) = @_;
   my $text = read_source($path) // return 0;
   my @out = (annotated_lines($selection, $p, $graph, $source, $text, $options->{context}), other_lines($source, scalar @$text));
   my ($title, @figures) = cost_rows($selection, [ map { $_->[0] // () } @out ]);
   print "\n";
   print_title('Source ' . printable($name) . ($path eq $name ? '' : ' (' . printable($path) . ')'));
   my $written = (stat $path)[9];
   print "This file was changed after the profile was written, so its lines may have moved.\n"
      if defined $options->{time} && $written > $options->{time};
   print "$title\n";
   for my $line (@out) {
      my ($cost, $words) = @$line;
      print $cost ? paint_row($selection, $cost, shift @figures) . '  ' : '', $words, "\n";
   }
   return 1;
}

# Prints the files, and at the end those that were not found.
sub print_sources {
   my ($selection, $p, $graph, $cost, $names, $options) = @_;
   my %path = map { $_ => find_source($_, $options->{include} // []) } @$names;
   my $sources = line_costs($p, $graph, [ grep { defined $path{$_} } @$names ]);
   my @missing;
   for my $name (@$names) {
      next if defined $path{$name} && print_source($selection, $p, $graph, $sources->{$name}, $name, $path{$name}, $options);
      push @missing, $name;
   }
   print_missing($selection, $cost, @missing) if @missing;
   return;
}

# Lists sources that were not found, if they have much of the cost.
sub print_missing {
   my ($selection, $cost, @names) = @_;
   my $e = $selection->{sort}[0][0];
   my @shown = grep { share($cost->{$_}[$e] // 0, $selection->{total}[$e]) >= $MISSING_PERCENT } @names;
   my @texts = map { printable($_) } @shown;
   print "\n";
   print_title('Sources that were not found (-I names directories to look in)');
   my (undef, @figures) = cost_rows($selection, [ map { $cost->{$_} } @shown ]);
   print "$figures[$_]  $texts[$_]\n" for 0 .. $#texts;
   my $rest = @names - @texts;
   print "$rest ", @texts ? 'more ' : '', $rest == 1 ? 'file' : 'files', " with less than $MISSING_PERCENT%",
      $rest == 1 ? '' : ' each', "\n" if $rest;
   return;
}

1;
