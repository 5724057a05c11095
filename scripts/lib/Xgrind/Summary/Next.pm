# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Next: what a run lacks, and what to look at next in it, with the command that shows it.
#
# Usage:
#   my @steps = next_steps($run);    # of Xgrind::Run::Contents; { text, command, view }
#   my @words = program_words($run)       # the program and its arguments as words of a shell
#   my @missing = missing_views($run);    # views without data: [view, sentence, the option that would give it or undef]

package Xgrind::Summary::Next;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;
use Xgrind::Text::Screen;

our @EXPORT = qw(next_steps missing_views program_words);

my $WORDS = 32;    # columns that what a step shows has

# Has the run caches, and no use of their lines?
sub lacks_line_use {
   my ($run) = @_;
   my $at = $run->{profile} ? $run->{profile}{event_index} : return 0;
   return defined $at->{D1mr} && !defined $at->{SpLoss1};
}

sub missing_views {
   my ($run) = @_;
   my $objects = $run->{objects} // { objects => [], events => [] };
   my @missing;
   if (!$run->{profile}) {
      push @missing, map { [ $_, 'The profile callgrind.out.* of the run was not found beside its data file; give both to xgrind_report.', undef ] } qw(functions flame tree source);
   } elsif (!@{ $run->{files}{trees} }) {
      push @missing, [ 'tree', 'The run has no calling-context tree, so the call tree is an estimate from calls.', '--context-tree=yes' ];
   }
   push @missing, [ 'objects', 'The run has no memory objects.', '--collect-objects=yes' ] if !@{ $objects->{objects} } || !@{ $objects->{events} };
   push @missing, [ 'findings', 'The run has no miss classes, from which serious misses are found.', '--miss-classes=yes' ] if !$run->{report};
   push @missing, [ 'sets', 'The run has no miss classes, which know the cache sets.', '--miss-classes=yes' ] if !$run->{miss_classes};
   push @missing, [ 'cycles', 'The run has no model of a processor, which estimates cycles: misses do not say what they cost.', '--machine=native' ]
      if $run->{profile} && defined $run->{profile}{event_index}{D1mr} && !defined $run->{profile}{event_index}{CyBase};
   push @missing, [ 'use', 'The run has not recorded how well loaded lines are used.', '--cacheuse=yes' ] if lacks_line_use($run);
   push @missing, [ 'timeline', 'The run has no timeline.', '--timeline=yes' ] if !$run->{timeline};
   push @missing, [ 'curves', 'The run has no miss curves.', '--miss-curves=yes' ] if !$run->{curves};
   return @missing;
}

# The options that the run was given, as words of a shell: the profile keeps them.
sub own_options {
   my ($run) = @_;
   my %desc = map { @$_ } @{ $run->{descriptions} };
   my @options = printable($desc{Options} // '') =~ /((?:'[^']*'|\\.|[^\s'\\])+)/g;
   return grep { option_name($_) ne 'sample-sets' } @options;    # which most of what shows more cannot have
}

# "timeline" for "--timeline=no" and for "--xgrind:timeline=no".
sub option_name {
   my ($option) = @_;
   return $option =~ /\A'?--(?:xgrind:)?([\w-]+)/a ? $1 : '';
}

# Options, of which new ones replace those of their name; others may be lists, and lose only what is said again.
sub with_new_options {
   my ($own, $new) = @_;
   my %is_new = map { option_name($_) => 1 } @$new;
   my %has;
   return ((reverse grep { !$is_new{ option_name($_) } && !$has{$_}++ } reverse @$own), @$new);
}

# Options of a run that would show more: those of the views that lack data, without those it has.
sub wanted_options {
   my ($run, @own) = @_;
   my %lacks = map { $_->[0] => $_->[2] } grep { defined $_->[2] } missing_views($run);
   my @wanted;
   push @wanted, '--miss-classes=yes' if $lacks{findings};
   push @wanted, '--cacheuse=yes'     if $lacks{findings} || $lacks{use};
   # the others imply it, but not against what the user said
   push @wanted, '--collect-objects=yes' if $lacks{objects} && grep { option_name($_) eq 'collect-objects' } @own;
   push @wanted, '--timeline=yes'    if $lacks{timeline};
   push @wanted, '--miss-curves=yes' if $lacks{curves} && !@wanted;
   my %has = map { s/\A--xgrind:/--/r => 1 } @own;
   return grep { !$has{$_} } @wanted;
}

# The program and its arguments as words of a shell.  The profile has them with blanks between them, so a blank within one is
# taken for the end of a word.
sub program_words {
   my ($run) = @_;
   my @words = split / /, $run->{started} // '';
   return @words ? map { shell_word($_) } @words : 'PROGRAM';
}

sub next_steps {
   my ($run) = @_;
   my $files = $run->{files};
   my $data  = defined $files->{data} ? shell_word($files->{data}) : undef;
   # of several processes, one file stands for all; two would be compared
   my @profiles = $files->{processes} ? ($files->{profiles}[0]) : @{ $files->{profiles} };
   my $first = @profiles ? join ' ', map { shell_word($_) } @profiles[ 0 .. ($#profiles < 2 ? $#profiles : 0) ] : undef;
   my @steps;
   push @steps, { text => 'findings in full, with remedies', view => 'findings', command => "xgrind_report --findings $data" }
      if $run->{report} && @{ $run->{report}{findings} };
   push @steps, { text => 'all of it in a browser', view => undef, command => 'xgrind_report --html ' . ($files->{all_by} // $first // $data) };
   my $most = $files->{costliest};
   push @steps, { text => cut("data of $most->{program_name}, which ran most", $WORDS), view => undef, command => 'xgrind_report --processes=one ' . shell_word($most->{name}) }
      if $most && $most->{data} ne ($files->{data} // '');
   my @own = own_options($run);
   if (my @options = wanted_options($run, @own)) {
      push @steps, { text => 'what this run did not record', view => undef, command => join ' ', 'xgrind', with_new_options(\@own, \@options), program_words($run) };
   }
   push @steps, { text => 'call paths, from the top', view => 'tree', command => "xgrind_annotate --tree=top-down $first" }
      if defined $first && @{ $files->{trees} };
   push @steps, { text => 'the costs of each line', view => 'source', command => "xgrind_annotate $first" } if defined $first;
   push @steps, { text => 'which data cost it', view => 'objects', command => "xgrind_annotate --objects $data" }
      if $run->{objects} && @{ $run->{objects}{objects} } && @{ $run->{objects}{events} };
   return @steps;
}

1;
