# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::MissFindings: findings of conflict and capacity misses: what has one cause is one finding.
#
# Usage:
#   my @findings = miss_findings($data, $thresholds, $cycles, $lines);   # of Xgrind::Findings::CodeLines
#   is_allocator_code(@lines)             # are their functions all those of an allocator?
#
# Lines of code of one loop nest are one cause, whatever objects they miss in.  Nests are one cause if they have
# level, type, origin and, of capacity misses, the kind of walk in common, and objects: those of one function, and, where the objects' layout is what
# has to change, those of several functions (docs/report.md).  Lines whose misses come from sharing are left to
# Xgrind::Findings::Sharing.
#
# A finding is a hash with type, origin, level (the one whose misses cost most), misses, share (per cent of the level's
# misses), saving (cycles: what a model of the processor charged for these misses; without one a fifth of each miss that prefetchers
# foresee), is_bound (the saving is an upper bound), simulated (cycles of it that the estimate of the program has),
# classes (all misses of its lines by class), also (hashes with level, type, misses, share,
# saving, classes: what other levels say), code (hashes with function, line, accesses, misses), objects
# (hashes with object, misses, also: level and misses where it has many more; walk of Xgrind::Findings::Walks; its own unused,
# accesses_per_load, cold_share and translations; nests, its misses of D1 by loop nest; cost_share, per cent of what the objects named cost; of what a recursive
# function allocates one, with ids), walk (of the finding), translations (cycles of the saving that are those of addresses), within (allocations, each of which has
# conflicts with itself), among (allocations have conflicts with others), mapped (the main object's allocations have pages of their own),
# allocates (the code is the allocator's), unused (per cent of
# bytes), accesses_per_load, cold_share (per cent of the misses in its main objects).

package Xgrind::Findings::MissFindings;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Cycles;
use Xgrind::Findings::Walks;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::AllocatorNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(miss_findings is_allocator_code);

my %CLASS_OF = (conflict => 'Conf', capacity => 'Cap');

# --- Nests -----------------------------------------------------------------

# The nest that a line of code is in; if none, its function.
sub nest_key {
   my ($line) = @_;
   return $line->{loop} // join "\0", @{ $line->{function} }{qw(name module)};
}

# Lines of code by loop nest; what is in no loop, by function.
sub nests_of {
   my (@lines) = @_;
   my (%nest, @order);
   for my $line (@lines) {
      my ($type) = type_of($line->{level}{D1});
      next if is_sharing($type) && $line->{level}{D1}{True} + $line->{level}{D1}{False};
      my $key = nest_key($line);
      push @order, $nest{$key} = { function => $line->{function}, lines => [] } if !$nest{$key};
      push @{ $nest{$key}{lines} }, $line;
   }
   return @order;
}

# Sums over lines of code at a level.
sub counts_of {
   my ($level, @lines) = @_;
   my %sum;
   add_counts(\%sum, $_->{level}{$level}) for @lines;
   return \%sum;
}

# What the misses of a type cost in lines of code.  A model of the processor has charged each object there by itself: what a line
# reads again may be waited for, and not what it writes for the first time.
sub cost_of_type {
   my ($data, $cycles, $level, $type, @lines) = @_;
   @lines = map { objects_at_line($data, $_) } @lines if $cycles->{is_modelled};
   return sum0(map { class_cycles($cycles, $_->{level}, $level, $CLASS_OF{$type}) } @lines);
}

# What lines of code would gain without them.  A model of the processor knows prefetchers; without one it is a part of
# their cost, where misses are foreseen.  Conflicts prefetchers do not help: what they load is evicted in the same way.
sub saving_of {
   my ($data, $cycles, $level, $type, @lines) = @_;
   return cost_of_type($data, $cycles, $level, $type, @lines) if $cycles->{is_modelled} || $type ne 'capacity';
   return sum0(map { cost_of_type($data, $cycles, $level, $type, $_) * (1 - (1 - $cycles->{foreseen}) * foreseen(@{ $_->{walks} })) } @lines);
}

# Conflict or capacity: of which there are more.
sub miss_type {
   my ($counts) = @_;
   return $counts->{Conf} > $counts->{Cap} ? ('conflict', $counts->{Conf}) : ('capacity', $counts->{Cap});
}

# What a level says about lines of code, if it is serious.
sub of_level {
   my ($data, $thresholds, $cycles, $level, @lines) = @_;
   my $counts = counts_of($level, @lines);
   return undef if !is_costly($data, $thresholds, $counts, $level);
   my ($type, $misses) = miss_type($counts);
   return undef if !$misses;
   return {
      level => $level, type => $type, misses => $misses, classes => $counts,
      share => share($misses, misses_of_level($data, $level)),
      cost => cost_of_type($data, $cycles, $level, $type, @lines), saving => saving_of($data, $cycles, $level, $type, @lines),
   };
}

# Serious levels, the one that costs most first.
sub serious_levels {
   my ($data, $thresholds, $cycles, @lines) = @_;
   my @levels = grep { defined } map { of_level($data, $thresholds, $cycles, $_, @lines) } @{ $data->{levels} };
   my ($most) = sort { $b->{cost} <=> $a->{cost} } @levels;
   return $most ? ($most, grep { $_ != $most } @levels) : ();
}

# How many conflict misses lines have in D1, and how many of them are of one allocation with another.
sub conflicts_of {
   my (@lines) = @_;
   return (sum0(map { $_->{level}{D1}{Conf} } @lines), sum0(map { $_->{other} } @lines));
}

# Are half of the conflicts in D1 among allocations?  Which lines evict one another in further levels is not known.
sub is_among {
   my ($level, $type, @lines) = @_;
   return 0 if $type ne 'conflict' || $level ne 'D1';
   my ($conflicts, $others) = conflicts_of(@lines);
   return $conflicts && 2 * $others >= $conflicts;
}

my $MAPPED_B = 128 << 10;    # glibc gives allocations of this size pages of their own, 16 bytes after whose start they begin

# Are these allocations that begin at the same place of a page, so that how far they are from one another is what the program has asked for?
sub are_mapped {
   my ($objects) = @_;
   my $object = @$objects ? $objects->[0]{object} : return 0;
   return $object->{count} && $object->{total_B} >= $MAPPED_B * $object->{count};
}

sub is_allocator_code {
   my (@lines) = @_;
   return !grep { !is_allocator_name($_->{function}{name}) } @lines;
}

# The allocator's is what its own code misses, and where it has put allocations; but not how far large ones are apart.
sub origin_of {
   my ($cause) = @_;
   return $cause->{allocates} || $cause->{among} && !$cause->{mapped} ? 'allocator' : 'application';
}

# Are these allocations, each of which evicts its own lines from D1?
sub is_within {
   my ($lines, $objects) = @_;
   return 0 if grep { $_->{object}{kind} ne 'heap' } @$objects;
   my ($conflicts, $others) = conflicts_of(@$lines);
   return 2 * $others < $conflicts;
}

# --- Objects ---------------------------------------------------------------

# A stack without its recursion: of the calls from one to a function to the outermost one to it, only the innermost.
sub without_recursion {
   my ($stack) = @_;
   my %outermost;
   $outermost{"$stack->[$_]{name}\0$stack->[$_]{module}"} = $_ for 0 .. $#$stack;
   my @frames;
   for (my $i = 0; $i < @$stack; $i++) {
      push @frames, $stack->[$i];
      $i = $outermost{"$stack->[$i]{name}\0$stack->[$i]{module}"};
   }
   return @frames;
}

# Objects that a recursive function allocates, as the nodes of a tree, are one object to a reader, though each
# path of calls makes another one: by id, one object for all of them.
sub folded_objects {
   my ($data) = @_;
   return $data->{folded} if $data->{folded};
   my (%alike, @order);
   for my $object (grep { $_->{stack} && @{ $_->{stack} } } @{ $data->{profile}{objects} }) {
      my @frames = without_recursion($object->{stack});
      my $key = join "\0", $object->{kind}, $object->{among} ? $object->{among}[0] : 0, map { @$_{qw(name file line)} } @frames;
      push @order, $alike{$key} = { frames => \@frames, objects => [] } if !$alike{$key};
      push @{ $alike{$key}{objects} }, $object;
      $alike{$key}{is_recursive} ||= @frames < @{ $object->{stack} };
   }
   for my $of (grep { $_->{is_recursive} && @{ $_->{objects} } > 1 } @order) {
      my @objects = @{ $of->{objects} };
      my %folded  = %{ $objects[0] };
      for my $key (qw(count size_B total_B)) {
         $folded{$key} = sum0(map { $_->{$key} // 0 } @objects);
      }
      # where they were wanted in several places, the place is that of the allocation itself
      if (grep { $_->{place} ne $folded{place} } @objects) {
         $folded{frame} = $of->{frames}[0];
         $folded{place} = place_of(@{ $folded{frame} }{qw(file line)});
      }
      $folded{name} =~ s/ (?:#\d+|< .*)\z//s;
      @folded{qw(stack ids)} = ($of->{frames}, [ map { $_->{id} } @objects ]);
      $data->{folded}{ $_->{id} } = \%folded for @objects;
   }
   return $data->{folded} //= {};
}

# What each object costs in lines of code, and how they walk through it.
sub objects_in {
   my ($data, $lines) = @_;
   my $folded = folded_objects($data);
   my (%of, @order);
   for my $line (@$lines) {
      my @objects = objects_at_line($data, $line);
      for my $i (0 .. $#objects) {
         my $at = $objects[$i];
         my $object = $folded->{ $at->{object}{id} } // $at->{object};
         my $id = $object->{id};
         push @order, $of{$id} = { object => $object, level => {}, walks => [] } if !$of{$id};
         add_counts($of{$id}{level}{$_} //= {}, $at->{level}{$_}) for keys %{ $at->{level} };
         $of{$id}{$_} += $at->{$_} for qw(lost_B loaded_B use loads tlb);
         push @{ $of{$id}{walks} }, $line->{walks}[$i];
         $of{$id}{nests}{ nest_key($line) } += $at->{level}{D1}{misses};
         push @{ $of{$id}{lines} }, { function => $line->{function}, line => $line->{line}, level => $at->{level} };
      }
   }
   return @order;
}

# The objects that have nine tenths of what they are counted by, most first.
sub main_objects {
   my ($n, @objects) = @_;
   @objects = sort { $n->($b) <=> $n->($a) || $a->{object}{id} <=> $b->{object}{id} } grep { $n->($_) } @objects;
   my ($sum, $all, @main) = (0, sum0(map { $n->($_) } @objects));
   while (@objects && $sum * 10 < $all * 9) {
      push @main, shift @objects;
      $sum += $n->($main[-1]);
   }
   return @main;
}

# What an object's misses cost, in all levels that a cause is serious in.
sub cost_of {
   my ($cycles, $object, @levels) = @_;
   return sum0(map { class_cycles($cycles, $object->{level}, $_->{level}, $CLASS_OF{ $_->{type} }) } @levels);
}

# How the cause walks: as most of its misses do in the objects that cost most, which the finding names.  Columns that cost a third of
# it count first, as other loops than these would change all other walks of the nest, too.
sub main_walk {
   my ($n, @objects) = @_;
   my @rows = grep { my $walk = walk_of($_->{walks}, $_->{object}); $walk && $walk->{kind} eq 'rows' } @objects;
   my $has_rows = 3 * sum0(map { $n->($_) } @rows) >= sum0(map { $n->($_) } @objects);
   my @of = @rows && $has_rows ? @rows : @objects;
   return walk_of([ map { @{ $_->{walks} } } @of ], map { $_->{object} } @of);
}

# --- Causes ----------------------------------------------------------------

# A nest, or several with one cause: a hash with lines, nests, level, type, origin, also, objects (main ones), walk.
sub cause_of {
   my ($data, $thresholds, $cycles, @nests) = @_;
   my @lines = map { @{ $_->{lines} } } @nests;
   my ($main, @also) = serious_levels($data, $thresholds, $cycles, @lines);
   return if !$main;
   my @all    = objects_in($data, \@lines);
   my @main   = main_objects(sub { return $_[0]{level}{ $main->{level} }{ $CLASS_OF{ $main->{type} } } }, @all);
   my $cost   = sub { return cost_of($cycles, $_[0], $main, @also) };
   my @objects = main_objects($cost, @all);
   @objects = @main if !@objects;    # prefetchers foresee all misses
   my %cause = (
      nests => \@nests, lines => \@lines, %$main, also => \@also, objects => \@objects, main => \@main,
      walk => main_walk($cost, @objects), allocates => is_allocator_code(@lines), mapped => are_mapped(\@objects),
      within => is_within(\@lines, \@objects), among => is_among($main->{level}, $main->{type}, @lines),
   );
   return { %cause, origin => origin_of(\%cause) };
}

# Is it the layout of the objects that has to change, whatever loops walk through them?
sub is_of_layout {
   my ($cause) = @_;
   return $cause->{type} eq 'conflict' || $cause->{walk} && $cause->{walk}{kind} =~ /^(?:elements|chain|pointers|random)\z/;
}

sub is_one_cause {
   my ($x, $y) = @_;
   return 0 if grep { $x->{$_} ne $y->{$_} } qw(level type origin);
   return 0 if $x->{type} eq 'capacity' && join(' ', map { $_->{walk} ? $_->{walk}{kind} : '' } $x, $y) !~ /^(\w*) \1\z/;
   my ($f, $g) = map { $_->{nests}[0]{function} } $x, $y;
   return 0 if "$f->{name}\0$f->{module}" ne "$g->{name}\0$g->{module}" && !(is_of_layout($x) && is_of_layout($y));
   my %has = map { $_->{object}{id} => 1 } @{ $x->{objects} };
   return grep { $has{ $_->{object}{id} } } @{ $y->{objects} };
}

# Puts together what is one cause.
sub joined {
   my ($data, $thresholds, $cycles, @causes) = @_;
   my @joined;
   for my $cause (@causes) {
      my @with = grep { is_one_cause($_, $cause) } @joined;
      my %is_with = map { $_ => 1 } @with;
      @joined = grep { !$is_with{$_} } @joined;
      push @joined, @with ? cause_of($data, $thresholds, $cycles, map { @{ $_->{nests} } } @with, $cause) : $cause;
   }
   return @joined;
}

# --- Findings --------------------------------------------------------------

# How well the lines that a cause loads from its objects are used.
sub use_of {
   my (@objects) = @_;
   my %sum = map { my $key = $_; $key => sum0(map { $_->{$key} } @objects) } qw(lost_B loaded_B use loads);
   return (
      unused => $sum{loaded_B} ? share($sum{lost_B}, $sum{loaded_B}) : undef,
      accesses_per_load => $sum{use} ? 1e6 * $sum{loads} / $sum{use} : undef,
   );
}

# How many of these objects' misses in the cause's level are cold, in per cent.
sub cold_share {
   my ($cause, @objects) = @_;
   return share(map { my $count = $_; sum0(map { $_->{level}{ $cause->{level} }{$count} } @objects) } 'Cold', 'misses');
}

# Of what a line of code or an object waits for translations, the part of the misses of a class.
sub translations_of {
   my ($counted, $class) = @_;
   my $of = $counted->{level}{D1};
   return $of->{misses} ? $counted->{tlb} * $of->{$class} / $of->{misses} : 0;
}

# An object of a cause, judged by itself: its misses in the cause's level, and those in a further one where it has ten times as many; its walk,
# and how well its lines are used.
# The line with most of a cause's misses in one of its objects.
sub line_missing {
   my ($cause, $object) = @_;
   my ($level, $class) = ($cause->{level}, $CLASS_OF{ $cause->{type} });
   my ($most) = sort { $b->{level}{$level}{$class} <=> $a->{level}{$level}{$class} || $a->{line} <=> $b->{line} } @{ $object->{lines} };
   return { function => $most->{function}, line => $most->{line} };
}

sub object_of {
   my ($cycles, $cause, $object) = @_;
   my $misses = $object->{level}{ $cause->{level} }{ $CLASS_OF{ $cause->{type} } };
   my $cost   = sub { return cost_of($cycles, $_[0], $cause, @{ $cause->{also} }) };
   my ($also) = grep { $_->{misses} > 10 * $misses } map { { level => $_->{level}, misses => $object->{level}{ $_->{level} }{ $CLASS_OF{ $_->{type} } } } } @{ $cause->{also} };
   return { object => $object->{object}, misses => $misses, also => $also, walk => walk_of($object->{walks}, $object->{object}), use_of($object), nests => $object->{nests}, code => line_missing($cause, $object),
      translations => $cycles->{is_modelled} ? translations_of($object, $CLASS_OF{ $cause->{type} }) : 0,
      cold_share => cold_share($cause, $object), cost_share => share($cost->($object), sum0(map { $cost->($_) } @{ $cause->{objects} })) };
}

# What translations of addresses cost that go with the misses of a cause, as a model has charged them: a hit waits for none.
sub translation_cycles {
   my ($cause) = @_;
   my $class = { capacity => 'Cap', conflict => 'Conf' }->{ $cause->{type} } // return 0;
   return sum0(map { translations_of($_, $class) } @{ $cause->{lines} });
}

# What first uses of memory cost in walks from row to row, as a model has charged them: in the order of addresses prefetchers have the lines
# in time, and only the rate of memory is left.
sub cold_cycles {
   my ($data, $cause) = @_;
   return 0 if $cause->{type} ne 'capacity' || !$cause->{walk} || $cause->{walk}{kind} ne 'rows';
   my $sum = 0;
   for my $line (@{ $cause->{lines} }) {
      my @objects = objects_at_line($data, $line);
      for my $i (0 .. $#objects) {
         my ($of, $walk) = ($objects[$i]{level}{LL}, walk_of([ $line->{walks}[$i] ], $objects[$i]{object}));
         $sum += $objects[$i]{memory} * $of->{Cold} / $of->{misses} if $of->{misses} && $walk && $walk->{kind} eq 'rows';
      }
   }
   return $sum;
}

sub finding_of {
   my ($data, $cycles, $cause) = @_;
   my ($level, $class) = ($cause->{level}, $CLASS_OF{ $cause->{type} });
   my $saving = $cause->{saving} + sum0(map { $_->{saving} } @{ $cause->{also} });
   my $translations = $cycles->{is_modelled} ? translation_cycles($cause) : 0;
   $saving += $translations + cold_cycles($data, $cause) if $cycles->{is_modelled};
   my @code = map { { function => $_->{function}, line => $_->{line}, accesses => $_->{accesses}, misses => $_->{level}{$level}{$class} } }
      sort { $b->{level}{$level}{$class} <=> $a->{level}{$level}{$class} || $a->{line} <=> $b->{line} || $a->{key} cmp $b->{key} }
      grep { $_->{level}{$level}{$class} } @{ $cause->{lines} };
   return {
      (map { $_ => $cause->{$_} } qw(type origin level misses classes share also walk within among mapped allocates)),
      saving  => $saving, simulated => $saving, is_bound => !$cycles->{is_modelled}, translations => $translations, code => \@code,
      objects => [ map { object_of($cycles, $cause, $_) } @{ $cause->{objects} } ],
      use_of(@{ $cause->{main} }), cold_share => cold_share($cause, @{ $cause->{main} }),
   };
}

sub miss_findings {
   my ($data, $thresholds, $cycles, $lines) = @_;
   my @causes = map { cause_of($data, $thresholds, $cycles, $_) } nests_of(@$lines);
   return map { finding_of($data, $cycles, $_) } joined($data, $thresholds, $cycles, @causes);
}

1;
