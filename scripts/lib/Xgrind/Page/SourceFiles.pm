# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::SourceFiles: costs of source lines, and the sources, as far as somebody may want to see them.
#
# Usage:
#   my $sources = source_files($profile, $graph, $sums, $rows, $totals, { time => 1e9 });
#   $sources->{n_cut}         # files that are not listed
#   $sources->{files}[0]    # { name, lines => { line, function, self }, calls => { line, function, to, count, cost },
#                    #   rest => { event => cost }, text => [ lines ] or undef, missing => 'not found', left_out, changed }
#
# Files with next to nothing of every event are left out; of others, lines with next to nothing are summed up
# in "rest".  The text has undef for lines of long files that are far from any line listed.

package Xgrind::Page::SourceFiles;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Page::Functions;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Source::Files;
use Xgrind::Source::Folders;

our @EXPORT = qw(source_files);

my $FILES_MAX      = 500;
my $FILE_SHARE     = 1e-4;    # of the program's cost, summed up over all events, of a file that is listed
my $TEXT_SHARE     = 1e-3;    # ... whose text is in the report
my $LINES_FEW      = 100_000; # so many lines are listed in any case; of more those with
my $LINE_SHARE     = 1e-5;    # ... so much
my $SHORT_LINES    = 2000;    # files with so many lines are there as a whole
my $AROUND         = 60;      # lines kept around one that is listed
my $TEXT_MAX_B     = 8 << 20;    # of all files together
my $TEXT_MAX_LINES = 1 << 20;    # also of those that are not shown: their places are kept
my $LINE_MAX_B     = 1000;    # longer lines are cut, those of generated sources

# The files that are listed, those with the largest shares first: [file, share].
sub listed_files {
   my ($p, $cost, $totals) = @_;
   my @files = sort { $a <=> $b } keys %$cost;
   my $share = cost_shares([ @$cost{@files} ], $totals, 0);
   my @order = sort { $share->[$b] <=> $share->[$a] || $files[$a] <=> $files[$b] } grep { $share->[$_] >= $FILE_SHARE } 0 .. $#files;
   splice @order, $FILES_MAX if @order > $FILES_MAX;
   return map { [ $files[$_], $share->[$_] ] } @order;
}

# From which share on lines are listed: all, if there are few.
sub least_share {
   my ($p) = @_;
   my $n = 0;
   for my $files (grep { defined } @{ $p->{lines} }) {
      $n += keys %$_ for values %$files;
   }
   return $n > $LINES_FEW ? $LINE_SHARE : -1;
}

# The lines of a file with their costs, and what the others cost.
sub lines_of_file {
   my ($p, $file, $functions, $rows, $totals, $least) = @_;
   my (@kept, @rest);
   my $meter = share_meter($totals, 0);
   for my $f (@$functions) {
      my $lines = $p->{lines}[$f]{$file};
      my $is_small = $rows->{share}[$f] < $least;
      for my $line (keys %$lines) {
         my $costs = $lines->{$line};
         if ($is_small || $meter->($costs) < $least) { add_costs(\@rest, $costs); }
         else                                        { push @kept, [ $line, $rows->{row_of}[$f], $costs ]; }
      }
   }
   @kept = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] } @kept;
   my @events = @{ $p->{events} };
   my %rest = map { $events[$_] => $rest[$_] } grep { $rest[$_] } 0 .. $#events;
   return (
      {
         line     => [ map { $_->[0] + 0 } @kept ],
         function => [ map { $_->[1] } @kept ],
         self     => event_columns($p->{events}, [ map { $_->[2] } @kept ], 0),
      },
      \%rest
   );
}

# The calls of these functions in a file that have costs that matter.
sub calls_of_file {
   my ($p, $graph, $file, $functions, $rows, $totals, $least) = @_;
   my @kept;
   my $meter = share_meter($totals, 1);
   for my $f (grep { $rows->{share}[$_] >= $least } @$functions) {
      my $calls = $p->{line_calls}[$f]{$file} // next;
      while (my ($key, $figures) = each %$calls) {
         next if $meter->($figures) < $least;
         my ($line, $callee) = split /;/, $key;
         $figures = [ $figures->[0] ] if within_cycle($graph, $f, $callee);
         push @kept, [ $line, $rows->{row_of}[$f], $rows->{row_of}[$callee], $figures ];
      }
   }
   @kept = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] || $a->[2] <=> $b->[2] } @kept;
   return {
      line     => [ map { $_->[0] + 0 } @kept ],
      function => [ map { $_->[1] } @kept ],
      to       => [ map { $_->[2] } @kept ],
      count    => [ map { $_->[3][0] // 0 } @kept ],
      cost     => event_columns($p->{events}, [ map { $_->[3] } @kept ], 1),
   };
}

# --- Texts -----------------------------------------------------------------

# A line as it is shown.
sub shown_line {
   my ($text, $n) = @_;
   my $line = line_text($text, $n);
   return length $line > $LINE_MAX_B ? substr($line, 0, $LINE_MAX_B) . ' ...' : $line;
}

# The lines of a text that are shown: all, or those around lines with costs.
sub shown_lines {
   my ($text, $numbers) = @_;
   my $n_lines = n_lines($text);
   return [ map { shown_line($text, $_) } 1 .. $n_lines ] if $n_lines <= $SHORT_LINES;
   my @shown;
   $#shown = $n_lines - 1;
   for my $costly (grep { $_ >= 1 && $_ <= $n_lines } @$numbers) {
      my ($from, $to) = ($costly - $AROUND, $costly + $AROUND);
      $from = 1        if $from < 1;
      $to   = $n_lines if $to > $n_lines;
      $shown[ $_ - 1 ] //= shown_line($text, $_) for $from .. $to;
   }
   return \@shown;
}

# Adds the text of a source, or why there is none, and takes it from what is left of bytes and lines.
sub add_text {
   my ($source, $share, $left, $options) = @_;
   if ($source->{name} eq '???' || $source->{name} eq '') { $source->{missing} = 'the code has no debug information'; return; }
   if ($share < $TEXT_SHARE)                              { $source->{missing} = 'it costs too little'; return; }
   my ($file, $why) = read_source($source->{name});
   if (!$file) { @$source{qw(missing left_out)} = (why_text($why, $source->{name}), 1); return; }
   my $text = lines_of($file);
   if (n_lines($text) > $left->{lines}) { $source->{missing} = 'the sources together are too large'; return; }
   my $lines  = shown_lines($text, $source->{lines}{line});
   my $size_B = @$lines;
   $size_B += length($_ // '') for @$lines;
   if ($size_B > $left->{bytes}) { $source->{missing} = 'the sources together are too large'; return; }
   $source->{text}    = $lines;
   $source->{changed} = 1 if defined $options->{time} && $file->{written} > $options->{time};
   $left->{bytes} -= $size_B;
   $left->{lines} -= @$lines;
   return;
}

sub source_files {
   my ($p, $graph, $sums, $rows, $totals, $options) = @_;
   my ($cost, $functions) = @$sums{qw(file functions)};
   add_object_files(uniq map { $p->{names}[ $_->[0] ] } @{ $p->{functions} });
   my $left  = { bytes => $TEXT_MAX_B, lines => $TEXT_MAX_LINES };
   my $least = least_share($p);
   my @sources;
   for my $entry (listed_files($p, $cost, $totals)) {
      my ($file, $share) = @$entry;
      my $source = { name => $p->{names}[$file], text => undef };
      ($source->{lines}, $source->{rest}) = lines_of_file($p, $file, $functions->{$file}, $rows, $totals, $least);
      add_text($source, $share, $left, $options);
      # calls are shown between lines of text
      $source->{calls} = calls_of_file($p, $graph, $file, $source->{text} ? $functions->{$file} : [], $rows, $totals, $least);
      push @sources, $source;
   }
   return { files => \@sources, n_cut => keys(%$cost) - @sources };
}

1;
