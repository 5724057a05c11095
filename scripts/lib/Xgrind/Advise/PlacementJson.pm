# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::PlacementJson: advice for programs.
#
# Usage:
#   advice_json($profile, $memories, $main, $base, $results, \%opt);
#   advice_csv($profile, $memories, $results);

package Xgrind::Advise::PlacementJson;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Advise::Movable;
use Xgrind::Text::Json;
use Xgrind::Text::Print;

our @EXPORT = qw(advice_json advice_csv);

# A result as data.
sub result_data {
   my ($result, $memories, $opt) = @_;
   my @per_memory = map { {
      name         => $memories->[$_]{name},
      latency      => $memories->[$_]{latency},
      rate         => $memories->[$_]{rate},
      write_rate   => $memories->[$_]{'write-rate'},
      write        => $memories->[$_]{write},
      size_B       => $memories->[$_]{size_B},
      objects      => $result->{sum}[$_]{objects},
      fixed        => $result->{sum}[$_]{fixed},
      occupied_B   => $result->{sum}[$_]{occupied_B},
      load_misses  => $result->{sum}[$_]{misses},
      stall_cycles => $result->{sum}[$_]{stall},
   } } 0 .. $#$memories;
   my %data = (
      method              => $result->{method},
      memories            => \@per_memory,
      stall_cycles        => $result->{stall},
      run_cycles          => $result->{cycles},
      improvement_percent => $result->{improvement},
      speed_up            => $result->{speed_up},
      standard_error      => $result->{error},
   );
   $data{order} = $opt->{order} if $result->{method} eq 'greedy';
   if ($result->{method} eq 'exact') {
      $data{proven} = defined $result->{slack} ? JSON::PP::false() : JSON::PP::true();
      $data{nodes}  = $result->{nodes};
      $data{above_best_at_most} = $result->{slack} // 0;
   }
   return \%data;
}

# An object and its places as data.
sub object_data {
   my ($object, $memories) = @_;
   my %data = (
      id          => $object->{id},
      kind        => $object->{kind},
      size_B      => $object->{size_B},
      load_misses => $object->{misses},
      store_misses => $object->{store_misses},
      latency_cycles => $object->{memory_cycles},
      rate_cycles    => $object->{rate_cycles},
      fixed       => $object->{fixed} eq '' ? undef : $object->{fixed},
      memory => { map { $_ => $memories->[ $object->{placed}{$_} ]{name} } keys %{ $object->{placed} } },
   );
   $data{$_} = json_text($object->{$_}) for 'name', 'module', 'source';
   return \%data;
}

# Everything as JSON.
sub advice_json {
   my ($profile, $memories, $main, $base, $results, $opt) = @_;
   my ($library_objects, $library_B) = library_data($profile);
   my %data = (
      format   => 'xgrind.advice',
      version  => 1,
      creator  => $opt->{creator},
      profile  => json_text($profile->{file}),
      command  => json_text($profile->{command}),
      sampled  => defined $profile->{period} ? JSON::PP::true() : JSON::PP::false(),
      main     => $memories->[$main]{name},
      instructions => $profile->{instructions},
      load_misses  => $profile->{misses},
      model        => $profile->{model},
      library_data => { objects => $library_objects, size_B => $library_B },
      baseline => {
         file         => json_text($base->{file}),
         memory       => $base->{memory},
         latency      => $base->{latency},
         stall_cycles => $base->{stall},
         run_cycles   => $base->{cycles},
         holds_everything => $base->{room} ? JSON::PP::true() : JSON::PP::false(),
      },
      results => [ map { result_data($_, $memories, $opt) } @$results ],
      objects => [ map { object_data($_, $memories) } @{ $profile->{objects} } ],
   );
   $data{sizes} = {
      memory => $memories->[ $opt->{sizes_of} ]{name},
      list   => [ map { +{ size_B => $_->{size_B}, stall_cycles => $_->{stall}, run_cycles => $_->{cycles}, improvement_percent => $_->{improvement} } } @{ $opt->{size_curve} } ],
   } if $opt->{size_curve};
   print json_escaped(JSON::PP->new->utf8->canonical->pretty->encode(\%data));
   return;
}

# A row per object.
sub advice_csv {
   my ($profile, $memories, $results) = @_;
   my @methods = map { $_->{method} } @$results;
   print_row('id', 'kind', 'name', 'source', 'size_B', 'load_misses', 'fixed', @methods);
   for my $object (@{ $profile->{objects} }) {
      print_row(@$object{ 'id', 'kind', 'name', 'source', 'size_B', 'misses', 'fixed' },
         map { $memories->[ $object->{placed}{$_} ]{name} } @methods);
   }
   return;
}

1;
