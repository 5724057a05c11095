# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::DependenceTable: which code reads what other code has stored, by name, so that several runs or ranks can be
# added up and compared (docs/dependences.md).
#
# Usage:
#   my $table = dependence_table('xgrind.data.7');    # or what xgrind_merge --dependences has written
#   add_dependences($table, dependence_table('xgrind.data.8'));
#   $table->{pairs}{$key}       # { from, to, bytes, first_B, objects => { LABEL => bytes } }; of itself: from and to are the same
#   $table->{units}{$from}      # { region } or { module, function }
#   unit_name($table->{units}{$from});
#   print json_data_text(dependences_json($table, "xgrind_merge-0.1"));
#
# Units of several tables are the same if region, or module and function, agree; objects, if their labels do.

package Xgrind::Run::DependenceTable;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::DataFile;
use Xgrind::Files::Input;
use Xgrind::Files::Regular;
use Xgrind::Objects::Labels;
use Xgrind::Run::Contents;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;

our @EXPORT = qw(dependence_table add_dependences unit_name dependences_json);

my $FORMAT = 'xgrind.dependences';

sub unit_key { my ($unit) = @_; return defined $unit->{region} ? "region\0$unit->{region}" : "$unit->{module}\0$unit->{function}"; }

sub unit_name { my ($unit) = @_; return defined $unit->{region} ? "region $unit->{region}" : readable_name($unit->{function}); }

# Adds bytes that pass from a unit to another one, or to itself.
sub add_flow {
   my ($table, $from, $to, $bytes, $first_B, %objects) = @_;
   my @keys = map { unit_key($_) } $from, $to;
   @{ $table->{units} }{@keys} = ($from, $to);
   my $pair = $table->{pairs}{ join "\0\0", @keys } //= { from => $keys[0], to => $keys[1], bytes => 0, first_B => 0, objects => {} };
   $pair->{bytes}   += $bytes;
   $pair->{first_B} += $first_B;
   $pair->{objects}{$_} += $objects{$_} for keys %objects;
   return;
}

sub of_data_file {
   my ($file) = @_;
   my $data    = read_named_data($file);
   my $section = section($data, 'dependences') // fail(printable($file) . ' has no dependences; run with xgrind --dependences=yes');
   my @objects = @{ $data->{objects} };
   my @labels  = object_labels(@objects);
   my %label   = map { $objects[$_]{id} => $labels[$_] } 0 .. $#objects;
   my @units   = map { my $f = $_->{function};
      defined $_->{region} ? { region => $_->{region} } : { module => $data->{functions}[$f]{module}, function => $data->{functions}[$f]{name} } } @{ $section->{units} };
   my $table = { units => {}, pairs => {} };
   for my $flow (@{ $section->{flows} }) {
      my ($from, $to, $id, $bytes, $first_B) = @$flow;
      add_flow($table, @units[ $from, $to ], $bytes, $first_B, (defined $id ? $label{$id} // 'unknown' : 'unknown') => $bytes);
   }
   return $table;
}

sub is_unit { my ($u) = @_; return ref $u eq 'HASH' && !grep { ref || !defined } defined $u->{region} ? $u->{region} : @$u{qw(module function)}; }

# What dependences_json() has made.
sub of_sum {
   my ($file, $sum) = @_;
   my $bad = sub { fail(printable($file) . ": this is no sum of dependences that xgrind_merge has written: $_[0]") };
   ($sum->{version} // 0) eq 1 or $bad->('its version is not 1');
   ref $sum->{pairs} eq 'ARRAY' && ref $sum->{units} eq 'ARRAY' && !grep { !is_unit($_) } @{ $sum->{units} } or $bad->('units or pairs are missing');
   my $table = { units => {}, pairs => {} };
   for my $pair (@{ $sum->{pairs} }) {
      ref $pair eq 'HASH' && ref $pair->{objects} eq 'HASH' or $bad->('a pair is none');
      my @numbers = (@$pair{qw(from to bytes first_B)}, values %{ $pair->{objects} });
      $bad->('a pair has something else than numbers') if grep { !is_count($_, 1 << 62) } @numbers;
      $bad->('a pair has a unit that is not there') if grep { $_ >= @{ $sum->{units} } } @numbers[ 0, 1 ];
      add_flow($table, @{ $sum->{units} }[ @numbers[ 0, 1 ] ], @numbers[ 2, 3 ], %{ $pair->{objects} });
   }
   return $table;
}

sub dependence_table {
   my ($file) = @_;
   my $head = '';
   if (my $in = open_neighbour($file)) { read $in, $head, 4096; }
   return of_data_file($file) if $head !~ /"format": "\Q$FORMAT\E"/;
   my $sum = eval { json_decode(file_bytes($file, sub { })) };
   return of_sum($file, ref $sum eq 'HASH' ? $sum : fail(printable($file) . ': this is no JSON'));
}

sub add_dependences {
   my ($sum, $more) = @_;
   for my $pair (values %{ $more->{pairs} }) {
      add_flow($sum, @{ $more->{units} }{ @$pair{qw(from to)} }, @$pair{qw(bytes first_B)}, %{ $pair->{objects} });
   }
   return;
}

sub dependences_json {
   my ($table, $creator) = @_;
   my @keys = sort keys %{ $table->{units} };
   my %at   = map { $keys[$_] => $_ } 0 .. $#keys;
   my @pairs = sort { $b->{bytes} <=> $a->{bytes} || $at{ $a->{from} } <=> $at{ $b->{from} } || $at{ $a->{to} } <=> $at{ $b->{to} } } values %{ $table->{pairs} };
   return { format => $FORMAT, version => 1, creator => $creator,
      units => [ map { my $u = $table->{units}{$_}; +{ map { $_ => json_text($u->{$_}) } keys %$u } } @keys ],
      pairs => [ map { my $p = $_; +{ from => $at{ $p->{from} }, to => $at{ $p->{to} }, bytes => $p->{bytes} + 0, first_B => $p->{first_B} + 0,
         objects => { map { json_text($_) => $p->{objects}{$_} + 0 } keys %{ $p->{objects} } } } } @pairs ] };
}

1;
