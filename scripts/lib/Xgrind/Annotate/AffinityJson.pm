# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::AffinityJson: arrays that are indexed together, for programs (docs/walks.md).
#
# Usage:
#   print_affinity_json($version, $profile, arrays_together($profile));     # of Xgrind::Data::DataFile, Xgrind::Findings::Affinity

package Xgrind::Annotate::AffinityJson;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Findings::Walks;
use Xgrind::Objects::Labels;
use Xgrind::Text::Json;

our @EXPORT = qw(print_affinity_json);

sub group {
   my ($group) = @_;
   my @objects = @{ $group->{objects} };
   my @labels  = object_labels(@objects);
   return {
      objects   => [ map { { id => $objects[$_]{id} + 0, name => json_text($labels[$_]) } } 0 .. $#objects ],
      affinity  => sprintf('%.4f', $group->{affinity}) + 0,
      misses    => $group->{misses} + 0,
      functions => [ map { json_text($_) } @{ $group->{functions} } ],
      walk      => walk_text($group->{walk}),
      gains     => $group->{gains} ? JSON::PP::true() : JSON::PP::false(),
   };
}

sub print_affinity_json {
   my ($version, $profile, @groups) = @_;
   print_json_data({
      format  => 'xgrind.affinity',
      version => 1,
      creator => "xgrind_annotate-$version",
      profile => json_text($profile->{file}),
      command => json_text($profile->{command}),
      pid     => $profile->{pid} + 0,
      groups  => [ map { group($_) } @groups ],
   });
   return;
}

1;
