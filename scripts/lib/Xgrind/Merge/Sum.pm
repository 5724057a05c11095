# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::Sum: the sum of profiles, and what is known of those in it.
#
# Usage:
#   my $sum = sum_of_file($file, { with_spread => 1, missing => 'error' });    # of one file
#   add_sum($sum, sum_of_file($other, $how), $how);    # $sum is that of both; the other is used up
#   write_sum($sum, '-', { version => '0.1' });        # as a profile
#   $sum->{spread}                                     # see Xgrind::Merge::Spread; after write_sum() or finish_sum()
#
# The sum of sums is that of all, in any grouping: a merged profile carries what is needed for this.

package Xgrind::Merge::Sum;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Merge::Addition;
use Xgrind::Merge::FromObjects;
use Xgrind::Merge::Spread;
use Xgrind::Merge::SpreadFile;
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::Reader;
use Xgrind::Profile::SampledSets;
use Xgrind::Profile::Writer;
use Xgrind::Text::Messages;

our @EXPORT = qw(sum_of_file add_sum finish_sum write_sum);

my $COMMANDS_MAX = 8;    # that the header's cmd: names

# Parts and files that are in a profile: a merged one says how many.
sub counts_of {
   my ($p) = @_;
   my @sums = map { ($_->{creator} // '') =~ /^xgrind_merge-/ && ($_->{trigger} // '') =~ /^sum of (\d{1,9}) parts? of (\d{1,9}) files?\z/ ? [ $1, $2 ] : () } @{ $p->{parts} };
   my $others = @{ $p->{parts} } - @sums;
   my @n = ($others, $others ? 1 : 0);
   for my $sum (@sums) { $n[$_] += $sum->[$_] for 0, 1; }
   return @n;
}

# Every part must have every event, or a sum would lack the costs of some parts.
sub check_parts {
   my ($p, $name) = @_;
   for my $part (@{ $p->{parts} }) {
      my %has = map { $_ => 1 } @{ $part->{events} // [] };
      my @lacks = grep { !$has{$_} } 0 .. $#{ $p->{events} };
      lacks_event($name, $p->{events}[ $lacks[0] ]) if @lacks;
   }
   return;
}

sub lacks_event {
   my ($name, $event) = @_;
   return fail(printable("$name: has no event $event, which other profiles have; --missing=zero takes it for 0"));
}

# $how: no_chains (the profile will be added to others), with_spread, missing, and name, of the file for messages.
sub sum_of_file {
   my ($file, $how) = @_;
   my $about = new_about();
   my ($text, $is_estimated) = is_data_file($file) ? data_file_text($file, $how->{version}) : ();
   my $p = read_profiles([$file], detail => 'all', no_chains => $how->{no_chains}, text => $text, comments => sub { read_about($about, @_) });
   my $name = $how->{name} // $file;
   check_parts($p, $name) if $how->{missing} eq 'error';
   my ($parts, $files) = counts_of($p);
   my %seen;
   my @commands = @{ $about->{commands} } ? @{ $about->{commands} } : map { $_->{cmd} // () } @{ $p->{parts} };
   my $spread = $how->{with_spread} ? spread_read($about) // spread_of_rank($p, printable($name), [ derived_events($p) ]) : undef;
   return {
      p         => $p,
      parts     => $parts,
      files     => $files,
      first     => $name,
      of_objects   => defined $text || $about->{of_objects},
      is_estimated => $is_estimated || $about->{is_estimated},
      commands  => [ grep { !$seen{$_}++ } @commands ],
      left_out  => { map { $_ => 1 } @{ $about->{left_out} } },
      spread    => $spread,
   };
}

# The name and formula of an event: line; undef: it has none.
sub formula_of {
   my ($p, $event) = @_;
   return if defined $p->{event_index}{$event};
   return ($p->{event_lines}{$event} // '') =~ /^\S+\s*=\s*([^:]*?)\s*(?::|\z)/ ? $1 : undef;
}

# Formulas that not all files have alike hold for none of the sums; names of events are the last.
sub add_event_lines {
   my ($sum, $p, $more) = @_;
   my ($lines, $others) = map { $_->{event_lines} //= {} } $p, $more;
   for my $event (keys %{ { %$lines, %$others } }) {
      my ($formula, $other) = map { formula_of($_, $event) } $p, $more;
      my $is_recorded = grep { defined $_->{event_index}{$event} } $p, $more;
      if (!$is_recorded && ($formula // '') ne ($other // '')) {
         $sum->{left_out}{$event} = 1;
         delete $lines->{$event};
      } elsif (defined $others->{$event}) {
         $lines->{$event} = $others->{$event};
      }
   }
   return;
}

# Objects and functions are not to be added.
sub check_kinds {
   my ($sum, $more) = @_;
   return if !$sum->{of_objects} == !$more->{of_objects};
   my ($functions, $objects) = $sum->{of_objects} ? ($more, $sum) : ($sum, $more);
   return fail(printable("$functions->{first}: this is a profile of functions, but $objects->{first} is of memory objects; add them up apart"));
}

sub check_events {
   my ($sum, $more) = @_;
   my ($p, $other) = ($sum->{p}, $more->{p});
   my ($new)   = grep { !defined $p->{event_index}{$_} } @{ $other->{events} };
   my ($lacks) = grep { !defined $other->{event_index}{$_} } @{ $p->{events} };
   lacks_event($sum->{first}, $new)    if defined $new;
   lacks_event($more->{first}, $lacks) if defined $lacks;
   return;
}

sub add_sum {
   my ($sum, $more, $how) = @_;
   check_kinds($sum, $more);
   check_events($sum, $more) if $how->{missing} eq 'error';
   my ($p, $other) = ($sum->{p}, $more->{p});
   $sum->{left_out}{$_} = 1 for keys %{ $more->{left_out} };
   add_event_lines($sum, $p, $other);
   my @functions = add_profile($p, $other);
   add_sampled_sets($p, $other);
   add_spread($sum->{spread}, $more->{spread}, \@functions) if $sum->{spread};
   $sum->{$_} += $more->{$_} for qw(parts files);
   $sum->{is_estimated} ||= $more->{is_estimated};
   my %has = map { $_ => 1 } @{ $sum->{commands} };
   push @{ $sum->{commands} }, grep { !$has{$_} } @{ $more->{commands} };
   return;
}

sub finish_sum {
   my ($sum) = @_;
   my $p = $sum->{p};
   for my $event (grep { !defined $p->{event_index}{$_} } sort keys %{ $sum->{left_out} }) {
      delete $p->{event_lines}{$event};
      warn_user(printable("$event is left out: not all profiles have one formula for it"));
   }
   my %keeps = map { $_ => 1 } @{ $p->{events} }, map { $_->[0] } derived_events($p);
   finish_spread($sum->{spread}, \%keeps) if $sum->{spread};
   return;
}

# All commands as lines, and as one for readers that know the format's cmd: only.
sub commands_of {
   my ($sum) = @_;
   my @commands = @{ $sum->{commands} };
   return (undef, ()) if !@commands;
   return ($commands[0], ()) if @commands == 1;
   my $others = @commands - $COMMANDS_MAX;
   my $text = join ' + ', $others > 0 ? @commands[ 0 .. $COMMANDS_MAX - 1 ] : @commands;
   $text .= " + $others other" . ($others == 1 ? '' : 's') if $others > 0;
   return ($text, map { '# command: ' . printable($_) } @commands);
}

sub some {
   my ($n, $what) = @_;
   return "$n $what" . ($n == 1 ? '' : 's');
}

# $about: version; for_sum: it is for another sum, which must know what was left out.
sub write_sum {
   my ($sum, $name, $about) = @_;
   finish_sum($sum);
   my ($cmd, @comments) = commands_of($sum);
   push @comments, map { "# left out: $_" } sort keys %{ $sum->{left_out} } if $about->{for_sum};
   push @comments, '# objects: ' . ($sum->{is_estimated} ? 'estimated' : 'counted') if $sum->{of_objects};
   my ($lines, $of_function) = $sum->{spread} ? spread_lines($sum->{spread}) : ([], undef);
   write_profile($sum->{p}, $name, {
      creator  => "xgrind_merge-$about->{version}",
      cmd      => $cmd,
      desc     => [ 'Trigger: sum of ' . some($sum->{parts}, 'part') . ' of ' . some($sum->{files}, 'file'),
         $sum->{is_estimated} ? 'Sampling: figures are estimates' : sampled_sets_lines($sum->{p}) ],
      comments => [ @comments, @$lines ],
      comment_of => $of_function,
   });
   return;
}

1;
