# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Head: what xgrind_annotate prints first: what was read, how it is sorted, and the totals
# of the program, which say what the titles of columns mean.
#
# Usage:
#   print_head($selection, $profile, $inclusive);
#   print_totals($selection, $profile);

package Xgrind::Annotate::Head;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Profile::Columns;
use Xgrind::Profile::SampledSets;
use Xgrind::Text::Levels;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_head print_totals);

# Rates by kind of access: [events missed, events in all, what they are].
my %KINDS = (
   (map { my @data = data_misses($_); ("${_}rate" => [ [ fetch_misses($_), qw(Ir fetches) ], [ $data[0], qw(Dr loads) ], [ $data[1], qw(Dw stores) ] ]) } @LEVELS),
   D1rate => [ [qw(D1mr Dr loads)], [qw(D1mw Dw stores)] ],
   DLrate => [ [qw(DLmr Dr loads)], [qw(DLmw Dw stores)] ],
   DTrate => [ [qw(DTmr Dr loads)], [qw(DTmw Dw stores)] ],
   Brate  => [ [qw(Bcm Bc conditional)], [qw(Bim Bi indirect)] ],
);

# --- The head --------------------------------------------------------------

# A line of the head, cut to the screen.
sub print_cut {
   my ($name, $text) = @_;
   my $start = sprintf '%-10s ', "$name:";
   print $start, fitted($text, screen_width() - length $start), "\n";
   return;
}

# A list of different texts: all of few, or the first one and how many more there are.
sub first_of {
   my (@texts) = @_;
   my %seen;
   @texts = grep { !$seen{$_}++ } @texts;
   return @texts <= 1 ? @texts : "$texts[0] and " . (@texts - 1) . ' more';
}

# A part in a few words, if there is more to say than that the program has ended.
sub part_text {
   my ($part) = @_;
   my $trigger = $part->{trigger} // '';
   $trigger = '' if $trigger eq 'Program termination';
   my @texts = ((defined $part->{thread} ? "thread $part->{thread}" . (defined $part->{thread_name} ? " ($part->{thread_name})" : '') : ()), $trigger ne '' ? "trigger: $trigger" : ());
   return @texts ? join ', ', $part->{part} // '?', @texts : undef;
}

# What a column is, in words within a sentence; '' if nothing is known but its key.
sub title_of {
   my ($column) = @_;
   return $column->{title} eq $column->{key} ? '' : $column->{title} =~ s/^([A-Z])(?=[a-z])/lc $1/er;
}

# By what rows are sorted.
sub sort_text {
   my ($selection, $inclusive) = @_;
   my ($first, @others) = @{ $selection->{sort} };
   @others = grep { $_->[1] } @others;
   my $title = title_of($first->[0]);
   my $text  = @others ? join ', ', map { "$_->[0]{key} to $_->[1]%" } $first, @others : $first->[0]{key} . ($title eq '' ? '' : ", $title");
   return $text . ($inclusive ? ', with called functions' : '');
}

# Of how many sets one was simulated, so that misses are estimates.
sub sets_text {
   my ($p) = @_;
   my $n = sampled_sets($p) // return undef;
   return "1 set of $n simulated: counts of misses are estimates, with their standard error";
}

sub print_head {
   my ($selection, $p, $inclusive) = @_;
   my @parts = @{ $p->{parts} };
   my ($file)    = first_of(map { $_->{file} } @parts);
   my ($command) = first_of(map { $_->{cmd} // () } @parts);
   print_cut('File',    $file);
   print_cut('Command', $command) if defined $command;
   my $part = @parts == 1 ? part_text($parts[0]) : commas(scalar @parts) . ', added up';
   print_cut(@parts == 1 ? 'Part' : 'Parts', $part) if defined $part;
   my $sets = sets_text($p);
   print_cut('Sampled', $sets) if defined $sets;
   print_field('Sorted by', sort_text($selection, $inclusive) . ' (--sort=KEY sorts by another, --show=KEY,... chooses columns, --show=all shows all events)');
   print "\n";
   return;
}

# --- Totals ----------------------------------------------------------------

# A rate of the program by kind of access: "0.1% of fetches, 2.5% of loads".
sub kinds_text {
   my ($selection, $key) = @_;
   my @texts;
   for my $kind (@{ $KINDS{$key} // [] }) {
      my ($missed, $all, $name) = @$kind;
      my ($n, $of) = map { defined $selection->{columns}{$_} ? $selection->{columns}{$_}{value}->($selection->{total}) : 0 } $missed, $all;
      push @texts, rate_text($n, $of) . " of $name" if $of && defined $selection->{columns}{$missed};
   }
   return join ', ', @texts;
}

# Is it cycles by cause, whose sum is CEst?
sub is_cause {
   my ($p, $column) = @_;
   my $e = $p->{event_index}{ $column->{key} };
   return $column->{key} =~ /^Cy[A-Z]/ && grep { $_->[0] == $e } @{ $p->{formulas}{CEst} // [] };
}

# How exact the sum, or the rate, of a run with sampled sets is: ' ±1.2%', or ''.
sub sampled_text {
   my ($selection, $p, $column) = @_;
   return '' if $column->{kind} ne 'sum' && $column->{kind} ne 'rate';
   my ($usual) = grep { $_->[0] eq $column->{key} } usual_sums($p);
   my $terms = $column->{of} // ($usual ? $usual->[1] : $p->{formulas}{ $column->{key} } // [ [ $p->{event_index}{ $column->{key} }, 1 ] ]);
   my $sum   = 0;
   $sum += $_->[1] * ($selection->{total}[ $_->[0] ] // 0) for @$terms;
   my $error = error_text($p, $terms, $sum);
   return defined $error ? ", $error" : '';
}

# What the program has of a column: its figure, and what it is.
sub total_of {
   my ($selection, $p, $column) = @_;
   my $value = program_value($p, $column, $selection->{total});
   my $title = title_of($column);
   if ($column->{key} eq 'CEst') {
      my $instructions = $selection->{columns}{Ir} ? $selection->{columns}{Ir}{value}->($selection->{total}) : 0;
      $title .= sprintf ', %.2f per instruction', $value / $instructions if $instructions;
      my @waits = grep { $_ } map { waits_for_data($_) ? $selection->{total}[ $p->{event_index}{$_} ] : () } grep { is_cause($p, { key => $_ }) } keys %{ $p->{event_index} };
      $title .= ', ' . rate_text(sum0(@waits), $value) . ' waiting for data' if @waits > 1;
   }
   $title .= ', ' . rate_text($value, $selection->{columns}{CEst}{value}->($selection->{total})) . ' of CEst' if is_cause($p, $column);
   $title .= sampled_text($selection, $p, $column);
   my $kinds = kinds_text($selection, $column->{key});
   return (value_text($column, $value || 0) =~ s/^\.\z/0/r, $title . ($kinds eq '' ? '' : ": $kinds"));
}

sub print_totals {
   my ($selection, $p) = @_;
   my @rows = map { [ $_->{column}{key}, total_of($selection, $p, $_->{column}) ] } @{ $selection->{shown} };
   my ($keys, $figures) = map { my $i = $_; max(map { columns_of(visible($_->[$i])) } @rows) } 0, 1;
   print_title(padded('Key', $keys) . '  ' . padded('Program', $figures = max($figures, 7), 'right'));
   for my $row (@rows) {
      my ($key, $figure, $words) = @$row;
      print_wrapped($words, padded(visible($key), $keys) . '  ' . padded($figure, $figures, 'right') . '  ');
   }
   print "\n";
   return;
}

1;
