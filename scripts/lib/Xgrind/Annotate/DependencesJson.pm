# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::DependencesJson: which code reads what other code has stored, for programs (docs/dependences.md).
#
# Usage:
#   print_dependences_json($version, $file, dependences_of($data, $profile, $graph), 0);    # all pairs

package Xgrind::Annotate::DependencesJson;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Run::Dependences;
use Xgrind::Text::Json;

our @EXPORT = qw(print_dependences_json);

sub unit_data {
   my ($unit) = @_;
   return { region => json_text($unit->{region}) } if defined $unit->{region};
   my ($module, $file, $name) = @{ $unit->{function} };
   return { module => json_text($module), file => json_text($file), function => json_text($name) };
}

# Pairs of so many percent of the bytes or more, and what follows from these.
sub print_dependences_json {
   my ($version, $file, $d, $percent) = @_;
   my @pairs = main_pairs($d, $percent);
   print_json_data({
      format  => 'xgrind.dependences-of-run', version => 1, creator => "xgrind_annotate-$version", data => json_text($file),
      of_others_B => $d->{total_B} + 0, of_its_own_B => $d->{own_B} + 0,
      units => [ map { unit_data($_) } @{ $d->{units} } ],
      pairs => [ map { my $p = $_; +{ (map { $_ => $p->{$_} + 0 } qw(from to bytes first_B)),
         objects => [ map { +{ id => defined $_->[0] ? $_->[0]{id} + 0 : undef, bytes => $_->[1] + 0 } } @{ $p->{objects} } ] } } @pairs ],
      tasks => [ map { [ map { $_ + 0 } @$_ ] } units_apart($d, @pairs) ],
      fuse  => [ map { +{ from => $_->{pair}{from} + 0, to => $_->{pair}{to} + 0, entries => $_->{entries} + 0, iterations => $_->{iterations} + 0 } } loops_to_fuse($d, @pairs) ],
   });
   return;
}

1;
