# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Rules: placements as rules for an interposer, FlexMalloc (docs/advise.md).
#
# Usage:
#   write_rules($profile, $memories, $main, $results, \%opt);

package Xgrind::Advise::Rules;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Advise::Movable;
use Xgrind::Files::Output;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(write_rules);

# Allocation functions: FlexMalloc replaces them, so the call stacks that it sees start above them.
my %allocates = map { $_ => 1 } qw(malloc calloc realloc reallocarray posix_memalign
   aligned_alloc memalign valloc pvalloc);

# Does FlexMalloc stop at this function when it stops at main?  It does not demangle names.
sub is_outermost {
   my ($frame) = @_;
   return $frame->{name} =~ /^(?:main[^(]*|MAIN__.*)\z/;
}

# Has this frame a source position?
sub has_source {
   my ($frame) = @_;
   return $frame->{line} > 0 && $frame->{file} ne '' && $frame->{file} ne '???';
}

# An object's call stack as FlexMalloc writes it; undef and why not; whether it
# is whole.
sub flexmalloc_stack {
   my ($object) = @_;
   return (undef, 'it has no call stack') if !$object->{stack};
   my @frames = @{ $object->{stack} };
   shift @frames while @frames && ($allocates{ $frames[0]{name} } || !has_source($frames[0]));
   my $whole = 0;
   my @used;
   for my $frame (@frames) {
      push @used, $frame;
      last if $whole = is_outermost($frame);
   }
   pop @used while @used && !has_source($used[-1]);
   return (undef, 'no frame of its call stack has a source line') if !@used;
   my ($odd) = grep { has_source($_) && $_->{file} =~ /[:>@!#\x00-\x1f]/ } @used;
   return (undef, 'the name of a source file has a character with a meaning there') if $odd;
   return (join(' > ', map { has_source($_) ? "$_->{file}:$_->{line}" : '_NOT_Found:0' } @used), '', $whole);
}

# FlexMalloc's allocator for a memory.
sub allocator_of {
   my ($memory, $opt) = @_;
   my $name = $memory->{name};
   return $opt->{allocator}{$name} if exists $opt->{allocator}{$name};
   return $name if $name =~ m{^(?:posix|memkind/hbwmalloc|memkind/pmem)\z};
   fail("--rules: the memory $name has no allocator; add --allocator=$name=NAME, or =none");
   return;
}

# The lines of a rules file, for one method's placement.
sub flexmalloc_rules {
   my ($profile, $memories, $main, $result, $opt) = @_;
   my (@rules, %rule_of, $cut);
   my @order = sort { $b->{weight} <=> $a->{weight} || $b->{misses} <=> $a->{misses} || $a->{id} <=> $b->{id} } @{ $profile->{objects} };
   for my $object (@order) {
      my $m = $object->{placed}{ $result->{method} };
      next if $m == $main;
      my $memory    = $memories->[$m];
      my $allocator = allocator_of($memory, $opt);
      my $note = "# $memory->{name}: " . object_text($object) . ', ' . commas($object->{misses}) . ' load misses';
      my ($stack, $why, $whole) = flexmalloc_stack($object);
      $why = 'the memory has no allocator' if $allocator eq 'none';
      $why ||= 'its call stack is also that of an object in another memory'
         if defined $stack && ($rule_of{$stack} // $allocator) ne $allocator;
      push @rules, $why ? "$note; no rule, since $why" : $note;
      next if $why || $rule_of{$stack};
      $rule_of{$stack} = $allocator;
      $cut++ if !$whole;
      push @rules, "$stack @ $allocator";
   }
   warn_user(($cut == 1 ? '1 rule ends' : "$cut rules end") . ' before main; FlexMalloc matches only call stacks of equal length,'
         . ' see docs/advise.md') if $cut;
   return @rules;
}

# Writes the rules, whole or not at all.
sub write_rules {
   my ($profile, $memories, $main, $results, $opt) = @_;
   my $result = $results->[-1];
   my @lines  = (
      '# Locations for FlexMalloc, by ' . "$opt->{creator}, $result->{method} method",
      '# Profile ' . printable($profile->{file}) . ', memories ' . printable($opt->{memory}),
      '# Run with FLEXMALLOC_CALLSTACK_MINUS1=yes FLEXMALLOC_CALLSTACK_STOP_AT_MAIN=yes',
      flexmalloc_rules($profile, $memories, $main, $result, $opt));
   my $out = output_open($opt->{rules});
   output_write($out, join '', map { "$_\n" } @lines);
   output_close($out);
   return;
}

1;
