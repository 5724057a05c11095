# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::FindingsJson: the report as JSON (docs/report.md describes it).
#
# Usage:
#   print_report_json($version, $data, $report, { top => 5 });    # of Xgrind::Data::Misses, ::Findings
#   my $json = report_for_programs($version, $data, $report, {});    # what it prints, as data

package Xgrind::Findings::FindingsJson;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Data::ThreadNames;
use Xgrind::Findings::Bytes;
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::TriedLayouts;
use Xgrind::Findings::Walks;
use Xgrind::Objects::Variables;
use Xgrind::Text::Json;

our @EXPORT = qw(print_report_json report_for_programs);

my %NAME = (Cold => 'cold', Cap => 'capacity', Conf => 'conflict', True => 'true_sharing', False => 'false_sharing');

# A number, whole if it is, else with four digits after the point; undef: not known.
sub number {
   my ($value) = @_;
   return undef if !defined $value;
   return $value == int $value ? $value + 0 : sprintf('%.4f', $value) + 0;
}

sub numbers {
   my ($hash, @keys) = @_;
   return map { $_ => number($hash->{$_}) } @keys;
}

# Counts of the classes that the profile has.
sub classes {
   my ($data, $counts) = @_;
   return +{ map { $NAME{$_} => number($counts->{$_}) } @{ $data->{classes} } };
}

sub place {
   my ($function, $line) = @_;
   return (function => json_text($function->{name}), (map { $_ => json_text($function->{$_}) } qw(file module)), line => number($line));
}

sub object {
   my ($entry) = @_;
   my $object = $entry->{object};
   return {
      (map { $_ => json_text($object->{$_}) } qw(kind name module)),
      source => json_text($object->{place}),
      variable => json_text(variable_of($object)),
      numbers($object, qw(id size_B count thread)),
      misses => number($entry->{misses}),
      unused_percent => number($entry->{unused}),
      cost_percent   => number($entry->{cost_share}),
      walk   => $entry->{walk} && walk_text($entry->{walk}),
      stack  => [ map { { place($_, $_->{line}) } } @{ $object->{stack} // [] } ],
   };
}

# The line of the program for which code misses that is not its own; undef: none is known.
sub caller_of {
   my ($caller) = @_;
   return $caller && { (map { $_ => json_text($caller->{$_}) } qw(function file calls)), numbers($caller, qw(line percent)) };
}

# --- Sharing ---------------------------------------------------------------

sub pieces {
   my ($entry, $hex) = @_;
   return [ map { { allocation => number($_->{allocation}), ranges => $_->{ranges} } } pieces_of($entry, $hex) ];
}

# The line of memory with most weight: who uses which bytes of it.
sub heaviest {
   my ($entry) = @_;
   return undef if !$entry;
   return {
      numbers($entry, qw(address weight)),
      allocations => [ map { { numbers($_, qw(object start size_B thread)) } } @{ $entry->{allocations} } ],
      threads     => [
         map {
            { numbers($_, qw(thread reads writes)), read => pieces($entry, $_->{read_bytes}), written => pieces($entry, $_->{written_bytes}) }
         } @{ $entry->{threads} }
      ],
   };
}

sub sharing {
   my ($finding) = @_;
   return {
      numbers($finding, qw(weight weight_true weight_false accesses exposed_true exposed_false invalidations)),
      D1True  => number($finding->{true}),
      D1False => number($finding->{false}),
      lines    => number($finding->{n_lines}),
      threads  => $finding->{threads} && [ map { number($_) } @{ $finding->{threads} } ],
      heaviest => heaviest($finding->{heaviest}),
   };
}

# --- Everything ------------------------------------------------------------

# What another layout of its data saves, as simulated; undef: nothing is known.
sub layout {
   my ($layout) = @_;
   return $layout && { text => json_text(layout_text($layout)), what_if => [ map { json_text($_) } @{ $layout->{what_if} // [] } ], try => json_text($layout->{try}), numbers($layout, qw(saved_cycles saved_percent)) };
}

sub finding {
   my ($data, $finding) = @_;
   my $result = {
      (map { $_ => $finding->{$_} } qw(type origin level remedy remedy_name)),
      numbers($finding, qw(rank misses saving_percent)),
      share_percent => number($finding->{share}),
      when => defined $finding->{when} ? json_text($finding->{when}) : undef,
      saving_cycles => number($finding->{saving}),
      saving_of_cycles => number($finding->{saving_of}),
      remedy_object => $finding->{remedy_object} ? number($finding->{remedy_object}{object}{id}) : undef,
      translation_cycles => number($finding->{translations}),
      layout => layout($finding->{layout}),
      saving_is_bound => $finding->{is_bound} ? JSON::PP::true : JSON::PP::false,
      code    => [ map { { place(@$_{qw(function line)}), numbers($_, qw(misses accesses)) } } @{ $finding->{code} } ],
      caller  => caller_of($finding->{caller}),
      objects => [ map { object($_) } @{ $finding->{objects} } ],
      also    => [
         map {
            { level => $_->{level}, type => $_->{type}, misses => number($_->{misses}),
               share_percent => number($_->{share}), saving_cycles => number($_->{saving}), classes => classes($data, $_->{classes}) }
         } @{ $finding->{also} }
      ],
   };
   $result->{sharing} = sharing($finding) if is_sharing($finding->{type});
   if (!is_sharing($finding->{type})) {
      $result->{classes} = classes($data, $finding->{classes});
      $result->{unused_percent}    = number($finding->{unused});
      $result->{accesses_per_load} = number($finding->{accesses_per_load});
   }
   if (my $sets = $finding->{sets}) {
      $result->{sets} = { n => number($sets->{n}), of => number($sets->{n_sets}), share_percent => number($sets->{share}),
         many_misses => [ map { number($_) } @{ $sets->{many} } ] };
   }
   return $result;
}

sub program {
   my ($data, $report) = @_;
   my ($program, $is_short) = @$report{qw(program is_short)};
   return {
      numbers($program, qw(loads load_misses stores store_misses)),
      miss_cycles          => number($program->{miss_cycles}),
      load_misses_percent  => number($program->{load_share}),
      store_misses_percent => number($program->{store_share}),
      estimated_cycles     => number($program->{cycles}),
      cycles_are_modelled  => $program->{is_modelled} ? JSON::PP::true : JSON::PP::false,
      serious   => $program->{could_be_serious} ? JSON::PP::true : JSON::PP::false,
      too_short => $is_short ? JSON::PP::true : JSON::PP::false,
      levels  => { map { $_->{level} => { misses => number($_->{misses}), classes => classes($data, $_->{classes}) } } @{ $program->{levels} } },
   };
}

sub report_for_programs {
   my ($version, $data, $report, $opt) = @_;
   my $profile  = $data->{profile};
   my @findings = @{ $report->{findings} };
   my $n = @findings;
   splice @findings, $opt->{top} if defined $opt->{top} && $opt->{top} < @findings;
   my $json = {
      format  => 'xgrind.report',
      version => 1,
      creator => "xgrind_report-$version",
      profile => json_text($profile->{file}),
      command => json_text($profile->{command}),
      numbers($data->{whole}, qw(pid instructions)),
      thread_names => { map { $_ => json_text(thread_names($profile)->{$_}) } keys %{ thread_names($profile) } },
      program    => program($data, $report),
      thresholds => { map { $_ => $report->{thresholds}{$_} + 0 } keys %{ $report->{thresholds} } },
      findings   => [ map { finding($data, $_) } @findings ],
      more_findings => $n - @findings,
      notes      => $report->{notes},
   };
   if (my $waiting = $report->{waiting}) {
      $json->{waiting} = { numbers($waiting, 'cycles'), share_percent => number($waiting->{share}),
         places => [ map { { place(@$_{qw(function line)}), numbers($_, qw(episodes instructions cycles)) } } @{ $waiting->{places} } ] };
   }
   $json->{miss_curves} = $data->{curves} if defined $data->{curves};
   return $json;
}

sub print_report_json {
   print_json_data(report_for_programs(@_));
   return;
}

1;
