# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::CodePatterns: what kind of code a place is, as far as its names, its source and its counts tell.
#
# Usage:
#   my $pattern = pattern_of($run, $place);            # of Xgrind::Summary::Places, by all cycles; undef: none that is known
#   my $pattern = remedy_of_cause($run, 'CyBr', $place);    # by those of one cause
#   my $pattern = waiting_pattern($run, $loop);             # of a loop in which a thread waits for another one; undef: it does not, or nobody can tell
#   $pattern->{words}    # undef, or what such code does: "scans of strings"
#   $pattern->{why}      # what was recognised, with its figures: "each of 900 entries of the loop goes round 118 times, 1 to 240"; may be undef
#   $pattern->{text}     # what may help
#   $pattern->{gain}     # undef, or why nobody knows what that would save

package Xgrind::Summary::CodePatterns;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::SourceSums;
use Xgrind::Findings::Walks;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::WorksFor;
use Xgrind::Source::SourceLines;
use Xgrind::Summary::Causes;
use Xgrind::Summary::Places;
use Xgrind::Summary::WaitLoops;
use Xgrind::Text::Numbers;

our @EXPORT = qw(pattern_of waiting_pattern remedy_of_cause);

my $ABOVE_LINES  = 60;    # in which the head of a function of a header is looked for
my $COUNTS_MIN   = 0.25;  # of a function's cycles, in what counts references, or hashes
my $SHORT_CALL   = 24;    # instructions of a call that are mostly the call itself
my $MANY         = 1000;  # calls, or instructions: fewer are no reason
my $PAGE_B        = 4096;
my $TOUCHED_TIMES = 2;    # as many new pages as an object has at a time
my $BUSY_MIN      = 0.75;    # of a place's cycles, where nothing else is worth a word
my $MISSED_MIN    = 0.25;    # of the loads of a line
my $SLOW_TIMES   = 3.2;   # as long as instructions that begin together: a taken branch of two instructions takes three times as long with six at a time
# A loop is a scan that grows if it has at least so many entries, and so many iterations of its longest entry, and of one on average.
my $SCAN_ENTRIES = 10;
my $SCAN_MOST    = 64;
my $SCAN_EACH    = 8;

# --- What is known of a place ----------------------------------------------

# Where the code stands that is executed there: of what is inlined from a header, the header.
sub inlined { my ($place) = @_; return $place->{inlined} // $place; }

# The text of lines around one, without comments; '': the source is not there, or not to be shown.
sub text_around {
   my ($place, $above, $below) = @_;
   my ($file, $line) = @{ inlined($place) }{qw(file line)};
   return '' if !defined $line;
   my $source = source_lines($file) // return '';
   my ($from, $to) = ($line - $above, $line + $below);
   return join "\n", map { $source->{text}[$_] // '' } ($from < 1 ? 1 : $from) .. $to;
}

# The name of the function or template of a header that a line is in: the nearest line above that begins like the head of one.
sub name_in_header {
   my ($place) = @_;
   return '' if (inlined($place)->{file} // '') !~ m{/include/|\.(?:h|hh|hpp|tcc)\z};
   for my $line (reverse split /\n/, text_around($place, $ABOVE_LINES, 0)) {
      return $1 if $line =~ /^ {0,6}(?:[\w:]+[ *&]+)?(\w+)\s*\([^;]*\z/a && $1 !~ /^(?:if|for|while|switch|return)\z/;
   }
   return '';
}

# All names that a place has: the function's, that of what is inlined there.
sub names_of {
   my ($place) = @_;
   my $function = without_loop($place->{function});
   return join ' ', $function, name_in_header($place);
}

# How often a loop was entered and went round; undef: the place is no loop, or it is not known.
sub rounds_of {
   my ($run, $place) = @_;
   my ($p, $f) = ($run->{profile}, $place->{f});
   return undef if !defined $f || !$p->{iterations}[$f];
   my $entries = calls_of($run, $f) or return undef;
   my ($least, $most) = @{ $p->{trips}[$f] // [] };
   return { entries => $entries, iterations => $p->{iterations}[$f], each => $p->{iterations}[$f] / $entries, least => $least, most => $most };
}

sub calls_of {
   my ($run, $f) = @_;
   my ($callers) = neighbours($run->{graph}, $f);
   return sum0(map { $_->[0] } values %$callers);
}

sub instructions_of_place {
   my ($run, $f) = @_;
   my $e = $run->{profile}{event_index}{Ir} // return 0;
   return $run->{self}[$f][$e] // 0;
}

# --- Patterns --------------------------------------------------------------

# Half of the sum or difference of two variables.
my $HALVES = qr/=[^;=]*\(\s*[A-Za-z_][\w.>-]*\s*[+-]\s*[A-Za-z_][\w.>-]*\s*\)\s*(?:\/\s*2\b|>>\s*1\b)|\bmidpoint\s*\(/;

sub is_binary_search {
   my ($run, $place) = @_;
   return 1 if names_of($place) =~ /(?:lower_bound|upper_bound|equal_range|binary_search|bsearch|bisect|partition_point)/i;
   return text_around($place, 8, 8) =~ /$HALVES/;
}

# A tree of libstdc++ or libc++, by its header or its functions.
sub is_tree_search {
   my ($run, $place) = @_;
   return (inlined($place)->{file} // '') =~ m{/bits/stl_tree\.h\z|/__tree\z} || without_loop($place->{function}) =~ /\b_Rb_tree<.*(?:find|bound|get_insert)|\b__tree<.*(?:find|bound)/s;
}

# Is much of a place what Rust's std hashes with?  What that calls is inlined, and has other files.
sub is_hashing {
   my ($run, $place) = @_;
   my %cost = %{ $place->{files} // {} };
   my $hashing = sum0(map { $cost{$_} } grep { m{/core/src/hash/sip\.rs\z} } keys %cost);
   return $hashing && $hashing >= $COUNTS_MIN * sum0(values %cost);
}

# A heap of libstdc++, by its header or its loop.
sub is_heap { return (inlined($_[1])->{file} // '') =~ m{/bits/stl_heap\.h\z} || $_[1]{function} =~ / \[loop stl_heap\.h:/; }

my $HEAP_WHY  = sub { 'a heap (std::priority_queue, push_heap, pop_heap) compares elements, and the processor cannot predict the outcome' };
my $HEAP_TEXT = sub { 'keep fewer elements in it, or a heap of your own that chooses the child by arithmetic' };

sub is_sort { return names_of($_[1]) =~ /(?:\b|_)(?:intro|quick|merge|heap|insertion|shell|stable_|partial_)?sort(?:\b|_)|qsort|unguarded_partition|unguarded_linear_insert|adjust_heap|push_heap|msort|partition_at_index/i; }

sub is_reference_count {
   my ($run, $place) = @_;
   my %cost = %{ $place->{files} // {} };
   my @of   = grep { m{/(?:atomicity|shared_ptr_base|shared_ptr_atomic)\.h\z|/alloc/src/(?:sync|rc)\.rs\z} } keys %cost;
   my @with = grep { m{/core/src/(?:sync/atomic|cell)\.rs\z} } keys %cost;
   return 1 if @of && sum0(map { $cost{$_} } @of, @with) >= $COUNTS_MIN * sum0(values %cost);
   return names_of($place) =~ /__exchange_and_add|_M_release|_M_add_ref|__shared_count|__release_shared|\bArc<|alloc::sync::|alloc::rc::/;
}

# Does a loop go through the characters of a str of Rust from its start, farther and farther?
sub counts_characters {
   my ($run, $place) = @_;
   return 0 if !grep { m{/core/src/str/(?:iter|count|validations)\.rs\z} } keys %{ $place->{files} // {} };
   my $rounds = rounds_of($run, $place) // return 0;
   return defined $rounds->{most} && $rounds->{least} * 8 <= $rounds->{most} && $rounds->{entries} >= $SCAN_ENTRIES && $rounds->{each} >= $SCAN_EACH;
}

# Does a look-up in a hash table of libstdc++ pass many keys?  { each, most }; undef: it does not.
my $KEYS_MIN = 4;
sub crowded_buckets {
   my ($run, $place) = @_;
   return undef if without_loop($place->{function}) !~ /_M_find_before_node|_M_find_node|__hash_table.*::find/s;
   my $rounds = rounds_of($run, $place) // return undef;
   return $rounds->{each} >= $KEYS_MIN && defined $rounds->{most} ? $rounds : undef;
}

# Is a loop entered from another one of its function?  Nests of triangles are, and no scans.
sub is_in_loop {
   my ($run, $place) = @_;
   my $name = without_loop($place->{function});
   my ($callers) = neighbours($run->{graph}, $place->{f});
   return scalar grep { named_of($run, $_) =~ /^\Q$name\E \[/ } keys %$callers;
}

# Does the source of a loop end it by what it reads, and not by a count?  Sums of vectors of different lengths are no scans.
sub ends_by_data { return text_around($_[0], 2, 1) =~ /\b(?:while|break)\b|(?:->|\.)\s*next\b/; }

# Does a loop go round more and more often?
sub growing {
   my ($run, $place) = @_;
   my $rounds = rounds_of($run, $place) // return undef;
   return undef if $rounds->{entries} < $SCAN_ENTRIES || !defined $rounds->{most} || $rounds->{most} < $SCAN_MOST;
   return undef if $rounds->{least} * 8 > $rounds->{most} || $rounds->{each} < $SCAN_EACH;
   return is_in_loop($run, $place) || !ends_by_data($place) ? undef : $rounds;
}

sub rounds_text {
   my ($rounds) = @_;
   return 'each of ' . commas($rounds->{entries}) . ' entries of the loop goes round ' . commas(int($rounds->{each} + 0.5)) . ' times, ' . commas($rounds->{least}) . ' to ' . commas($rounds->{most});
}

my $SCANS = qr/^(?:__(?:GI_)?)?(?:raw)?(?:strlen|strnlen|memchr|strchr|strchrnul|strrchr|strcmp|strncmp|strstr|strcasecmp|wcslen|memrchr)(?:_.*)?\z/;
my $CALLS_SCAN = qr/\b(strn?len|sscanf|strcat|strn?cmp|strcasecmp|str[r]?chr|strstr|strtok(?:_r)?|memchr)\s*\(/;
my $CALLS_MEMORY = qr/\b(mem(?:cpy|move|pcpy|set)|bzero)\s*\(/;
my $COPIES = qr/^(?:__(?:GI_)?)?(?:memcpy|memmove|mempcpy|strcpy|strcat|stpcpy)(?:_.*)?\z/;

my $FILLS = qr/^_*(?:GI_)?(?:w?mem|explicit_b)set(?:_.*)?\z/;

# Is a place a function of the C library of these names, called more often than once, which does not mainly wait for new pages?  { name, calls }.
sub is_of_c_library {
   my ($run, $place, $names) = @_;
   return undef if $place->{is_own} || $place->{is_allocator} || !defined $place->{f};
   my $name = library_name($place);
   # without the library's symbols it has no name, but the line that calls it
   ($name) = ($place->{for} ? line_text($place->{for}) : '') =~ $CALLS_MEMORY if $name =~ /^0x/;
   return undef if ($name // '') !~ $names;
   my $cost  = $run->{self}[ $place->{f} ];
   my $index = $run->{profile}{event_index};
   my $calls = calls_of_function($run, $place->{f});
   return undef if $calls < 2 || 2 * ($cost->[ $index->{CyPage} // return undef ] // 0) >= sum0(map { $cost->[ $index->{ $_->{event} } ] // 0 } function_causes($run, $place->{f}));
   return { name => $name, calls => $calls };
}

# Calls of a function, which a place is or is a loop of.
sub calls_of_function {
   my ($run, $f) = @_;
   my $name = without_loop(named_of($run, $f));
   my ($module) = @{ $run->{profile}{functions}[$f] };
   my ($outer) = grep { $run->{profile}{functions}[$_][0] == $module && named_of($run, $_) eq $name } 0 .. $#{ $run->{profile}{functions} };
   return calls_of($run, $outer // $f);
}

sub calls_text { return plain_name($_[0]{name}) . ' is called ' . commas($_[0]{calls}) . ' times'; }

# The function of the C library that scans strings, of which a place is part, as the line calls it, if that is known: sscanf calls rawmemchr.  Without
# the library's symbols it has no other name.
sub scanning_function {
   my ($run, $place) = @_;
   return undef if $place->{is_own};
   my ($called) = $place->{for} ? line_text($place->{for}) =~ $CALLS_SCAN : ();
   return $called // plain_name(library_name($place)) if without_loop($place->{function}) =~ $SCANS;
   return $place->{function} =~ /^0x/ ? $called : undef;
}

# The text of a line; '': it is not known, or its source is not there.
sub line_text {
   my ($place) = @_;
   my $source = defined $place->{line} ? source_lines($place->{file}) : undef;
   return $source ? $source->{text}[ $place->{line} ] // '' : '';
}

# Without what tells the implementations for several processors apart: memset_avx2_unaligned_erms.
sub plain_name { return $_[0] =~ s/_(?:avx|sse|ssse|evex|erms|unaligned|generic)\w*\z//r; }

sub library_name { return without_loop($_[0]{function}) =~ s/^_+(?=[a-z])//r; }

# Is the function called very often for a few instructions each?
sub short_calls {
   my ($run, $place) = @_;
   return undef if !defined $place->{f} || $place->{function} =~ / \[/;
   my $calls = calls_of($run, $place->{f});
   my $each  = $calls ? instructions_of_place($run, $place->{f}) / $calls : 0;
   return $calls >= $MANY && $each <= $SHORT_CALL ? { calls => $calls, each => $each } : undef;
}

# Do the instructions of a place take long, though nothing waits?
sub cycles_each {
   my ($run, $place) = @_;
   return undef if !defined $place->{f};
   my $n = instructions_of_place($run, $place->{f});
   return undef if $n < $MANY;
   my $each = ($run->{self}[ $place->{f} ][ $run->{profile}{event_index}{CyBase} ] // 0) / $n;
   my $machine = machine_of($run);
   return $each * ($machine ? $machine->{width} : 6) >= $SLOW_TIMES ? { each => $each, width => $machine ? $machine->{width} : undef } : undef;
}

# Is memory touched that was touched before, and given back since?  Of objects that got more new pages than their bytes have at a time, the part
# of all first touches of pages in objects; undef: not counted.
sub touched_again {
   my ($run) = @_;
   my $profile = $run->{objects} // return undef;
   my $e = $profile->{at}{PgFirst} // return undef;
   my @touched = grep { $_->{cost}[$e] } @{ $profile->{objects} };
   return undef if !@touched;
   my @again = grep { $_->{kind} eq 'heap' && $_->{cost}[$e] >= $TOUCHED_TIMES * ($_->{size_B} / $PAGE_B + 2) } @touched;
   return sum0(map { $_->{cost}[$e] } @again) / sum0(map { $_->{cost}[$e] } @touched);
}

# Is memory touched for the first time, once?  Where pages were not counted, the code tells.
sub touches_once {
   my ($run, $place) = @_;
   my $again = touched_again($run) // return runs_once($run, $place);
   return $again < 0.5;
}

# Does a line go down the columns of what it adds up, and miss D1 often?  Then exchanged loops walk in the order of addresses, and where the sum is begun
# anew for each column, each addition of a row is of another column.  { step_B, is_known }: whether the source says the latter; undef: it does not.
sub chain_down_rows {
   my ($run, $place) = @_;
   my $profile = $run->{objects} // return undef;
   my ($file, $line) = @$place{qw(file line)};
   return undef if !defined $line || !defined $profile->{at}{D1mr};
   my ($loads, $misses, $walk, $function) = (0, 0);
   for my $object (@{ $profile->{objects} }) {
      for my $at (grep { $_->{line} == $line && $profile->{functions}[ $_->{function} ]{file} eq $file } @{ $object->{lines} }) {
         my $missed = $at->{cost}[ $profile->{at}{D1mr} ];
         $loads += $at->{cost}[ $profile->{at}{Dr} ];
         my $is = $at->{walk} ? walk_of([ $at->{walk} ], $object) : undef;
         ($misses, $walk, $function) = ($missed, $is, $profile->{functions}[ $at->{function} ]) if $is && $is->{kind} eq 'rows' && $missed > $misses;
      }
   }
   return undef if !$walk || $misses < $MISSED_MIN * $loads;
   my $sum = sum_after_exchange($function, $line);
   return undef if $sum && $sum->{name} ne '';
   return { step_B => abs $walk->{step_B}, is_known => $sum ? 1 : 0 };
}

# Is the place, or the code of the program that it works for, run once?
sub runs_once {
   my ($run, $place) = @_;
   my $name = $place->{is_own} ? without_loop($place->{function} // '') : $place->{for} ? $place->{for}{function} : return 0;
   return 1 if $name =~ /^(?:main|MAIN__)\z/;
   my @f = grep { without_loop(named_of($run, $_)) eq $name } 0 .. $#{ $run->{profile}{functions} };
   my ($outer) = grep { named_of($run, $_) !~ / \[/ } @f;
   return defined $outer && calls_of($run, $outer) == 1;
}

sub named_of { my ($run, $f) = @_; return $run->{profile}{names}[ $run->{profile}{functions}[$f][2] ]; }

my $GENERATES = qr/(?:\b|_)(?:s?rand(?:om)?(?:_r)?|[de]rand48|mersenne|mt19937|xorshift\w*|splitmix\w*|lcg|generate\w*|fill_random|set_?up|init(?:ial\w*)?)(?:\b|_|\z)/i;

# Why and text get the run, the place and what {when} returned.
# Code of these kinds is told by where it is, whatever its cycles go to: the first row that holds.
my @PATTERNS = (
   { words => 'allocations', when => sub { $_[1]{is_allocator} },
      why  => sub { my $copied = ($_[1]{for} // {})->{copied}; return defined $copied ? "each copy of a $copied allocates" : undef },
      text => sub { defined +($_[1]{for} // {})->{copied} ? 'copy less: hand over and walk by reference (const T&, for (const auto& x : all)), or move' : 'allocate less often: keep memory and use it again, or make one block of many' },
      gain => sub { defined +($_[1]{for} // {})->{copied} ? 'most of the ' . rate_text($_[1]{percent}, 100) . ' of the cycles that malloc and free take now, and what the copying takes besides' : undef } },
   { words => 'hashing', when => \&is_hashing,
      why  => sub { 'keys are hashed by SipHash, the hasher of std, which is made for keys from strangers' },
      text => sub { 'for keys of your own take a faster hasher (FxHashMap of rustc-hash, ahash), look each key up once (entry), or index a Vec where keys are small numbers' } },
   { words => 'reference counts', when => \&is_reference_count,
      why  => sub { 'a shared pointer is copied, which counts its references up and down' },
      text => sub { 'pass it by reference (const std::shared_ptr<T>&, T& or, in Rust, &T), or move it' } },
   { words => 'scans of strings', when => \&scanning_function,
      why  => sub { "$_[2] reads a string from its start for each call" },
      text => sub { 'keep lengths and positions, and parse on from where the last call ended (strtol and strtod with an end pointer, std::from_chars; sscanf measures the whole string each time)' } },
   { words => 'copies of memory', when => sub { is_of_c_library($_[0], $_[1], $COPIES) },
      why  => sub { calls_text($_[2]) },
      text => sub { 'copy less: append in place, and reserve all room first, or grow by a factor; hand over references or views, move, or exchange pointers in place of contents; what is erased or inserted at the front of an array moves all behind it: use a deque, or an index' } },
   { words => 'filling memory', when => sub { is_of_c_library($_[0], $_[1], $FILLS) },
      why  => sub { calls_text($_[2]) },
      text => sub { 'clear only the elements that were used, or stamp each element with the step that set it, and clear nothing; else use smaller elements' } },
   { words => 'a heap', when => \&is_heap, needs => 'CyBr', why => $HEAP_WHY, text => $HEAP_TEXT },
   { words => 'sorting', when => \&is_sort, needs => 'CyBr',
      why  => sub { 'the processor cannot predict the comparisons' },
      text => sub { 'sort less often, or fewer and smaller records; integers can be sorted by their digits (radix sort), without comparisons' } },
   { words => 'a search in a tree', when => \&is_tree_search, needs => 'CyBr',
      why  => sub { 'the processor cannot predict to which side each step goes, and each step waits for its node' },
      text => sub { 'where the order is not needed, use a hash table (std::unordered_map); where little is inserted, a sorted array; look each key up once' } },
   { words => 'a binary search', when => \&is_binary_search, needs => 'CyBr',
      why  => sub { 'the processor cannot predict which way each step goes' },
      text => sub { 'search without a branch (select the half with ?: or arithmetic), or keep the keys in Eytzinger or B-tree order' } },
   { words => 'look-ups in a hash table', when => \&crowded_buckets,
      why  => sub { 'each look-up passes ' . commas(int($_[2]{each} + 0.5)) . ' keys of its bucket on average, ' . commas($_[2]{most}) . ' at most: many keys share a bucket' },
      text => sub { 'take a hash function that mixes all bits of the key (multiply by a large odd constant; of pairs, mix the first before the second is added), or reserve more buckets' } },
   { words => 'scans of strings', when => \&counts_characters,
      why  => sub { 'the characters of a str are counted from its start for each call (chars().nth)' },
      text => sub { 'collect them once (Vec<char>, or bytes where all are ASCII), or go on with one iterator' } },
   { words => 'indexing', when => sub { (inlined($_[1])->{file} // '') =~ m{/core/src/slice/index\.rs\z|/alloc/src/vec/mod\.rs\z} },
      why  => sub { 'each index is checked against the length, and in a Vec of Vecs it also follows a pointer' },
      text => sub { 'walk with iterators (iter, zip, chunks_exact), or take a row as a slice before the inner loop; let the inner loop run along a row' } },
   { words => 'a scan', when => \&growing,
      why  => sub { rounds_text($_[2]) },
      text => sub { 'begin each search where the last one ended, or keep an index or a count; rebuild a table with many deleted entries' } },
);

# Of a loop that waits, which need not be where most cycles are.
my %WAITS = (
   words => 'waiting for another thread',
   why   => sub { 'the loop spins until another thread writes: it goes round ' . commas($_[2]{iterations}) . ' times' },
   text  => sub { 'make the work faster that the thread waits for, or divide the work more evenly; let the thread sleep meanwhile (join, a condition variable, std::atomic::wait), or do other work' },
   gain  => sub { 'not known: the wait ends when the other thread is done' },
);

# The function that a place is, if the program only calls it, and cannot change its code.
sub of_library {
   my ($run, $place) = @_;
   return undef if $place->{is_own} || !$place->{for};
   my $name = without_loop($place->{function});
   return $name =~ /^0x/ ? 'a library' : $name;
}

# Does the line's loop compare the elements of two sequences?
sub compares_elements {
   my ($run, $place) = @_;
   return line_text($place) =~ /\b(?:while|for)\s*\(.*\w\s*\[[^\]]*\]\s*[=!]=\s*[\w.>-]+\s*\[/;
}

# What helps against a cause, wherever it is: the first row that holds.
my @REMEDIES = (
   { event => 'CyBr', when => \&of_library,
      why  => sub { "these are branches of $_[2], which the program calls" },
      text => sub { 'call it less often, or take a cheaper function; to profile without a set-up, --toggle-collect=FUNCTION counts only calls of FUNCTION' } },
   { event => 'CyBr', when => \&is_heap, why => $HEAP_WHY, text => $HEAP_TEXT },
   { event => 'CyBr', when => \&compares_elements,
      why  => sub { 'the loop compares two sequences, and the processor cannot predict where they differ' },
      text => sub { 'compare several elements at once: words of eight bytes, of which the lowest bit that differs tells the place, or memcmp where only equality matters' } },
   { event => 'CyBr',
      why  => sub { defined $_[1]{line} ? 'the processor cannot predict the branch there' : undef },
      text => sub { 'select a value in place of the branch (?: or arithmetic), or sort or group the data that it tests' } },
   { event => 'CyDep', when => \&chain_down_rows,
      why  => sub { 'each operation waits for the result of the one before, and the inner loop walks in steps of ' . commas($_[2]{step_B}) . ' bytes, from row to row' },
      text => sub {
         return 'exchange the loops, so that memory is walked in the order of addresses'
            . ($_[2]{is_known} ? ': each addition is then to another sum, which waits for none' : '; if the sum is begun anew for each column, each addition is then to another sum, which waits for none');
      },
      gain => sub { 'not known: misses of D1 that the chain hides may then show' } },
   { event => 'CyDep',
      why  => sub { 'each operation waits for the result of the one before' },
      text => sub { 'break the chain: several sums or products in place of one (the compiler may with -ffast-math or a reduction clause), fewer divisions and square roots' } },
   { event => 'CyFwd',
      why  => sub { 'a load of a word that was stored in parts waits until the parts are in L1' },
      text => sub { 'store the word in one piece, or read it in the parts that were stored' } },
   { event => 'CyFetch',
      why  => sub { 'the code that runs again and again is larger than I1' },
      text => sub { 'make the code that runs smaller: inline and unroll less, and keep together what runs together (-Os, profile-guided optimization)' } },
   { event => 'CyPage', when => \&touches_once,
      why  => sub { 'new memory is touched, once: the kernel fills each page with zeros' },
      text => sub { 'a longer run pays it only once; huge pages (madvise(MADV_HUGEPAGE), or GLIBC_TUNABLES=glibc.malloc.hugetlb=1) make it cheaper; to profile without it, --toggle-collect=FUNCTION counts only calls of FUNCTION' } },
   { event => 'CyPage',
      why  => sub { 'new memory is touched again and again: the kernel fills each page with zeros' },
      text => sub { 'use memory again (one buffer for all steps; in Fortran, loops in place of array temporaries), or raise MALLOC_MMAP_THRESHOLD_ of glibc, which unmaps large blocks that are freed' } },
   { event => 'CyTlb',
      why  => sub { 'more pages are in use than the TLBs hold' },
      text => sub { 'use huge pages (madvise(MADV_HUGEPAGE), or GLIBC_TUNABLES=glibc.malloc.hugetlb=1), or keep together what is used together, and walk it in the order of addresses' } },
   { event => 'CyBase', when => sub { !$_[1]{is_own} && without_loop($_[1]{function}) =~ $COPIES },
      why  => sub { 'the program copies data' },
      text => sub { 'copy less: hand over references or views, move, or build it in place' } },
   { event => 'CyBase', when => sub { !$_[1]{is_own} && $_[1]{for} && library_name($_[1]) eq 'random' && $_[1]{for}{function} !~ $GENERATES },
      why  => sub { 'random numbers are made by random(), which takes a lock for each of them' },
      text => sub { 'make them by a generator of each thread in the program itself, which the compiler can inline (xorshift, std::minstd_rand), or fewer of them' } },
   { event => 'CyBase', when => sub { names_of($_[1]) =~ $GENERATES },
      why  => sub { 'this looks like a set-up phase' },
      text => sub { 'let the run work longer on what was set up, or profile without the set-up: --toggle-collect=FUNCTION counts only calls of FUNCTION' } },
   { event => 'CyBase', when => \&of_library,
      why  => sub { "these are instructions of $_[2], which the program calls" },
      text => sub { 'call it less often, with more data for each call, or take a cheaper function' } },
   { event => 'CyBase', when => \&cycles_each,
      why  => sub { sprintf 'its instructions take %.2f cycles each%s: some of them are slow, as divisions, square roots and atomic operations are', $_[2]{each}, defined $_[2]{width} ? ", where the processor begins $_[2]{width} in one" : '' },
      text => sub { 'fewer divisions and square roots: multiply by a reciprocal that is computed once, compare squares, divide by powers of two; several at once in vectors' } },
   { event => 'CyBase', when => \&short_calls,
      why  => sub { commas($_[2]{calls}) . ' calls take ' . commas(int($_[2]{each} + 0.5)) . ' instructions each' },
      text => sub { 'let the compiler inline it (define it in a header, or -flto), or hand over many elements in one call' } },
   { event => 'CyBase',
      why  => sub { waits_text(@_[ 0, 1 ]) . busy_text(@_[ 0, 1 ]) },
      text => sub { 'fewer iterations (a better algorithm, an earlier end), or less in each: what stays the same moved out of the loop, several elements at once (vectors: -O3 -march=native)' } },
);

# Does anything wait there, too?  Issue is the program's largest cause, and may not be that of the place.
sub waits_text {
   my ($run, $place) = @_;
   my @causes = defined $place->{f} ? function_causes($run, $place->{f}) : ();
   my $all    = sum0(map { $_->{cycles} } @causes);
   my ($issue) = grep { $_->{event} eq 'CyBase' } @causes;
   return 'nothing waits: the processor is busy with instructions' if !$issue || $issue->{cycles} >= $BUSY_MIN * $all;
   my ($other) = grep { $_->{event} ne 'CyBase' } @causes;
   return 'the processor is busy with instructions for ' . rate_text($issue->{cycles}, $all) . " of the cycles there; next come $other->{words}, " . rate_text($other->{cycles}, $all);
}

# How often a loop went round, and what a round is.
sub busy_text {
   my ($run, $place) = @_;
   my $rounds = rounds_of($run, $place) // return '';
   my $n = int(instructions_of_place($run, $place->{f}) / $rounds->{iterations} + 0.5) || 1;
   my $varies = defined $rounds->{most} && $rounds->{most} > 8 * $rounds->{least} ? ', ' . commas($rounds->{least}) . ' to ' . commas($rounds->{most}) . ' for each of ' . commas($rounds->{entries}) . ' entries' : '';
   return ', ' . commas($rounds->{iterations}) . ' iterations of about ' . ($n == 1 ? 'one instruction' : commas($n) . ' instructions') . $varies;
}

# A row of a table, of this place.
sub told {
   my ($row, $run, $place, $found) = @_;
   return { words => $row->{words}, why => $row->{why} ? $row->{why}->($run, $place, $found) : undef, text => $row->{text}->($run, $place, $found), gain => $row->{gain} ? $row->{gain}->($run, $place, $found) : undef };
}

# Has a place some of this event?
sub has_event {
   my ($run, $place, $event) = @_;
   return defined $place->{f} && ($run->{self}[ $place->{f} ][ $run->{profile}{event_index}{$event} // return 0 ] // 0) > 0;
}

sub pattern_of {
   my ($run, $place) = @_;
   for my $row (@PATTERNS) {
      next if $row->{needs} && !has_event($run, $place, $row->{needs});
      my $found = $row->{when}->($run, $place) or next;
      return told($row, $run, $place, $found);
   }
   return undef;
}

# Does a thread wait in this loop for another one?
sub waiting_pattern {
   my ($run, $place) = @_;
   my $rounds = rounds_of($run, $place) // return undef;
   my $found  = waits_for_thread($run, { %$rounds, name => $place->{function}, map { $_ => $place->{$_} } qw(f file line) });
   return $found ? told(\%WAITS, $run, $place, $found) : undef;
}

sub remedy_of_cause {
   my ($run, $event, $place) = @_;
   for my $row (grep { $_->{event} eq $event } @REMEDIES) {
      my $found = $row->{when} ? $row->{when}->($run, $place) : 1;
      return told($row, $run, $place, $found) if $found;
   }
   return undef;
}

1;
