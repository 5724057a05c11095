# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::MemberUse: how often the bytes of a memory object's elements are loaded and stored, all elements together.
#
# Usage:
#   my $use = element_use($profile, $object, 48);      # of 48 bytes; undef: nothing is known
#   $use->{loads}[8]          # loads of byte 8; $use->{stores}
#   $use->{samples}           # undef: the run has counted each access (--object-bytes=yes), else so many of the timeline's samples
#   my @rows = member_rows($members, $use);            # { name, offset, size_B, loads, stores }: of the member's byte with most
#   samples_in($profile, $object, sub { my ($offset, $i) = @_; ... });   # each sample i of the timeline, by its offset in the object
#
# It is what the page of xgrind_report shows (page/figures/members.js).

package Xgrind::Objects::MemberUse;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max uniq);
use Xgrind::Data::DataFile;
use Xgrind::Data::Timeline;

our @EXPORT = qw(element_use member_rows samples_in);

my $LINE_B = 64;    # of the counts by place in a line

# Counts by byte, which begins so many bytes before an element, folded.
sub folded {
   my ($counts, $element_B, $start) = @_;
   my %use = map { $_ => [ (0) x $element_B ] } qw(loads stores);
   for my $kind (keys %use) {
      $use{$kind}[ ($_ - $start) % $element_B ] += $counts->{$kind}[$_] for 0 .. $#{ $counts->{$kind} };
   }
   return \%use;
}

my %timelines;    # by file; reading one takes time

sub timeline_in {
   my ($profile) = @_;
   $timelines{ $profile->{file} } = section($profile, 'timeline') ? timeline_of($profile) : undef if !exists $timelines{ $profile->{file} };
   return $timelines{ $profile->{file} };
}

# The ranges of an object that samples lie in.
sub ranges_of {
   my ($timeline, $object) = @_;
   return grep { $_->{object} == $object->{id} } @{ $timeline->{ranges} };
}

sub samples_in {
   my ($profile, $object, $each) = @_;
   my $timeline = timeline_in($profile) // return;
   my @ranges   = ranges_of($timeline, $object) or return;
   my ($at, $address, $of) = @{ $timeline->{samples} }{qw(at address object)};
   my $last = $ranges[0];
   my $has = sub { my ($r, $i) = @_; return $address->[$i] >= $r->{start} && $address->[$i] < $r->{start} + $r->{size_B} && $at->[$i] >= $r->{born} && (!defined $r->{died} || $at->[$i] < $r->{died}) };
   for my $i (grep { defined $of->[$_] && $of->[$_] == $object->{id} } 0 .. $#$of) {
      ($last) = grep { $has->($_, $i) } $last // (), @ranges;
      $each->($address->[$i] - $last->{start}, $i) if $last;
   }
   return;
}

sub from_samples {
   my ($profile, $object, $element_B) = @_;
   my $use = folded({}, $element_B, 0);
   my $samples;
   samples_in($profile, $object, sub {
      my ($offset, $i) = @_;
      my $list = timeline_in($profile)->{samples};
      my $kind = $list->{kind}[$i] == 1 ? 'loads' : 'stores';
      $use->{$kind}[ ($offset + $_) % $element_B ]++ for 0 .. max(1, $list->{size_B}[$i]) - 1;
      $samples++;
   });
   return $samples ? { %$use, samples => $samples } : undef;
}

# A line has whole elements, if they divide it, and all ranges begin alike.
sub from_line {
   my ($profile, $object, $element_B) = @_;
   my $timeline = timeline_in($profile) // return undef;
   my @starts   = uniq map { $_->{start} % $element_B } ranges_of($timeline, $object);
   return undef if $LINE_B % $element_B || @starts != 1;
   return folded($object->{bytes}{line}, $element_B, $starts[0]);
}

sub element_use {
   my ($profile, $object, $element_B) = @_;
   my $bytes = $object->{bytes} // {};
   return folded($bytes, $element_B, 0) if @{ $bytes->{loads} // [] };
   return ($bytes->{line} ? from_line($profile, $object, $element_B) : undef) // from_samples($profile, $object, $element_B);
}

sub member_rows {
   my ($members, $use) = @_;
   return map {
      my ($offset, $size_B, $name) = @$_;
      my @bytes = $offset .. $offset + $size_B - 1;
      { name => $name, offset => $offset, size_B => $size_B, map { $_ => max(@{ $use->{$_} }[@bytes]) } qw(loads stores) }
   } @{ $members->{list} };
}

1;
