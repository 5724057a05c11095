# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Remedies: one sentence about what may help against a finding, chosen by what is
# known (docs/remedies.md).
#
# Usage:
#   my ($name, $sentence) = remedy($data, $finding);    # of Xgrind::Findings::MissFindings or ::Sharing
#   is_layout($name)    # is it another layout of the data, which xgrind --advise-layout can try?

package Xgrind::Findings::Remedies;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::Bytes;
use Xgrind::Text::Numbers;

our @EXPORT = qw(remedy is_layout);

my $MOSTLY_UNUSED = 50;     # per cent of the bytes that were loaded
my $ARRAY_B = 4096;         # smaller allocations, of which there are many, are nodes or rows

# The object with two thirds of the misses or more; undef: none has.
sub dominant {
   my ($finding) = @_;
   my ($most) = @{ $finding->{objects} };    # most misses first
   return $most && $most->{misses} * 3 >= $finding->{misses} * 2 ? $most->{object} : undef;
}

# Do several threads write a byte that is shared?
sub has_several_writers {
   my ($entry) = @_;
   my %writers;
   for my $thread (@{ $entry->{threads} }) {
      $writers{$_}++ for bytes_of($thread->{written_bytes});
   }
   return grep { $_ > 1 } values %writers;
}

sub of_true_sharing {
   my ($finding) = @_;
   return 'Give each thread a variable of its own, in a line of its own, and sum them up at the end;'
      . ' if it is a lock, take it less often, or split what it guards.'
      if $finding->{heaviest} && has_several_writers($finding->{heaviest});
   return 'Let the threads use the shared bytes less often: keep a copy in each thread, write only what has changed,'
      . ' and keep data that are only read out of this line.';
}

# Are some of the parts of a line written, and others only read?
sub is_part_read_only {
   my ($entry) = @_;
   my $use = use_of_allocations($entry);
   my @written = grep { $use->{$_}{writes} } @{ $entry->{parts} };
   return @written && @written < @{ $entry->{parts} };
}

sub of_false_sharing {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   return "Allocate with alignment and size rounded up to $line_B bytes, or use an allocator that gives no line of memory"
      . ' to several threads.'
      if $finding->{origin} eq 'allocator';
   return 'Move what is written away from what is only read, so that no line has both: '
      . "align the first of these objects to $line_B bytes, and let nothing else be in its line."
      if $finding->{heaviest} && is_part_read_only($finding->{heaviest});
   return "Align each of these objects to $line_B bytes, or keep those of different threads apart, so that no line has several."
      if $finding->{heaviest} && @{ $finding->{heaviest}{parts} } > 1;
   return "Pad what each thread uses to $line_B bytes, and align the object to $line_B bytes, so that threads use different lines.";
}

# --- Conflict and capacity --------------------------------------------------

sub is_unused { return defined $_[0]{unused} && $_[0]{unused} >= $MOSTLY_UNUSED; }

sub walks {
   my ($finding, @kinds) = @_;
   my $kind = $finding->{walk} ? $finding->{walk}{kind} : 'mixed';
   return scalar grep { $_ eq $kind } @kinds;
}

# Is the object with most misses one piece of memory?
sub is_one_piece {
   my ($finding) = @_;
   my $object = dominant($finding);
   return $object && $object->{count} <= 1;
}

# Are these single pieces of memory, each of which has conflicts with itself?
sub are_pieces_within {
   my ($finding) = @_;
   return $finding->{within} && !grep { $_->{object}{count} > 1 } @{ $finding->{objects} };
}

# Do several objects miss, each as often as the others, as arrays with one index do?
sub is_group {
   my ($finding) = @_;
   my ($least, @more) = sort { $a <=> $b } map { $_->{misses} } @{ $finding->{objects} };
   return @more && $more[-1] <= 1.5 * $least;
}

# Where misses of D1 are conflicts, lines are lost before they are used up: their layout is not at fault.
sub are_lines_lost {
   my ($finding) = @_;
   return is_unused($finding) && walks($finding, 'streams') && grep { $_->{level} eq 'D1' && $_->{type} eq 'conflict' } @{ $finding->{also} };
}

# Do several arrays miss at random, each as often as the others, as those with one index do?  Many small allocations are no arrays, but
# what pointers lead to.
sub is_regular_group {
   my ($finding) = @_;
   return 0 if grep { ($_->{object}{total_B} // 0) < $ARRAY_B * ($_->{object}{count} || 1) } @{ $finding->{objects} };
   my @misses = map { $_->{misses} } grep { $_->{walk} && $_->{walk}{kind} =~ /^(?:random|pointers|chain|mixed)\z/ } @{ $finding->{objects} };
   return @misses > 1 && @misses == @{ $finding->{objects} } && $misses[0] <= 1.5 * $misses[-1];
}

# Does code walk through many places in turn, and lose their lines before they are used up?
sub is_scattered {
   my ($finding) = @_;
   return is_unused($finding) && walks($finding, 'streams');
}

# Are the objects about as large as the cache that code walks through from line to line?  Then some sets get more of their lines than they
# hold, wherever the objects begin.
sub nearly_fill {
   my ($finding, $data) = @_;
   my $cache = $data->{profile}{caches}{ $finding->{level} } // return 0;
   my $B = sum0(map { $_->{object}{size_B} // 0 } @{ $finding->{objects} });
   return walks($finding, 'sequence') && 4 * $B >= 3 * $cache->[0] && 4 * $B <= 5 * $cache->[0];
}

sub step_text {
   my ($finding) = @_;
   return commas($finding->{walk}{step_B}) . ' bytes';
}

# What helps, by what is known: the first row that holds.  Each has a section of this name in docs/remedies.md, with its
# program in tests/patterns and what to type.
my @REMEDIES = (
   { name => 'allocate-less', when => sub { $_[0]{allocates} },
      text => sub { 'The allocator itself misses, in the memory that it hands out or takes back: allocate and free less often; keep what is needed again,'
         . ' or take it from a pool that is freed as a whole.' } },
   # Conflict
   { name => 'offset-allocations', type => 'conflict', when => sub { $_[0]{among} && $_[0]{mapped} },
      text => sub { "These allocations all begin at the same place of a page, so that elements of one index are in one set: ask for 64 lines"
         . ' more, and begin the n-th one n lines later' . (is_scattered($_[0]) && is_group($_[0]) ? '; or make them one array of structures.' : '.') } },
   { name => 'resize-allocations', type => 'conflict', when => sub { $_[0]{among} },
      text => sub { "Several allocations fall into the same sets: add a line ($_[1] bytes) to their sizes, or use another allocator." } },
   { name => 'pad-rows', type => 'conflict', when => sub { walks($_[0], 'rows', 'elements') },
      text => sub { 'The code walks in steps of ' . step_text($_[0]) . ", which reach few sets: make the rows a line ($_[1] bytes) longer"
         . (is_unused($_[0]) ? '; or, if the order is free, exchange the loops.' : '.') } },
   { name => 'blocks', type => 'conflict', when => \&nearly_fill,
      text => sub { "The code walks from line to line through objects that are together about as large as $_[0]{level}, so that some sets get more of their lines"
         . ' than they hold: make the data smaller (shorter types, fewer arrays), or work on parts of them.' } },
   { name => 'pad-planes', type => 'conflict', when => sub { (is_one_piece($_[0]) || are_pieces_within($_[0])) && walks($_[0], 'sequence', 'streams', 'same') },
      text => sub { "Parts of the object that are used together are in the same sets: put some lines ($_[1] bytes each) between them, such as"
         . ' behind each plane or row of an array' . (is_scattered($_[0]) ? '; or, if one place can be walked after the other, exchange the loops.' : '.') } },
   { name => 'move-objects', type => 'conflict', when => sub { @{ $_[0]{objects} } > 1 },
      text => sub { "Objects that are used together are in the same sets: move them against each other by a line ($_[1] bytes) or more each." } },
   { name => 'exchange-loops', type => 'conflict', when => \&is_scattered,
      text => sub { 'The code walks through many places in turn, which are in the same sets, and their lines are evicted before they are used up: if the order is'
         . " free, exchange the loops, so that one place is walked after the other; else make rows or elements a line ($_[1] bytes) longer, if their length is a"
         . ' power of two.' } },
   { name => 'pad-rows', type => 'conflict',
      text => sub { "What is used together is in the same sets: make rows or elements a line ($_[1] bytes) longer, if their length is a power of two." } },
   # Capacity
   { name => 'exchange-loops', type => 'capacity', when => sub { walks($_[0], 'rows') },
      text => sub { 'The inner loop walks in steps of ' . step_text($_[0]) . ', and comes to the neighbours too late: exchange the loops, so that memory'
         . ' is walked in the order of addresses; where both orders are needed, work on blocks that fit into the cache.' } },
   { name => 'regroup', type => 'capacity', when => sub { is_unused($_[0]) && is_regular_group($_[0]) },
      text => sub { 'Arrays are used together at random places, and most bytes are loaded in vain: make them one array of structures.' } },
   { name => 'regroup', type => 'capacity', when => sub { are_lines_lost($_[0]) && is_group($_[0]) },
      text => sub { 'Arrays are walked side by side, and evict one another\'s lines before they are used up: make them one array of structures.' } },
   { name => 'exchange-loops', type => 'capacity', when => sub { are_lines_lost($_[0]) && dominant($_[0]) },
      text => sub { 'The inner loop walks through many places of the object in turn, and its lines are evicted before they are used up: exchange'
         . ' the loops, so that one place is walked after the other.' } },
   { name => 'split', type => 'capacity', when => sub { is_unused($_[0]) && walks($_[0], 'elements', 'sequence', 'streams') },
      text => sub { 'Of each element ' . (walks($_[0], 'elements') ? '(' . step_text($_[0]) . ') ' : '')
         . 'the code uses a few bytes: put what it uses into an array of its own'
         . (walks($_[0], 'elements') ? '.' : '; if the elements are short rows of a matrix, exchange the loops.') } },
   { name => 'first-use', type => 'capacity', when => sub { $_[0]{cold_share} >= 50 && walks($_[0], 'elements', 'sequence', 'streams') },
      text => sub { 'Most of this memory is used for the first time: use less of it, such as memory that was used before; reserve at once'
         . ' what would grow and be copied.' } },
   { name => 'unknown', type => 'capacity', when => sub { !defined $_[0]{unused} && walks($_[0], 'elements', 'sequence', 'streams', 'same', 'mixed') },
      text => sub { 'Run with --cacheuse=yes to know how well the lines are used: if badly, put what is used together into an array of its own; if well,'
         . ' work on blocks that fit into the cache.' } },
   { name => 'blocks', type => 'capacity', when => sub { walks($_[0], 'elements', 'sequence', 'streams', 'same') },
      text => sub { (is_unused($_[0]) ? 'The same lines are loaded again and again' : 'The lines are well used, and loaded again by each pass') . ': do the work of several passes on a part that fits into the cache'
         . ' (blocks, loop fusion). Where a pass needs all of the one before, only smaller data help: shorter types, fewer arrays.' } },
   { name => 'chain', type => 'capacity', when => sub { walks($_[0], 'chain') },
      text => sub { 'Each address is in the data loaded before, so the processor waits for one miss after the other: put the nodes into memory in'
         . ' the order in which they are visited, several to a line, or use an array.' } },
   { name => 'values', type => 'capacity', when => sub { walks($_[0], 'boxes') },
      text => sub { 'Each of these values is an allocation of its own: keep the values themselves in an array, those of each type in one.' } },
   { name => 'values', type => 'capacity', when => sub { walks($_[0], 'pointers') },
      text => sub { 'The code follows an array of pointers: keep the values themselves in the array, or the objects in the order of the pointers.' } },
   { name => 'random', type => 'capacity', when => sub { walks($_[0], 'random') },
      text => sub { 'The accesses are random' . ($_[0]{walk}{range_B} ? ' within ' . bytes_text($_[0]{walk}{range_B}) : '')
         . ': put what is visited together side by side (number or sort by that order), or make the data smaller.' } },
   { name => 'split', type => 'capacity', when => \&is_unused,
      text => sub { 'Most bytes are loaded in vain: put what is used together side by side.' } },
   { name => 'blocks', type => 'capacity',
      text => sub { 'The lines are well used, and too many: work on blocks that fit into the cache, or make the data smaller.' } },
);

sub of_misses {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   for my $row (@REMEDIES) {
      next if defined $row->{type} && $row->{type} ne $finding->{type};
      next if $row->{when} && !$row->{when}->($finding, $data);
      return ($row->{name}, $row->{text}->($finding, $line_B));
   }
   die;
}

# --- All --------------------------------------------------------------------

# The remedy's name, a section of docs/remedies.md, and its sentence.
sub remedy {
   my ($data, $finding) = @_;
   my $type = $finding->{type};
   return $type eq 'true-sharing' ? ('share-less', of_true_sharing($finding))
      : $type eq 'false-sharing' ? ('pad-threads', of_false_sharing($data, $finding))
      :                            of_misses($data, $finding);
}

my %LAYOUTS = map { $_ => 1 } qw(pad-rows pad-planes move-objects resize-allocations offset-allocations split chain values pad-threads);

sub is_layout { return $LAYOUTS{ $_[0] } // 0; }

1;
