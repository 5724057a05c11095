# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Stores: stores in vain, of a run with --stores=yes (docs/stores.md).
#
# Usage:
#   my $stores = stores_in_vain($data, $cycles, $thresholds);    # of Xgrind::Data::Misses and ::Cycles; undef: they cost too little
#   # stored_B, over_B (overwritten unread), dead_B (never read), cycles (about what they take), pair: with stored and
#   # overwritten_by (hashes with function, line) and bytes: the code with most, but the allocator's own; or undef
#   my $note = stores_note($stores);           # a sentence
#
# What a program without them would gain is not known (docs/stores.md), so no saving is claimed.

package Xgrind::Findings::Stores;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::MissFindings;
use Xgrind::Findings::Thresholds;
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(stores_in_vain stores_note);

my $WORD_B        = 8;    # bytes that a cycle stores
my $LEAST_PERCENT = 1;    # of the bytes stored: a pair of fewer is not named, at the end of a run neither

# About what they take: a cycle a word, and of what their lines wait for data the part that they have of all accesses there.
sub cycles_in_vain {
   my ($profile) = @_;
   my $at   = $profile->{at};
   my $each = event_cycles($profile);
   my $sum  = 0;
   for my $cost (map { $_->{cost} } map { @{ $_->{lines} } } @{ $profile->{objects} }) {
      my ($loads, $stores, $stored_B, @vain_B) = map { defined $_ ? $cost->[$_] : 0 } @$at{qw(Dr Dw Sb SbOver SbDead)};
      my $vain_B = $vain_B[0] + $vain_B[1] || next;
      my $wait = 0;
      $wait += $each->{$_} * $cost->[ $at->{$_} ] for keys %$each;
      $sum += $vain_B / $WORD_B + $wait * $stores / ($loads + $stores || 1) * $vain_B / $stored_B;
   }
   return $sum;
}

# The innermost code whose source is known: a library's is told by its call.
sub code_of {
   my ($profile, $of) = @_;
   return { function => $profile->{functions}[ $of->[0] ], file => $profile->{functions}[ $of->[-2] ]{file}, line => $of->[-1] };
}

sub stores_in_vain {
   my ($data, $cycles, $thresholds) = @_;
   my $profile = $data->{profile};
   return undef if !exists $profile->{at}{SbOver};
   my ($stored_B, $over_B, $dead_B) = @{ $profile->{totals} }[ @{ $profile->{at} }{qw(Sb SbOver SbDead)} ];
   my $in_vain = cycles_in_vain($profile);
   return undef if !at_least($in_vain, $cycles->{program}, $thresholds->{saving});
   my @pairs = map { my $pair = $_; +{ bytes => $pair->{bytes}, map { $_ => code_of($profile, $pair->{$_}) } qw(stored overwritten_by) } } @{ $data->{overwritten} };
   my ($most) = grep { !is_allocator_code(@$_{qw(stored overwritten_by)}) } @pairs;
   undef $most if $most && !at_least($most->{bytes}, $stored_B, $LEAST_PERCENT);
   return { stored_B => $stored_B, over_B => $over_B, dead_B => $dead_B, cycles => $in_vain, pair => $most };
}

# "memset (a.c:7)", or with the module where the line is not known.
sub code_text {
   my ($code) = @_;
   my $f = $code->{function};
   return code_name($f->{name}) . ' (' . ($code->{line} ? base_name($code->{file}) . ":$code->{line}" : base_name($f->{module})) . ')';
}

sub stores_note {
   my ($stores) = @_;
   my $pair = $stores->{pair};
   my $share = sub { return sprintf '%.1f%%', share($_[0], $stores->{stored_B}) };
   my $note = 'Stores in vain: of ' . bytes_text($stores->{stored_B}) . ' stored, ' . $share->($stores->{over_B}) . ' are overwritten unread, and ' . $share->($stores->{dead_B}) . ' are never read.';
   $note .= ' Most: ' . bytes_text($pair->{bytes}) . ' that ' . code_text($pair->{stored}) . ' stores and ' . code_text($pair->{overwritten_by})
      . ' overwrites; leave out the first of these stores.' if $pair;
   return "$note What that saves is not known.";
}

1;
