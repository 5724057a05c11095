# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::OtherData: layouts for other data than their user means, as far as the debug information and the sources say it before the run.
#
# Usage:
#   warn_of_other_data($program, 'main (particles.c:45: p)', 'split');    # a sentence, if a variable is a pointer, or the line allocates for others, too
#   pointer_text($program, 'table')     # what to name in place of a pointer
#
# The tool knows the place of an allocation, not its variable (docs/layouts.md).  Large programs are not looked at: that would take longer
# than a run may.

package Xgrind::Layout::OtherData;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::Members;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;

our @EXPORT = qw(warn_of_other_data pointer_text);

my $PROGRAM_MAX_B = 4 << 20;    # whose debug information is read in less than a second

# Those that divide what has several elements; a pointer, too, may be aligned, or have its pages.
my $OF_ELEMENTS = qr/^(?:split|soa|reorder|drop|resize|stride|rows|transpose|tile|group)\z/;

sub pointer_text {
   my ($program, $variable) = @_;
   my @places = places_allocating($program, $variable);
   return quoted($variable) . ' is a pointer of 8 bytes; name what it points to by the place of its allocation, '
      . (@places == 1 ? quoted($places[0]) : 'as xgrind_annotate --objects prints it');
}

# What is wrong with the variable behind the place of an allocation; undef: nothing is known.
sub place_text {
   my ($program, $object) = @_;
   my ($place) = $object =~ /^(?:\S+ \()?([^\s():*?]+:\d+)(?:: \w[^*?]*?)?\)?\z/ or return undef;
   my @variables = variables_at($program, $place);
   return @variables > 1 ? printable($place) . ' allocates for ' . printable(all_of(@variables)) . ', which --what-if cannot tell apart: all have this layout' : undef;
}

sub warn_of_other_data {
   my ($program, $object, $layout) = @_;
   return if !defined $program || (-s $program // 0) > $PROGRAM_MAX_B;
   my $is_pointer = $object =~ /^\w+\z/ && $layout =~ $OF_ELEMENTS && (why_no_members($program, $object) // '') eq 'pointer';
   my $wrong = $is_pointer ? pointer_text($program, $object) : place_text($program, $object);
   warn_user($wrong) if defined $wrong;
   return;
}

1;
