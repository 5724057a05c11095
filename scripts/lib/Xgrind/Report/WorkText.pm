# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::WorkText: what the phases and the regions of a run do for each instruction, byte and cycle
# (docs/work.md), as the bins and the instances of its timeline have it, exactly.
#
# Usage:
#   print_phase_work($run);      # of Xgrind::Run::Contents; ends with one sentence if the run has not what it takes
#   print_phase_work_json($run, $version);    # the same figures

package Xgrind::Report::WorkText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Profile::WorkColumns;
use Xgrind::Run::Contents;
use Xgrind::Summary::Items;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Table;

our @EXPORT = qw(print_phase_work print_phase_work_json);

# What is counted over time, as a profile of one number for each event, and estimated cycles, where all events that these
# are made of are there.
sub profile_of {
   my ($run) = @_;
   my @events = @{ $run->{timeline}{events} };
   my %has = map { $_ => 1 } @events;
   my ($cycles) = grep { $_->[0] eq 'CEst' } @{ $run->{formulas} };
   push @events, 'CEst' if $cycles && !$has{CEst} && !grep { !$has{ $_->[0] } } @{ $cycles->[1] };
   my $line_B = $run->{objects}{line_B};
   return {
      events      => \@events,
      event_index => { map { $events[$_] => $_ } 0 .. $#events },
      line_sizes_B => { map { $_ => { $line_B->{$_} => 1 } } grep { $line_B->{$_} } keys %$line_B },
      costs_of    => sub {
         my ($cost) = @_;
         return [ map { $_ eq 'CEst' && !$has{CEst} ? formula_cost($cycles, $cost) : $cost->{$_} // 0 } @events ];
      },
   };
}

# The columns of quotients of rows with these costs.
sub quotient_columns {
   my ($p, @costs) = @_;
   my %columns = map { my $e = $_; $p->{events}[$e] => { value => sub { $_[0][$e] } } } 0 .. $#{ $p->{events} };
   return work_columns(\%columns, $p, \@costs);
}

# Rows of a part of the run: label, text and costs by event.
sub print_part {
   my ($p, $title, $kind, @rows) = @_;
   return if !@rows;
   my @costs  = map { $p->{costs_of}->($_->{cost}) } @rows;
   my $cycles = $p->{event_index}{CEst};
   print "\n";
   print_title($title);
   print_table(new_table({
      columns => [
         { title => $rows[0]{unit}, values => [ map { $_->{label} } @rows ] },
         { title => 'Ir', values => [ map { commas($_->{cost}{Ir}) } @rows ] },
         { title => 'CEst', values => [ map { commas($_->[$cycles]) } @costs ] },
         quotient_columns($p, @costs),
         { title => $kind, fit => sub { return short_texts([ map { $_->{text} } @rows ], $_[0]) } },
      ],
   }));
   return;
}

sub phase_rows {
   my ($run) = @_;
   return map { { unit => 'time', label => $_->{label}, text => $_->{text}, cost => $_->{cost} } } grep { $_->{section} eq 'phases' } @{ summary_items($run) };
}

sub region_rows {
   my ($t) = @_;
   return map {
      my $sum = $_->{cost}{sum};
      { unit => 'instances', label => commas($_->{instances}), text => $_->{name}, cost => { map { $t->{events}[$_] => $sum->[$_] } 0 .. $#$sum } }
   } @{ $t->{regions} };
}

# Rows for JSON: costs by event, and quotients by title, null where they are divided by nothing.
sub json_rows {
   my ($p, @rows) = @_;
   my @costs   = map { $p->{costs_of}->($_->{cost}) } @rows;
   my @columns = quotient_columns($p, @costs);
   my $number  = sub { my ($text) = @_; return $text eq '-' ? undef : ($text =~ s/%\z//r) + 0 };
   return [
      map {
         my $i = $_;
         +{ name => $rows[$i]{text}, $rows[$i]{unit} => $rows[$i]{label} =~ s/,//gr,
            cost => { map { $p->{events}[$_] => $costs[$i][$_] + 0 } 0 .. $#{ $p->{events} } },
            work => { map { $_->{title} => $number->($_->{values}[$i]) } @columns } };
      } 0 .. $#rows
   ];
}

# The timeline of the run, and what is counted over time.
sub work_of {
   my ($run) = @_;
   my $t = $run->{timeline} // fail('--work=yes needs the timeline of an xgrind.data.*; run the program with --timeline=yes');
   my $p = profile_of($run);
   fail('--work=yes needs caches, and the profile of the run beside its xgrind.data.*') if !defined $p->{event_index}{CEst};
   return ($t, $p);
}

sub print_phase_work_json {
   my ($run, $version) = @_;
   my ($t, $p) = work_of($run);
   print_json_data({ format => 'xgrind.work', version => 1, creator => "xgrind_report-$version", command => $run->{started},
      phases => json_rows($p, phase_rows($run)), regions => json_rows($p, region_rows($t)) });
   return;
}

sub print_phase_work {
   my ($run) = @_;
   my ($t, $p) = work_of($run);
   print_field('Command', $run->{started} // '???');
   print_part($p, 'Phases', 'functions', phase_rows($run));
   print_part($p, 'Regions', 'region', region_rows($t));
   return;
}

1;
