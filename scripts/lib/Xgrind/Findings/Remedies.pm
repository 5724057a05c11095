# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Remedies: one sentence about what may help against a finding, chosen by what is
# known (docs/remedies.md).
#
# Usage:
#   my ($name, $sentence, $object) = remedy($data, $finding);    # of Xgrind::Findings::MissFindings or ::Sharing; $object: the entry of its
#                       # objects that the remedy is of, undef: all of them
#   is_layout($name)    # is it another layout of the data, which xgrind --advise-layout can try?

package Xgrind::Findings::Remedies;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(any sum0);
use Xgrind::Findings::Bytes;
use Xgrind::Findings::SourceColumns;
use Xgrind::Findings::SourceSums;
use Xgrind::Findings::Temporaries;
use Xgrind::Findings::Together;
use Xgrind::Objects::Labels;
use Xgrind::Objects::Members;
use Xgrind::Text::Numbers;

our @EXPORT = qw(remedy is_layout);

my $MOSTLY_UNUSED = 50;     # per cent of the bytes that were loaded
my $SMALL_ELEMENT_B = 512;  # the largest power of two in its length: eight lines
my $HUGE_PAGE_B = 2 << 20;
my $TRANSLATED = 0.2;           # of what a finding costs
my $TRANSLATED_OF_ALL = 0.03;   # of what the program costs: huge pages are a line to try
my $OWN_LEAST = 10;         # per cent of what a finding's objects cost: for less, nothing is said of one of them
my $OWN_MOST  = 90;         # of more, nothing is said of the others
my $ARRAY_B = 4096;         # smaller allocations, of which there are many, are nodes or rows

my $ROW_B = 128;            # a shorter allocation is no row that a walk could come back to

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

# Functions that count references, and the bytes of what they allocate that counts can be in: libstdc++, libc++ and Rust have them before the data.
my $COUNTS   = qr/\b_Sp_counted_\w|\b__shared_(?:weak_)?count\b|\b(?:alloc::)?(?:sync::)?Arc</;
my $COUNTS_B = 16;
my $MOSTLY_COUNTS = 0.9;    # of the accesses to bytes that others write

# Is what threads share in a line of memory the count of a shared pointer?
sub is_reference_count {
   my ($data, $entry) = @_;
   my @names = map { $data->{profile}{functions}[ $_->{function} ]{name} } map { @{ $_->{code} } } @{ $entry->{threads} };
   return 0 if !any { /$COUNTS/ } @names;
   my ($all, $counts) = (0, 0);
   for my $exposed (map { @{ $_->{exposed} // [] } } @{ $entry->{threads} }) {
      my ($byte, $n) = @$exposed[ 0, 3 ];
      my $i = allocation_at($entry, $entry->{address} + $byte);
      $all += $n;
      $counts += $n if defined $i && $entry->{address} + $byte - $entry->{allocations}[$i]{start} < $COUNTS_B;
   }
   return $all && $counts >= $MOSTLY_COUNTS * $all;
}

my $LOCKS = qr/\b_*(?:lll_(?:try)?lock|pthread_(?:mutex|rwlock|spin)_)/;

# Do most accesses to what threads share in a line of memory come from the C library's locks?
sub is_lock {
   my ($data, $entry) = @_;
   my ($all, $locks) = (0, 0);
   for my $code (map { @{ $_->{code} } } @{ $entry->{threads} }) {
      $all += $code->{accesses};
      $locks += $code->{accesses} if $data->{profile}{functions}[ $code->{function} ]{name} =~ /$LOCKS/;
   }
   return $all && 2 * $locks >= $all;
}

sub of_true_sharing {
   my ($data, $finding) = @_;
   return 'The threads count the references to one object: where a shared pointer is copied for each use, pass it by reference (const std::shared_ptr<T>&, T& or, in Rust, &T), or move it.'
      if $finding->{heaviest} && is_reference_count($data, $finding->{heaviest});
   return 'The threads wait for a lock: take it less often (let each thread gather its results, and take the lock once for many of them), hold it for less, or split what it guards.'
      if $finding->{heaviest} && is_lock($data, $finding->{heaviest});
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

# Do several threads write most of what is written in a line?  Then no thread has a part that could be apart.
sub is_written_by_all {
   my ($entry) = @_;
   my %writers;
   for my $thread (@{ $entry->{threads} }) {
      $writers{$_}++ for bytes_of($thread->{written_bytes});
   }
   return %writers && 2 * grep({ $_ > 1 } values %writers) > keys %writers;
}

sub of_false_sharing {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   return "Allocate with alignment and size rounded up to $line_B bytes, or use an allocator that gives no line of memory"
      . ' to several threads.'
      if $finding->{origin} eq 'allocator';
   return 'Keep data that are written apart from data that are only read, so that no cache line has both: '
      . "align the first of these objects to $line_B bytes, and let nothing else be in its line."
      if $finding->{heaviest} && is_part_read_only($finding->{heaviest});
   return "Align each of these objects to $line_B bytes, or keep those of different threads apart, so that no line has several."
      if $finding->{heaviest} && @{ $finding->{heaviest}{parts} } > 1;
   return 'The threads write the same bytes at different times: no part of this cache line is one thread\'s: give each thread its own copy, in lines of its own, and add the copies up at the end.'
      if $finding->{heaviest} && is_written_by_all($finding->{heaviest});
   return "Pad what each thread uses to $line_B bytes, and align the object to $line_B bytes, so that threads use different lines.";
}

# --- Conflict and capacity --------------------------------------------------

sub is_unused { return defined $_[0]{unused} && $_[0]{unused} >= $MOSTLY_UNUSED; }

sub walks {
   my ($finding, @kinds) = @_;
   my $kind = $finding->{walk} ? $finding->{walk}{kind} : 'mixed';
   $kind = 'streams' if $kind eq 'nested';    # several places in turn, whose order the loops have
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

my $COPIES = qr/mem(?:cpy|move|pcpy)|str(?:cpy|cat)|stpcpy/;
my $FILLS  = qr/(?:w?mem|explicit_b)set|bzero/;

# Is the code a function of the C library of these names?
sub is_of_c_library {
   my ($finding, $names) = @_;
   my ($code) = @{ $finding->{code} };
   return $code && $code->{function}{name} =~ /^(?:(?:__GI_)?(?:$names)|__(?:$names)_\w+)\z/a ? 1 : 0;
}

# Are most of these misses in nodes of the trees of libstdc++ or libc++?
sub are_nodes_of_trees {
   my ($finding) = @_;
   my $object = dominant($finding) // return 0;
   return any { $_->{file} =~ m{/bits/stl_tree\.h\z|/__tree\z} } @{ $object->{stack} // [] };
}

# Is the object with most misses an array of numbers?  One has no members that others could be apart from.
sub has_numbers {
   my ($data, $finding) = @_;
   my $object = dominant($finding) // return 0;
   return is_of_numbers($object, (stat $data->{profile}{file})[9]);
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

# Are these steps over elements that are small enough to reach an eighth of the sets or more?  Then many sets are left to others because most
# bytes of elements are not used.
sub are_small_elements {
   my ($finding) = @_;
   return 0 if !is_unused($finding) || !walks($finding, 'elements');
   my $step_B = abs $finding->{walk}{step_B};
   return ($step_B & -$step_B) <= $SMALL_ELEMENT_B;
}

# Do translations of addresses take a large part of the finding, or of the program, in memory that has huge pages?
sub is_translated {
   my ($finding) = @_;
   my $cycles = $finding->{translations} // 0;
   return 0 if !$cycles || sum0(map { $_->{object}{size_B} // 0 } @{ $finding->{objects} }) < $HUGE_PAGE_B;
   return $cycles >= $TRANSLATED * $finding->{saving} || $cycles >= $TRANSLATED_OF_ALL * $finding->{saving_of};
}

# What they cost, and how memory gets huge pages.
sub huge_pages_text {
   my ($finding) = @_;
   my $is_allocated = grep { $_->{object}{kind} eq 'heap' } @{ $finding->{objects} };
   return sprintf('Translations of addresses (TLB misses) cost about %s cycles of these, %.1f%% of the estimate: huge pages avoid most of them (madvise with MADV_HUGEPAGE%s).',
      commas(int($finding->{translations} + 0.5)), share(@$finding{qw(translations saving_of)}), $is_allocated ? ', or GLIBC_TUNABLES=glibc.malloc.hugetlb=1 for all that malloc gives' : '');
}

# What exchanged loops add to.  A sum of floating-point numbers waits for the one before it, which may take longer than the misses did.
sub sums_text {
   my ($finding) = @_;
   my ($code) = @{ $finding->{code} };
   my $sum = $code && $code->{line} ? sum_after_exchange(@$code{qw(function line)}) : undef;
   return ' If the inner loop, once exchanged, adds floating-point numbers to one variable, use several sums, as each addition waits for the one before it.' if !$sum;
   return $sum->{name} eq '' ? '' : " Exchanged, the inner loop adds to $sum->{name} only, and each addition waits for the one before it: use several sums, too.";
}

# Does the code go down the columns of rows, each of which is an allocation?  Then a walk of steps from one to the next may be in no order, as allocators
# leave gaps, and the source knows.
sub goes_down_rows {
   my ($finding) = @_;
   my $object = dominant($finding) // return 0;
   my ($code) = @{ $finding->{code} };
   return 0 if !$code || !$code->{line} || $object->{kind} ne 'heap' || $object->{count} < 2 || !walks($finding, 'mixed', 'elements', 'streams');
   my $row_B = $object->{total_B} / $object->{count};
   return $row_B >= $ROW_B && abs(($finding->{walk} // {})->{step_B} // 0) >= $row_B && columns_at(@$code{qw(function line)}) ? 1 : 0;
}

sub step_text {
   my ($finding) = @_;
   return commas($finding->{walk}{step_B}) . ' bytes';
}

# What helps, by what is known: the first row that holds.  Each has a section of this name in docs/remedies.md, with its
# program in tests/patterns and what to type.
my @REMEDIES = (
   { name => 'allocate-less', when => sub { $_[0]{allocates} },
      text => sub { 'Misses in the allocator itself, in the memory that it hands out or takes back: allocate and free less often; keep what is needed again,'
         . ' or take it from a pool that is freed as a whole.' } },
   { name => 'assumed-shape', when => sub { is_argument_copied($_[1], $_[0]) },
      text => sub { 'The compiler copies the argument in and out for each call, as its elements are not side by side and the routine takes an array of a given size:'
         . ' declare the argument assumed-shape there (dimension(:), in a module), or pass contiguous memory.' } },
   { name => 'copy-less', type => 'capacity', when => sub { is_of_c_library($_[0], $COPIES) },
      text => sub { 'Misses in a copy: copy less. Append in place, and reserve room before; hand over references or views, move, or exchange pointers in place of contents.' } },
   { name => 'clear-less', type => 'capacity', when => sub { is_of_c_library($_[0], $FILLS) },
      text => sub { 'Memory is filled with one value again and again: clear only what was used since, or stamp each element with the step that set it, and clear'
         . ' nothing; else use smaller elements (a char or a bit in place of an int).' } },
   # Conflict
   { name => 'offset-allocations', type => 'conflict', when => sub { $_[0]{among} && $_[0]{mapped} },
      text => sub { "These allocations all begin at the same place of a page, so that elements of one index are in one set: ask for 64 lines"
         . ' more for each, and put the n-th array n lines behind the start of its memory' . (is_scattered($_[0]) && is_group($_[0]) && are_indexed_together($_[2], $_[0]) ? '; or make them one array of structures.' : '.') } },
   { name => 'resize-allocations', type => 'conflict', when => sub { $_[0]{among} },
      text => sub { "Several allocations fall into the same sets: add a cache line ($_[1] bytes) to their sizes, or use another allocator." } },
   { name => 'split', type => 'conflict', when => \&are_small_elements,
      text => sub { 'Of each element (' . step_text($_[0]) . ') the code uses a few bytes, in a part of the sets: put what it uses into an array of its own.' } },
   { name => 'pad-rows', type => 'conflict', when => sub { walks($_[0], 'rows', 'elements') },
      text => sub { 'The code walks in steps of ' . step_text($_[0]) . ", which reach few sets of the cache: make the rows a cache line ($_[1] bytes) longer"
         . (is_unused($_[0]) ? '; or, if the order is free, exchange the loops.' : '.') } },
   { name => 'blocks', type => 'conflict', when => \&nearly_fill,
      text => sub { "The code walks from line to line through objects that are together about as large as $_[0]{level}, so that some sets get more of their lines"
         . ' than they hold: make the data smaller (shorter types, fewer arrays), or work on parts of them.' } },
   { name => 'pad-planes', type => 'conflict', when => sub { (is_one_piece($_[0]) || are_pieces_within($_[0])) && walks($_[0], 'sequence', 'streams', 'same') },
      text => sub { "Parts of the object that are used together are in the same sets: put some lines ($_[1] bytes each) between them, such as"
         . ' behind each plane or row of an array' . (is_scattered($_[0]) ? '; or, if one place can be walked after the other, exchange the loops.' : '.') } },
   { name => 'move-objects', type => 'conflict', when => sub { @{ $_[0]{objects} } > 1 },
      text => sub { "Objects that are used together are in the same sets: move them against each other by a cache line ($_[1] bytes) or more each." } },
   { name => 'exchange-loops', type => 'conflict', when => \&is_scattered,
      text => sub { 'The code walks through many places in turn, which are in the same sets, and their lines are evicted before they are used up: if the order is'
         . " free, exchange the loops, so that one place is walked after the other; else make rows or elements a cache line ($_[1] bytes) longer, if their length is a"
         . ' power of two.' . sums_text($_[0]) } },
   { name => 'pad-rows', type => 'conflict',
      text => sub { "What is used together is in the same sets: make rows or elements a cache line ($_[1] bytes) longer, if their length is a power of two." } },
   # Capacity
   { name => 'exchange-loops', type => 'capacity', when => sub { walks($_[0], 'rows') },
      text => sub { 'The inner loop walks in steps of ' . step_text($_[0]) . ', and returns to a cache line after its eviction: exchange the loops, so that memory'
         . ' is walked in the order of addresses; where both orders are needed, work on blocks that fit into the cache.' . sums_text($_[0]) } },
   { name => 'exchange-loops', type => 'capacity', when => \&goes_down_rows,
      text => sub { 'The inner loop goes from row to row, each of which is an allocation of its own, and returns to a cache line after its eviction: exchange the loops, so that'
         . ' one row is walked after the other; where both orders are needed, work on blocks that fit into the cache.' . sums_text($_[0]) } },
   { name => 'regroup', type => 'capacity', when => sub { is_unused($_[0]) && is_regular_group($_[0]) && are_indexed_together($_[1], $_[0]) },
      text => sub { 'Arrays are used together at random places, and most loaded bytes are never used: make them one array of structures.' } },
   { name => 'regroup', type => 'capacity', when => sub { are_lines_lost($_[0]) && is_group($_[0]) && are_indexed_together($_[1], $_[0]) },
      text => sub { 'Arrays are walked side by side, and evict one another\'s lines before they are used up: make them one array of structures.' } },
   { name => 'exchange-loops', type => 'capacity', when => sub { are_lines_lost($_[0]) && dominant($_[0]) },
      text => sub { 'The inner loop walks through many places of the object in turn, and its lines are evicted before they are used up: exchange'
         . ' the loops, so that one place is walked after the other.' . sums_text($_[0]) } },
   { name => 'blocks', type => 'capacity', when => sub { is_unused($_[0]) && walks($_[0], 'sequence', 'streams') && has_numbers($_[1], $_[0]) },
      text => sub { 'The code uses a part of the numbers in each cache line: where it walks in steps, use numbers of a smaller type (a char or a bit in place of an int), or do the work of all steps on a part that fits into'
         . ' the cache; where it uses the same ones each time, put these into an array of their own; if these are short rows of a matrix, exchange the loops.' } },
   { name => 'split', type => 'capacity', when => sub { is_unused($_[0]) && walks($_[0], 'elements', 'sequence', 'streams') },
      text => sub { 'Of each element ' . (walks($_[0], 'elements') ? '(' . step_text($_[0]) . ') ' : '')
         . 'the code uses a few bytes: put what it uses into an array of its own'
         . (walks($_[0], 'elements') ? '.' : '; if the elements are short rows of a matrix, exchange the loops.') } },
   { name => 'first-use', type => 'capacity', when => sub { $_[0]{cold_share} >= 50 && walks($_[0], 'elements', 'sequence', 'streams') },
      text => sub { 'Most of this memory is used for the first time: use memory again, or less memory; reserve in one go'
         . ' what would grow and be copied.' } },
   { name => 'unknown', type => 'capacity', when => sub { !defined $_[0]{unused} && walks($_[0], 'elements', 'sequence', 'streams', 'same', 'mixed') },
      text => sub { 'Run with --cacheuse=yes to know how well the lines are used: if badly, put what is used together into an array of its own; if well,'
         . ' work on blocks that fit into the cache.' } },
   { name => 'blocks', type => 'capacity', when => sub { walks($_[0], 'elements', 'sequence', 'streams', 'same') },
      text => sub { (is_unused($_[0]) ? 'The same lines are loaded again and again' : 'The lines are well used, and loaded again by each pass') . ': do the work of several passes on a part that fits into the cache'
         . ' (blocks, loop fusion). Where a pass needs all of the one before, only smaller data help: shorter types, fewer arrays.' } },
   { name => 'huge-pages', type => 'capacity', when => sub { walks($_[0], 'random', 'chain', 'pointers', 'mixed') && is_translated($_[0]) },
      text => sub {
         my ($finding, $line_B, $data) = @_;
         my ($pages, $other) = (huge_pages_text($finding), text_of({ %$finding, translations => 0 }, $line_B, $data));
         return 2 * $finding->{translations} >= $finding->{saving} ? "$pages Then: " . lcfirst $other : "$other $pages";
      } },
   { name => 'chain', type => 'capacity', when => sub { walks($_[0], 'chain') },
      text => sub { 'Each address comes from the load before, so the processor waits for one miss after the other: put the nodes into memory in'
         . ' the order in which they are visited, several to a cache line, or use an array.' . (are_nodes_of_trees($_[0]) ? ' These are nodes of a std::map or std::set: where the order is not needed, a hash table (std::unordered_map) takes fewer such steps;'
         . ' where little is inserted, use a sorted array.' : '') } },
   { name => 'values', type => 'capacity', when => sub { walks($_[0], 'boxes') },
      text => sub { 'Each of these values is an allocation of its own: keep the values themselves in arrays, one array for each type.' } },
   { name => 'values', type => 'capacity', when => sub { walks($_[0], 'pointers') },
      text => sub { 'The code follows an array of pointers: keep the values themselves in the array, or the objects in the order of the pointers.' } },
   { name => 'random', type => 'capacity', when => sub { walks($_[0], 'random') },
      text => sub { 'The accesses are random' . ($_[0]{walk}{range_B} ? ' within ' . bytes_text($_[0]{walk}{range_B}) : '')
         . ': put what is visited together side by side (number or sort by that order), or make the data smaller.' } },
   { name => 'split', type => 'capacity', when => \&is_unused,
      text => sub { 'Most loaded bytes are never used: put members that are used together side by side.' } },
   { name => 'blocks', type => 'capacity',
      text => sub { 'The cache lines are well used, but too many: work on blocks that fit into the cache, or make the data smaller.' } },
);

# The first row that holds.
sub row_of {
   my ($finding, $data) = @_;
   my ($row) = grep { (!defined $_->{type} || $_->{type} eq $finding->{type}) && (!$_->{when} || $_->{when}->($finding, $data)) } @REMEDIES;
   return $row;
}

sub text_of {
   my ($finding, $line_B, $data) = @_;
   return row_of($finding, $data)->{text}->($finding, $line_B, $data);
}

# What is said of objects together, and must not be said of one of them.
my %IS_JOINT = map { $_ => 1 } qw(allocate-less assumed-shape copy-less offset-allocations resize-allocations move-objects regroup exchange-loops);
# What is said of an object by itself; else there is only that all of them need less room.
my %IS_OWN = (
   capacity => { map { $_ => 1 } qw(split chain values huge-pages random) },
   conflict => { split => 1 },
);

# A finding of one of its objects alone.
sub of_object {
   my ($finding, $object) = @_;
   my $part = $object->{cost_share} / 100;
   return { %$finding, objects => [$object], misses => $object->{misses}, saving => $finding->{saving} * $part, (map { $_ => $object->{$_} } qw(walk unused accesses_per_load cold_share translations)) };
}

# What helps against a finding of several objects, each of which is used in its own way: what helps for the one that costs most among those
# for which something helps by itself.  Undef: all are alike.
sub of_costliest {
   my ($finding, $line_B, $data) = @_;
   my @parts = map { of_object($finding, $_) } grep { $_->{cost_share} >= $OWN_LEAST } @{ $finding->{objects} };
   my @rows  = map { row_of($_, $data) } @parts;
   my ($i) = grep { $IS_OWN{ $finding->{type} }{ $rows[$_]{name} } } 0 .. $#rows;
   return if !defined $i || !grep { $_->{name} ne $rows[$i]{name} } @rows;
   my ($object) = @{ $parts[$i]{objects} };
   my $of   = $finding->{is_modelled} && $object->{cost_share} <= $OWN_MOST ? sprintf(', which has %.0f%% of these cycles', $object->{cost_share}) : '';
   my $text = object_label($object->{object}) . "$of: " . lcfirst $rows[$i]{text}->($parts[$i], $line_B, $data);
   my ($other) = grep { !$IS_OWN{ $finding->{type} }{ $rows[$_]{name} } && $parts[$_]{objects}[0]{cost_share} > $object->{cost_share} } 0 .. $#rows;
   $text .= ' ' . object_label($parts[$other]{objects}[0]{object}) . ': ' . lcfirst $rows[$other]{text}->($parts[$other], $line_B, $data) if defined $other;
   return ($rows[$i]{name}, $text, $object);
}

# The remedy's name, its sentence, and the object that it is of, if it is of one alone.
sub of_misses {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   my ($only, @others) = @{ $finding->{objects} };
   # of one object, others that miss as well say nothing about its lines
   $finding = { %$finding, unused => $only->{unused} } if $only && !@others;
   my $row = row_of($finding, $data);
   my @own = @others && $IS_OWN{ $finding->{type} } && !$IS_JOINT{ $row->{name} } ? of_costliest($finding, $line_B, $data) : ();
   return @own ? @own : ($row->{name}, $row->{text}->($finding, $line_B, $data), undef);
}

# --- All --------------------------------------------------------------------

# The remedy's name, a section of docs/remedies.md, its sentence, and its object.
sub remedy {
   my ($data, $finding) = @_;
   my $type = $finding->{type};
   return $type eq 'true-sharing' ? ('share-less', of_true_sharing($data, $finding))
      : $type eq 'false-sharing' ? ('pad-threads', of_false_sharing($data, $finding))
      :                            of_misses($data, $finding);
}

my %LAYOUTS = map { $_ => 1 } qw(pad-rows pad-planes move-objects resize-allocations offset-allocations split chain values pad-threads);

sub is_layout { return $LAYOUTS{ $_[0] } // 0; }

1;
