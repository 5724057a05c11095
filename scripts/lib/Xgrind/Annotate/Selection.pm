# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Selection: which events are shown and in what order, and the header of
# the output, which says so.
#
# Usage:
#   my $selection = select_events($profile, { show => 'Ir,Dr', sort => 'Dr', threshold => 99 }, $totals);
#   print_header($selection, $profile, $inclusive);
#   print_totals($selection);
#
# Xgrind::Annotate::CostTable says what a selection consists of.

package Xgrind::Annotate::Selection;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(select_events event_of print_header print_totals);

my $PARTS_MAX = 20;    # of more, only the number is printed

# The index of the event of a name in an option.
sub event_of {
   my ($p, $option, $name) = @_;
   return $p->{event_index}{$name} // fail("$option: there is no event '"
      . printable($name) . "', only " . printable(join ' ', @{ $p->{events} }));
}

# The events to sort by, with thresholds: the one of --threshold is for the first,
# unless events have their own.
sub sort_keys {
   my ($p, $opt, @show) = @_;
   return ([ $show[0], $opt->{threshold} ], map { [ $_, 0 ] } @show[ 1 .. $#show ]) if !defined $opt->{sort};
   my @keys;
   my $own = 0;
   for my $word (split /,/, $opt->{sort}) {
      my ($name, $threshold) = $word =~ /^(.*?)(?::([^:]*))?\z/s;
      fail('--sort: a threshold is a number from 0 to 100, not ' . quoted($threshold))
         if defined $threshold && $threshold !~ /^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)\z/;
      $own ||= defined $threshold;
      push @keys, [ event_of($p, '--sort', $name), $threshold // 0 ];
   }
   $keys[0][1] = $opt->{threshold} if !$own;
   return @keys;
}

sub select_events {
   my ($p, $opt, $total) = @_;
   my @show = defined $opt->{show}
      ? map { event_of($p, '--show', $_) } split /,/, $opt->{show}
      : 0 .. $#{ $p->{events} };
   return {
      events   => $p->{events},
      show     => \@show,
      sort     => [ sort_keys($p, $opt, @show) ],
      total    => $total,
      percents => ($opt->{'show-percs'} // 'yes') eq 'yes',
   };
}

# A part in a few words.
sub part_text {
   my ($part) = @_;
   my $text = $part->{part} // '?';
   $text .= ", thread $part->{thread}"    if defined $part->{thread};
   $text .= ", process $part->{pid}"      if defined $part->{pid};
   $text .= ", trigger: $part->{trigger}" if defined $part->{trigger};
   return $text;
}

# What was read and how it is shown.
sub print_header {
   my ($selection, $p, $inclusive) = @_;
   my @parts = @{ $p->{parts} };
   print_title('Profile');
   my %seen;
   print_field('File', $_) for grep { !$seen{"f$_"}++ } map { $_->{file} } @parts;
   print_field('Command', $_) for grep { !$seen{"c$_"}++ } map { $_->{cmd} // () } @parts;
   if (@parts > $PARTS_MAX) {
      print_field('Parts', scalar @parts);
   } else {
      print_field('Part', part_text($_)) for @parts;
   }
   my @events = @{ $selection->{events} };
   print_field('Events',    join ' ', @events);
   print_field('Shown',     join ' ', @events[ @{ $selection->{show} } ]);
   print_field('Sorted by', join(', ', sort_texts($selection)) . ($inclusive ? ', inclusive' : ''));
   print "\n";
   return;
}

# The events to sort by as text, those after the first if they have a threshold.
sub sort_texts {
   my ($selection) = @_;
   my ($first, @others) = @{ $selection->{sort} };
   @others = grep { $_->[1] } @others;
   return $selection->{events}[ $first->[0] ] if !@others;
   return map { "$selection->{events}[ $_->[0] ] to $_->[1]%" } $first, @others;
}

# The totals of the program.
sub print_totals {
   my ($selection) = @_;
   print_title('Program totals');
   my @figures = map { commas($selection->{total}[$_]) } @{ $selection->{show} };
   my $width = widest(@figures);
   for my $i (0 .. $#figures) {
      printf "%${width}s  %s\n", $figures[$i], printable($selection->{events}[ $selection->{show}[$i] ]);
   }
   print "\n";
   return;
}

1;
