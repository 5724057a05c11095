# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Sharing: findings of true and false sharing.
#
# Usage:
#   my @findings = sharing_findings($data, $thresholds, $cycles, $can_be, $lines);
#   # $lines of Xgrind::Findings::CodeLines; $can_be: those that can be serious
#   my ($loads, $stores) = possible_misses($data);   # misses that could happen beside those simulated
#
# Lines of memory with sharing of one kind and origin in one object are one finding; where the
# allocator mixes objects, those that have an object in common.  Objects with less than 1 % of the accesses and
# of the writes of a line that could cause misses, or, where there are none, of the simulated misses of a line or
# a finding, are no part of it.  Lines of code whose misses come from sharing
# belong to the finding of their object; where no line of memory tells of it, they are a finding of their
# own, without a weight.
#
# A finding has the keys that Xgrind::Findings::MissFindings lists, and weight, weight_true, weight_false (what
# could happen), accesses, exposed_true, exposed_false (accesses that others' writes could make miss, by bytes),
# invalidations, true, false (what was simulated), n_lines (lines of memory), heaviest
# (the entry of sharing with most weight, and its parts: indices of those of its allocations that are part
# of the finding, those written first), threads (numbers of threads); all of them but true and false
# are undef if no line of memory tells of it.

package Xgrind::Findings::Sharing;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Findings::Bytes;
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Cycles;
use Xgrind::Findings::Thresholds;
use Xgrind::Text::Numbers;

our @EXPORT = qw(sharing_findings possible_misses);

my $REAL_PERCENT = 1;    # of the accesses or misses of a finding: objects with less are no part of it

# All accesses of a program.
sub all_accesses {
   my ($data) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   return $totals->[ $at->{Dr} ] + $totals->[ $at->{Dw} ];
}

sub accesses_of {
   my ($entry) = @_;
   return sum0(map { $_->{reads} + $_->{writes} } @{ $entry->{threads} });
}

# The misses that sharing of a line of memory could cause, or has caused in the simulation.
sub most_misses {
   my ($entry) = @_;
   return max($entry->{weight}, $entry->{D1True} + $entry->{D1False});
}

# What could happen beside what was simulated, as loads and as stores that miss.
sub possible_misses {
   my ($data) = @_;
   my ($loads, $stores) = (0, 0);
   for my $entry (@{ $data->{sharing} }) {
      my $more  = most_misses($entry) - $entry->{D1True} - $entry->{D1False};
      my $reads = sum0(map { $_->{reads} } @{ $entry->{threads} });
      my $all   = $reads + sum0(map { $_->{writes} } @{ $entry->{threads} });
      next if !$all;
      $loads  += $more * $reads / $all;
      $stores += $more * ($all - $reads) / $all;
   }
   return ($loads, $stores);
}

# Misses of sharing in D1 by object.
sub misses_by_object {
   my ($data, $lines) = @_;
   my %misses;
   for my $e (map { $data->{profile}{at}{"D1$_"} // () } qw(True False)) {
      for my $line (@$lines) {
         $misses{ $line->{owners}[$_]{id} } += $line->{costs}[$_][$e] for 0 .. $#{ $line->{owners} };
      }
   }
   return \%misses;
}

# The allocations of a line that have a real part of what could cause misses there, by index; none if nothing could.
sub exposed_allocations {
   my ($entry) = @_;
   my $use = use_of_allocations($entry);
   my %sum = map { my $kind = $_; $kind => sum0(map { $_->{$kind} } values %$use) } qw(reads writes);
   return grep {
      my $of  = $use->{$_};
      my $all = $of->{reads} + $of->{writes};
      $of->{writes} && $of->{writes} * 100 >= $sum{writes} * $REAL_PERCENT || $all && $all * 100 >= ($sum{reads} + $sum{writes}) * $REAL_PERCENT
   } sort { $a <=> $b } keys %$use;
}

# The objects among these that have a real part of so many misses; if none has, all.
sub real_ids {
   my ($of_object, $misses, @ids) = @_;
   my @real = grep { ($of_object->{$_} // 0) * 100 >= $misses * $REAL_PERCENT } @ids;
   return map { $_ => 1 } @real && $misses ? @real : @ids;
}

# A line of memory with its parts: allocations that could cause misses; if none could, those of these objects, or
# of an unknown one; all, if there are none.
sub with_parts {
   my ($entry, %is_real) = @_;
   my @all   = @{ $entry->{allocations} };
   my @parts = exposed_allocations($entry);
   @parts = grep { !defined $all[$_]{object} || $is_real{ $all[$_]{object} } } 0 .. $#all if !@parts;
   return { %$entry, parts => [ written_first($entry, @parts ? @parts : 0 .. $#all) ] };
}

sub object_ids { return map { $_->{object} // () } map { @{ $_->{allocations} } } @_; }

sub parts_of {
   my ($entry) = @_;
   return @{ $entry->{allocations} }[ @{ $entry->{parts} } ];
}

# False sharing is the allocator's if it gave bytes of one line to several threads.
sub origin_of {
   my ($data, $entry) = @_;
   return 'application' if $entry->{kind} eq 'true';
   my %threads;
   for my $allocation (parts_of($entry)) {
      my $object = defined $allocation->{object} ? $data->{object}{ $allocation->{object} } : undef;
      $threads{ $allocation->{thread} } = 1 if $allocation->{thread} && $object && $object->{kind} eq 'heap';
   }
   return keys %threads > 1 ? 'allocator' : 'application';
}

# The object that is written most in a line of memory; undef: none is known.
sub object_of {
   my ($entry) = @_;
   my $i = main_allocation($entry);
   return defined $i ? $entry->{allocations}[$i]{object} : undef;
}

# What a line of memory must have in common with others to be one problem with them.
sub objects_that_join {
   my ($entry, $origin) = @_;
   return object_of($entry) // 'none' if $origin eq 'application';
   return map { $_->{object} // 'none' } parts_of($entry);
}

# Lines of memory that are one problem, in the order of the file.
sub entries_by_problem {
   my ($data, $of_object) = @_;
   my @problems;    # hashes with kind (and origin), has (objects), entries
   for my $raw (@{ $data->{sharing} }) {
      my $entry  = with_parts($raw, real_ids($of_object, $raw->{D1True} + $raw->{D1False}, object_ids($raw)));
      my $origin = origin_of($data, $entry);
      my @join   = objects_that_join($entry, $origin);
      my $joined = { kind => "$entry->{kind} $origin", has => { map { $_ => 1 } @join }, entries => [] };
      my @others;
      for my $problem (@problems) {
         if ($problem->{kind} ne $joined->{kind} || !grep { $problem->{has}{$_} } @join) {
            push @others, $problem;
            next;
         }
         push @{ $joined->{entries} }, @{ $problem->{entries} };
         $joined->{has}{$_} = 1 for keys %{ $problem->{has} };
      }
      push @{ $joined->{entries} }, $entry;
      @problems = (@others, $joined);
   }
   return map { $_->{entries} } @problems;
}

# Does it cost enough, or could it?
sub is_serious {
   my ($data, $thresholds, $n) = @_;
   return at_least($n, misses_of_level($data, 'D1'), $thresholds->{'line-misses'})
      && at_least($n, all_accesses($data), $thresholds->{'line-accesses'});
}

# --- Findings ---------------------------------------------------------------

# The lines of code of shared lines of memory, with their accesses there.
sub code_of {
   my ($data, @entries) = @_;
   my (%code, @order);
   for my $raw (map { @{ $_->{code} } } map { @{ $_->{threads} } } @entries) {
      my $key = line_key($data->{profile}, @$raw{qw(function line)});
      if (!$code{$key}) {
         push @order, $key;
         $code{$key} = { key => $key, function => $data->{profile}{functions}[ $raw->{function} ], line => $raw->{line}, accesses => 0, misses => 0 };
      }
      $code{$key}{accesses} += $raw->{accesses};
   }
   return \%code;
}

# Numbers that a finding has by its costs.
sub costs_of {
   my ($data, $cycles, $simulated, $most) = @_;
   return (
      level => 'D1', misses => $simulated, most => $most, also => [],
      share     => share($simulated, misses_of_level($data, 'D1')),
      saving    => $most * $cycles->{sharing},
      simulated => $simulated * $cycles->{sharing},
      is_bound  => 1,
   );
}

# A finding of lines of memory.
sub finding_of {
   my ($data, $cycles, $of_object, @entries) = @_;
   my %sum = map { my $key = $_; $key => sum0(map { $_->{$key} // 0 } @entries) } qw(weight weight_true weight_false invalidations D1True D1False);
   my %ids = real_ids($of_object, $sum{D1True} + $sum{D1False}, object_ids(@entries));
   @entries = map { with_parts($_, %ids) } @entries;
   %ids = map { $_ => 1 } map { $_->{object} // () } map { parts_of($_) } @entries;
   my ($heaviest) = sort { $b->{weight} <=> $a->{weight} || $a->{address} <=> $b->{address} } @entries;
   my @first = map { $_->{object} // () } parts_of($heaviest);
   my %seen;
   my @ids = grep { !$seen{$_}++ } @first, sort { $a <=> $b } keys %ids;
   my @exposed = map { @{ $_->{exposed} // [] } } map { @{ $_->{threads} } } @entries;
   my %threads = map { $_->{thread} => 1 } map { @{ $_->{threads} } } @entries;
   return {
      type => "$entries[0]{kind}-sharing", origin => (grep { origin_of($data, $_) eq 'allocator' } @entries) ? 'allocator' : 'application',
      costs_of($data, $cycles, $sum{D1True} + $sum{D1False}, sum0(map { most_misses($_) } @entries)),
      (map { $_ => $sum{$_} } qw(weight weight_true weight_false invalidations)),
      accesses => sum0(map { accesses_of($_) } @entries),
      exposed_true => sum0(map { $_->[3] } @exposed), exposed_false => sum0(map { $_->[4] } @exposed),
      true => $sum{D1True}, false => $sum{D1False}, n_lines => scalar @entries, heaviest => $heaviest,
      threads => [ sort { $a <=> $b } keys %threads ],
      ids     => \%ids,
      code    => code_of($data, @entries),
      objects => [ map { { object => $data->{object}{$_}, misses => 0 } } @ids ],
   };
}

# A finding of lines of code alone.
sub finding_of_code {
   my ($data, $cycles, $type, @lines) = @_;
   my ($true, $false, %misses) = (0, 0);
   for my $line (@lines) {
      $true  += $line->{level}{D1}{True};
      $false += $line->{level}{D1}{False};
      for my $costs (objects_at_line($data, $line)) {
         $misses{ $costs->{object}{id} } += $costs->{level}{D1}{True} + $costs->{level}{D1}{False};
      }
   }
   my @ids = sort { $misses{$b} <=> $misses{$a} || $a <=> $b } grep { $misses{$_} } keys %misses;
   return {
      type => $type, origin => 'application', costs_of($data, $cycles, $true + $false, $true + $false),
      (map { $_ => undef } qw(weight weight_true weight_false accesses exposed_true exposed_false invalidations n_lines heaviest threads)),
      true => $true, false => $false, ids => { map { $_ => 1 } @ids },
      code => { map { $_->{key} => { %$_{qw(key function line accesses)}, misses => 0 } } @lines },
      objects => [ map { { object => $data->{object}{$_}, misses => 0 } } @ids ],
   };
}

# What a model of the processor has charged an object at a line of code for sharing: for misses, at all levels that serve them, and for
# waiting for other cores, which hits do, too.
sub sharing_cycles {
   my ($cycles, $costs) = @_;
   return 0 if !$cycles->{is_modelled};
   my $counts = $costs->{level};
   return $costs->{cores} + sum0(map { my $level = $_; map { class_cycles($cycles, $counts, $level, $_) } qw(True False) } keys %$counts);
}

# Adds to a finding what the lines of code say about its objects.  The file lists only the heaviest
# lines of memory: the lines of code may have more misses of the finding's class than those.  $counted
# has which of those are another finding's.
sub add_misses {
   my ($data, $cycles, $finding, $line_by_key, $counted) = @_;
   my %of_object;
   my %sum = (True => 0, False => 0);
   my $charged = 0;
   my $class = $finding->{type} eq 'true-sharing' ? 'True' : 'False';
   for my $code (values %{ $finding->{code} }) {
      my $key  = delete $code->{key};
      my $line = $line_by_key->{$key} // next;
      for my $costs (grep { $finding->{ids}{ $_->{object}{id} } } objects_at_line($data, $line)) {
         my $counts = $costs->{level}{D1};
         my $misses = $counts->{True} + $counts->{False};
         $code->{misses} += $misses;
         $of_object{ $costs->{object}{id} } += $misses;
         next if $counted->{$class}{$key}{ $costs->{object}{id} }++;
         $sum{$_} += $counts->{$_} for keys %sum;
         $charged += sharing_cycles($cycles, $costs);
      }
   }
   $_->{misses} = $of_object{ $_->{object}{id} } // 0 for @{ $finding->{objects} };
   if ($sum{$class} > $finding->{misses}) {
      @$finding{qw(true false)} = @sum{qw(True False)};
      my $misses = $sum{True} + $sum{False};
      my %costs = costs_of($data, $cycles, $misses, max($finding->{most}, $misses));
      @$finding{ keys %costs } = values %costs;
   }
   if ($cycles->{is_modelled}) {
      $finding->{simulated} = $charged;
      $finding->{saving}    = max($finding->{saving}, $charged);
   }
   # what makes and frees the objects is not the problem
   my $most = max(map { $_->{accesses} } values %{ $finding->{code} });
   $finding->{code} = [ grep { $_->{misses} || $_->{accesses} * 100 >= $most } map { $finding->{code}{$_} }
      sort {
         my ($x, $y) = @{ $finding->{code} }{ $a, $b };
         $y->{misses} <=> $x->{misses} || $y->{accesses} <=> $x->{accesses} || $x->{line} <=> $y->{line} || $a cmp $b
      } keys %{ $finding->{code} } ];
   return;
}

# The objects in which most misses of sharing of a line of code are, 90 % together.
sub main_objects {
   my ($data, $line) = @_;
   my $n = sub { return $_[0]{level}{D1}{True} + $_[0]{level}{D1}{False} };
   my @objects = sort { $n->($b) <=> $n->($a) || $a->{object}{id} <=> $b->{object}{id} } objects_at_line($data, $line);
   my ($sum, $all, @main) = (0, sum0(map { $n->($_) } @objects));
   while (@objects && $sum * 10 < $all * 9) {
      push @main, shift @objects;
      $sum += $n->($main[-1]);
   }
   return map { $_->{object}{id} } @main;
}

# The finding that a line of code belongs to: one of its objects and, if there is one, of its type.
# Where a finding's objects are not known, its lines of code tell.
sub finding_for {
   my ($line, $type, $ids, @findings) = @_;
   my @of = grep { my $has = $_->{ids}; %$has ? !grep { !$has->{$_} } @$ids : $_->{code}{ $line->{key} } } @findings;
   return ((grep { $_->{type} eq $type } @of), @of)[0];
}

sub sharing_findings {
   my ($data, $thresholds, $cycles, $can_be, $lines) = @_;
   my (@findings, @minor, %alone, @order);
   my $of_object = misses_by_object($data, $lines);
   for my $entries (entries_by_problem($data, $of_object)) {
      my $n = sum0(map { max($_->{weight}, $_->{D1True} + $_->{D1False}) } @$entries);
      push @{ is_serious($data, $thresholds, $n) ? \@findings : \@minor }, finding_of($data, $cycles, $of_object, @$entries);
   }
   for my $line (@$can_be) {
      my $type = serious_type($data, $thresholds, $line, 'D1');
      next if !defined $type || !is_sharing($type);
      my @ids     = main_objects($data, $line);
      my $finding = finding_for($line, $type, \@ids, @findings);
      if (!$finding && ($finding = finding_for($line, $type, \@ids, @minor))) {
         push @findings, $finding;
         @minor = grep { $_ != $finding } @minor;
      }
      if ($finding) {
         $finding->{code}{ $line->{key} } //= { %$line{qw(key function line accesses)}, misses => 0 };
         next;
      }
      my $key = join ' ', $type, sort { $a <=> $b } @ids;
      push @order, $key if !$alone{$key};
      push @{ $alone{$key} }, $line;
   }
   push @findings, map { finding_of_code($data, $cycles, (split / /)[0], @{ $alone{$_} }) } @order;
   my %line_by_key = map { $_->{key} => $_ } @$lines;
   my %counted;
   add_misses($data, $cycles, $_, \%line_by_key, \%counted) for @findings;
   return @findings;
}

1;
