# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::ComparedSources: the lines of both runs' sources beside each other.
#
# Usage:
#   my $sources = compared_sources(\@runs, \@models, $common, $number_of_file);    # as Xgrind::Page::Comparison has them
#   my $others  = sources_left_out(\@models, $sources, $number_of_file);    # { file, missing }: those without a text, and why
#
# Each is one list of lines of two texts, as "diff" makes it: numbers before and after, 0 for none.  The text of the run
# before is often not there any more: its file was written over.  Then lines have no costs before, and "missing" says why.

package Xgrind::Page::ComparedSources;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Page::ModelJson;
use Xgrind::Source::LineDiff;

our @EXPORT = qw(compared_sources sources_left_out);

# The files of the run before by those of the run afterwards: of functions that match, and of equal names.
sub files_that_match {
   my ($models, $common) = @_;
   my @file_of;    # by common row
   for my $n (0, 1) {
      my $f = $models->[$n]{functions};
      $file_of[$n][ $common->{row}[$n][$_] ] = $models->[$n]{files}[ $f->{file}[$_] ] for 0 .. $#{ $f->{file} };
   }
   my %before;
   for my $row (0 .. $#{ $file_of[1] }) {
      my ($x, $y) = map { $_->[$row] } @file_of;
      $before{$y} = $x if defined $x && defined $y && $x ne $y && $x =~ s{.*/}{}sr eq $y =~ s{.*/}{}sr;
   }
   return \%before;
}

# Is the text what the run was built from, as far as can be told?
sub is_of_run {
   my ($source) = @_;
   return $source && $source->{text} && $source->{changed}[0] ne 'true';
}

# Costs of lines by event, of all functions together: line -> { event => cost }.
sub costs_of_lines {
   my ($source) = @_;
   my $lines = $source ? $source->{lines} : return {};
   my %cost;
   while (my ($event, $column) = each %{ $lines->{self} }) {
      $cost{ $lines->{line}[$_] }{$event} += $column->[$_] for 0 .. $#$column;
   }
   return \%cost;
}

# Rows of both texts: [line before, line after, text].
sub rows_of_texts {
   my ($x, $y) = @_;
   my @rows;
   my ($i, $j) = (0, 0);
   for my $pair (@{ same_lines($x, $y) }, [ scalar @$x, scalar @$y ]) {
      while ($i < $pair->[0]) { $i++; push @rows, [ $i, 0, $x->[ $i - 1 ] ]; }
      while ($j < $pair->[1]) { $j++; push @rows, [ 0, $j, $y->[ $j - 1 ] ]; }
      last if $i == @$x && $j == @$y;
      push @rows, [ ++$i, ++$j, $y->[ $j - 1 ] ];
   }
   return @rows;
}

sub columns_of_rows {
   my ($rows, $at, $cost) = @_;
   my %events = map { $_ => 1 } map { keys %$_ } values %$cost;
   return { map { my $event = $_; $event => [ map { $_->[$at] && $cost->{ $_->[$at] } ? $cost->{ $_->[$at] }{$event} // 0 : 0 } @$rows ] } keys %events };
}

# The sum of each event over all lines, also those that are left out.
sub sums_of {
   my ($source) = @_;
   return {} if !$source;
   my %sum = %{ $source->{rest} };
   while (my ($event, $column) = each %{ $source->{lines}{self} }) {
      $sum{$event} += $_ for @$column;
   }
   return \%sum;
}

sub source_model {
   my ($file, $before, $after) = @_;
   my @known = (!$before || is_of_run($before), !$after || is_of_run($after));
   my @texts = map { $_ && $_->{text} ? $_->{text} : [] } $before, $after;
   my $missing;
   if ($before && !$known[0]) {
      $missing = $before->{text} ? 'The file was written after the run before: lines have no costs before. Keep each version in a folder of its own to compare lines.'
         : 'The source of the run before is not shown' . (defined ${ $before->{missing} // \undef } ? ": ${ $before->{missing} }" : '') . '. Lines have no costs before.';
      $texts[0] = $texts[1];
   }
   $missing = 'The file was written after the run, so that lines may be off.' if !defined $missing && $after && $after->{text} && !$known[1];
   return undef if !@{ $texts[0] } && !@{ $texts[1] };
   my @costs = (defined $missing && !$known[0] ? {} : costs_of_lines($before), costs_of_lines($after));
   my @rows  = grep { defined $_->[2] || $costs[0]{ $_->[0] } || $costs[1]{ $_->[1] } } rows_of_texts(@texts);
   return {
      file   => $file,
      path   => $after ? $after->{path} : undef,
      line   => [ map { my $at = $_; [ map { $_->[$at] } @rows ] } 0, 1 ],
      text   => texts(map { $_->[2] } @rows),
      self   => [ map { columns_of_rows(\@rows, $_, $costs[$_]) } 0, 1 ],
      sum    => [ map { sums_of($_) } $before, $after ],
      missing => defined $missing ? \$missing : undef,
      unknown => flag($before && !$known[0]),
   };
}

sub compared_sources {
   my ($runs, $models, $common, $number_of) = @_;
   my $before_of = files_that_match($models, $common);
   my @by_name = map { my $model = $_; +{ map { $model->{files}[ $_->{file} ] => $_ } @{ $model->{sources} } } } @$models;
   my (%is_used, @sources);
   for my $source (@{ $models->[1]{sources} }) {
      my $name   = $models->[1]{files}[ $source->{file} ];
      my $other  = $by_name[0]{$name} ? $name : $before_of->{$name} // $name;
      $is_used{$other} = 1;
      push @sources, source_model($number_of->($name), $by_name[0]{$other}, $source) // ();
   }
   for my $source (@{ $models->[0]{sources} }) {
      my $name = $models->[0]{files}[ $source->{file} ];
      push @sources, source_model($number_of->($name), $source, undef) // () if !$is_used{$name};
   }
   return \@sources;
}

sub sources_left_out {
   my ($models, $sources, $number_of) = @_;
   my %is_there = map { $_->{file} => 1 } @$sources;
   my @others;
   for my $model (reverse @$models) {
      for my $source (grep { $_->{left_out}[0] eq 'true' } @{ $model->{sources} }) {
         my $file = $number_of->($model->{files}[ $source->{file} ]);
         push @others, { file => $file, missing => $source->{missing} } if !$is_there{$file}++;
      }
   }
   return \@others;
}

1;
