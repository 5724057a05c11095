# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::SummaryText: a run in at most 40 lines, on a screen of 72 columns and more.
#
# Usage:
#   print_summary($run);      # of Xgrind::Run::Contents

package Xgrind::Report::SummaryText;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::Texts;
use Xgrind::Profile::Model;
use Xgrind::Report::CyclesText;
use Xgrind::Run::RunProcesses;
use Xgrind::Summary::Items;
use Xgrind::Text::Names;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_summary);

# With titles, blank lines and what Xgrind::Summary::Items has at most, these are 40 lines,
my $LINES   = 40;
my $FIGURES = 7;
my $STEPS   = 4;
# unless cycles have causes, for which the ends of these lists give way, one after the other, down to so many.
my @GIVE_WAY = ([ inclusive => 0 ], [ objects => 2 ], [ functions => 4 ], [ next => 3 ], [ figures => 5 ], [ functions => 3 ]);
# Of several processes, which have lines of their own, these do.
my @GIVE_WAY_OF_SEVERAL = ([ objects => 3 ], [ phases => 2 ], [ inclusive => 4 ], [ functions => 4 ], [ next => 3 ], [ figures => 5 ]);
my $STEP    = 36;    # columns of what a command shows
my $BROKEN  = 3;     # most lines of a command
my $LABEL   = 14;    # columns of labels of the run and its figures
my $TEXT    = 36;    # columns that remain for a text before what follows it
my $BESIDE  = 72;    # columns of a screen that has room for two lists beside each other

# Columns that are left beside some.
sub room { my ($used) = @_; return screen_width() - $used; }

sub title { my ($text) = @_; return "\n" . paint('bold', $text) . "\n"; }

sub files_text {
   my ($files) = @_;
   my @profiles = @{ $files->{profiles} };
   my $text = join ', ', grep { defined } $profiles[0], $files->{data}, $files->{trees}[0];
   $text .= ', and ' . (@profiles - 1) . ' more of the run' if @profiles > 1;
   return $text;
}

sub print_labelled {
   my ($label, $text) = @_;
   print padded($label, $LABEL) . fitted($text, room($LABEL)) . "\n";
   return;
}

# A list of figures without those at its end for which there is no room.
sub print_figures {
   my ($label, $text) = @_;
   my @parts = split /(?<=[,;]) /, $text;
   my $shorter = $text;
   while (@parts > 1 && columns_of($shorter) > room($LABEL) && !full_names()) {
      pop @parts;
      $shorter = join(' ', @parts) . ' ...';
   }
   print_labelled($label, $shorter);
   return;
}

# Lines "  73.5%  function (file)".
sub function_lines {
   my ($run, $items, $width) = @_;
   my $profile = $run->{profile};
   my @code = map { my ($module, $file, $name) = function_names($profile, $_->{profile_function}); { name => $name, file => $file, module => $module } } @$items;
   my @texts = @{ code_texts(\@code, $width - 8) };
   return map { sprintf('%6s  ', $_->{label}) . shift @texts } @$items;
}

# Two lists, beside each other if there is room.
sub print_functions {
   my ($run, $self, $inclusive) = @_;
   return if !@$self;
   my ($title, $title_inclusive) = ("Functions, % of $self->[0]{words}", 'with what they call');
   if (room(0) < $BESIDE) {
      print title($title), map { "$_\n" } function_lines($run, $self, room(0));
      print_inclusive($run, $inclusive);
      return;
   }
   my $half  = int(room(0) / 2);
   my @left  = function_lines($run, $self,      $half - 2);
   my @right = function_lines($run, $inclusive, room($half));
   print title(padded(cut($title, $half - 2), $half) . $title_inclusive);
   for my $i (0 .. (@left > @right ? $#left : $#right)) {
      print +(padded($left[$i] // '', $half) . ($right[$i] // '')) =~ s/ +\z//r . "\n";
   }
   return;
}

sub print_inclusive {
   my ($run, $inclusive) = @_;
   print title('Functions with what they call'), map { "$_\n" } function_lines($run, $inclusive, room(0)) if @$inclusive;
   return;
}

# Where cycles go, in the program and in the functions.
sub print_cycles {
   my ($run, $causes, $self, $inclusive) = @_;
   my ($title, @lines) = @$causes;
   print title($title), map { "$_\n" } @lines;
   ($title, @lines) = function_cause_lines($run, [ map { $_->{profile_function} } @$self ], sub { function_lines($run, $self, $_[0]) });
   print title($title), map { "$_\n" } @lines;
   print_inclusive($run, $inclusive);
   return;
}

# The texts of items, which have so much room each: what they leave out if they are too long, or the start and
# the end of them, no two alike.
sub list_texts {
   my ($items, $rooms) = @_;
   my @texts = map {
      my ($item, $room) = ($items->[$_], $rooms->[$_]);
      my ($fits) = full_names() ? () : grep { columns_of($_) <= $room } map { visible($_) } $item->{text}, @{ $item->{shorter} // [] };
      $fits // ''
   } 0 .. $#$items;
   my %times;
   $times{$_}++ for @texts;
   my @long = grep { $texts[$_] eq '' || $times{ $texts[$_] } > 1 } 0 .. $#$items or return @texts;
   my ($least) = sort { $a <=> $b } @$rooms[@long];
   my $short = short_texts([ map { $_->{text} } @$items ], $least);
   @texts[@long] = @$short[@long];
   return @texts;
}

# Lines "label  text: rest".
sub print_list {
   my ($title, $width, @items) = @_;
   return if !@items;
   print title($title . (defined $items[-1]{more} ? " ($items[-1]{more})" : ''));
   my @rests = map { rest_text($_, room($width)) } @items;
   my @texts = list_texts(\@items, [ map { room($width) - columns_of($_) } @rests ]);
   for my $i (0 .. $#items) {
      print padded($items[$i]{label} // '', $width - 2, 'right') . "  $texts[$i]$rests[$i]\n";
   }
   return;
}

# What follows a text, cut so that there is room for the text or most of it.
sub rest_text {
   my ($item, $room) = @_;
   return '' if !defined $item->{rest} || $item->{rest} eq '';
   my $text = columns_of($item->{text});
   my ($columns) = sort { $a <=> $b } $text, $TEXT, int($room / 2);
   $room -= 2 + $columns;
   my ($fits) = full_names() ? () : grep { columns_of($_) <= $room } $item->{rest}, @{ $item->{shorter_rest} // [] };
   return ': ' . fitted($fits // $item->{rest}, $room);
}

# A command in pieces that may have lines of their own: one for each option, and the program with its arguments.
sub pieces_of {
   my ($command) = @_;
   my @pieces;
   for my $piece (split / (?=--|'--)/, $command) {
      # a quoted blank does not end a word
      if (@pieces && $pieces[-1] =~ s/'[^']*'|\\.//gr =~ /'/) { $pieces[-1] .= " $piece"; }
      else                                                     { push @pieces, $piece; }
   }
   return @pieces;
}

# A long command in lines that a shell reads as one, broken in front of options, behind what it shows or below that; a
# command of too many lines, or too long ones, is cut.
sub broken {
   my ($label, $command) = @_;
   my ($first, @pieces) = pieces_of($command);
   my $is_beside = columns_of("$label$first") <= room(2);
   my @lines = $is_beside ? "$label$first" : "    $first";
   for my $piece (@pieces) {
      if (columns_of("$lines[-1] $piece") <= room(2)) { $lines[-1] .= " $piece"; }
      else                                            { push @lines, "    $piece"; }
   }
   my $fits = @lines <= $BROKEN && !grep { columns_of($_) > room(2) } @lines;
   return fitted("$label$command", room(0)) . "\n" if !$fits;
   return ($is_beside ? '' : $label =~ s/ +\z/\n/r) . join(" \\\n", @lines) . "\n";
}

# A command is of use as a whole: a long one goes on in the next lines.
sub step_lines {
   my ($step) = @_;
   my $command = visible($step->{command});
   my $label   = '  ' . padded($step->{text}, $STEP - 2);
   return "$label$command\n" if columns_of($command) <= room($STEP);
   return broken($label, $command);
}

# The lines that sections take, with their titles; $several: those of the processes.
sub lines_of {
   my ($of, $causes, $several) = @_;
   my $lines = 2 + @$several + @{ $of->{figures} } + (@$causes ? 1 + @$causes : 0);
   my %n = map { $_ => scalar @{ $of->{$_} } } qw(findings remedy functions inclusive objects phases);
   $n{next} = map { split /\n/, step_lines($_) } @{ $of->{next} };
   # one beside the other
   $n{ $n{functions} > $n{inclusive} ? 'inclusive' : 'functions' } = 0 if !@$causes && room(0) >= $BESIDE;
   $lines += 2 + $_ for grep { $_ } values %n;
   return $lines;
}

sub give_way {
   my ($of, $causes, $several) = @_;
   for (@$causes ? @GIVE_WAY : @GIVE_WAY_OF_SEVERAL) {
      my ($section, $least) = @$_;
      pop @{ $of->{$section} } while lines_of($of, $causes, $several) > $LINES && @{ $of->{$section} } > $least;
   }
   return;
}

sub print_summary {
   my ($run) = @_;
   my %of = map { $_ => [] } qw(figures findings remedy functions inclusive objects phases next);
   push @{ $of{ $_->{section} } }, $_ for @{ summary_items($run) };
   my ($figures, $findings, $functions, $inclusive, $objects, $phases, $steps) = @of{qw(figures findings functions inclusive objects phases next)};
   my @several = (processes_text($run->{files}) // (), map { wrapped($_, room($LABEL)) } data_text($run->{files}) // ());
   splice @$figures, $FIGURES if @$figures > $FIGURES;
   splice @$steps, $STEPS if @$steps > $STEPS;
   my @remedy = map { wrapped(ucfirst $_->{text}, room(2)) } @{ $of{remedy} };
   $of{remedy} = \@remedy;
   my @causes = cause_lines($run);
   give_way(\%of, \@causes, \@several) if @causes || @several;
   print_labelled('Command', $run->{started} // '???');
   print_labelled('Files', files_text($run->{files}));
   print_labelled('Processes', shift @several) if @several;
   print_labelled('', $_) for @several;
   print_figures($_->{label}, $_->{text}) for @$figures;
   print title('What to do'), map { "  $_\n" } @remedy if @remedy;
   print_list('Serious cache misses', 5, @$findings);
   if (@causes) { print_cycles($run, \@causes, $functions, $inclusive); }
   else         { print_functions($run, $functions, $inclusive); }
   print_list("Data, % of $objects->[0]{words}", 8, @$objects) if @$objects;
   print_list('Phases', 10, @$phases);
   print title('Look at');
   print step_lines($_) for @$steps;
   return;
}

1;
