# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Units: what can have a layout of its own: a variable, or all that one line allocates; and how code uses it.
#
# Usage:
#   my @units = units_of($profile, $data);    # of Xgrind::Data::DataFile with a timeline, and its misses; those whose misses cost most first
#   $unit->{pattern}        # what --what-if calls it: 'particles.c:45'
#   $unit->{name}           # what xgrind_annotate calls it
#   $unit->{objects}, $unit->{cycles}, $unit->{count}, $unit->{size_B}
#   $unit->{main}           # the object whose misses cost most: one line may allocate several things
#   $unit->{is_mixed}       # it has things of several types: then no element, members or shape are of all of them, and none is given
#   $unit->{walk}           # of Xgrind::Findings::Walks, or undef
#   $unit->{conflicts}      # of its misses of D1, the share that are conflicts: 0 to 1
#   $unit->{any_conflicts}  # likewise, of the level at which this share is largest
#   $unit->{is_shared}      # threads write its lines falsely shared
#   $unit->{writers}        # { offset in an object => { thread => 1 } }: who writes bytes of these lines that other threads' writes could make miss
#   $unit->{element_B}      # or undef: no structure is known
#   $unit->{is_nodes}       # each allocation is one element
#   $unit->{members}, $unit->{shape}, $unit->{type}    # of Xgrind::Objects::Members, or undef
#   $unit->{variable}       # its name in the source, or undef
#   $unit->{pieces}         # { name, offset, size_B, align_B, text }: members, or what samples have seen of an element
#   $unit->{nests}          # { cycles, is_used => { piece => 1 } }: code whose misses cost something, the costliest first, and what it uses

package Xgrind::Layout::Units;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0 uniq);
use Xgrind::Data::Timeline;
use Xgrind::Findings::Bytes qw(allocation_at);
use Xgrind::Findings::Walks;
use Xgrind::Objects::MemberUse;
use Xgrind::Objects::Members;
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Variables;
use Xgrind::Text::Levels;

our @EXPORT = qw(units_of cost_cycles);

my $LEAST_SHARE = 0.05;    # of the samples of a nest, and of the cycles of a unit
my $ELEMENT_MAX_B = 4096;
my $NODES_MIN   = 8;
my ($NEAR, $FAR) = (2, 100);    # lines of source: in another function of the file, in the same function
my $SAMPLES_MIN = 32;
my @SLOTS_B     = (64, 128, 256);    # that a program might give to something smaller

# The cycles that a list of costs takes.
sub cost_cycles {
   my ($profile, $by_event, $cost) = @_;
   return sum0(map { $by_event->{$_} * $cost->[ $profile->{at}{$_} ] } keys %$by_event);
}

# --- Which ones ------------------------------------------------------------

# Libraries of the system, whose data nobody changes.
my $SYSTEM = qr{^/(?:usr/)?lib(?:32|64)?/};

# What --what-if calls an object, before names are demangled; undef: nothing.
sub pattern_of {
   my ($object) = @_;
   my $name = $object->{kind} eq 'static' ? $object->{symbol} : $object->{kind} eq 'heap' && $object->{frame} && $object->{frame}{line} ? place_in_pattern($object->{frame}) : '';
   return $name =~ /^[^*?:() ]+(?::\d+)?\z/ ? $name : undef;
}

sub place_in_pattern {
   my ($frame) = @_;
   return base_name($frame->{file}) . ":$frame->{line}";
}

# The data of lines of memory that threads share falsely, by the object's number: who writes which bytes.
sub shared_falsely {
   my ($data) = @_;
   my %shared;
   for my $line (grep { $_->{kind} eq 'false' } @{ $data->{sharing} // [] }) {
      $shared{ $_->{object} } //= {} for @{ $line->{allocations} };
      for my $thread (@{ $line->{threads} }) { add_writers(\%shared, $line, $thread); }
   }
   return \%shared;
}

sub add_writers {
   my ($shared, $line, $thread) = @_;
   for my $piece (@{ $thread->{exposed} // [] }) {
      my ($from, $size_B, $is_write) = @$piece;
      my $address    = $line->{address} + $from;
      my $allocation = $line->{allocations}[ allocation_at($line, $address) // next ];
      for my $byte (map { $address - $allocation->{start} + $_ } 0 .. $size_B - 1) {
         my $writers = $shared->{ $allocation->{object} }{$byte} //= {};
         $writers->{ $thread->{thread} } = 1 if $is_write;
      }
   }
   return;
}

# --- How code uses them ----------------------------------------------------

# What says in which loop nest a line of a function is, or else that it is in the function.  Only lines that miss know their loop: others are in
# that of the nearest one.  Samples are of functions, costs of what was inlined in them, too: lines of one file are the same.
sub nest_finder {
   my ($profile, $unit) = @_;
   my (%here, %known);
   for my $line (grep { $_->{loop} } map { @{ $_->{lines} } } @{ $unit->{objects} }) {
      my $at = { line => $line->{line}, nest => "loop $line->{loop}" };
      push @{ $here{$_} }, $at for "function $line->{function}", $profile->{functions}[ $line->{function} ]{file};
   }
   my $nearest = sub {
      my ($place, $line, $most) = @_;
      my ($first) = sort { $a->[0] <=> $b->[0] } map { [ abs($_->{line} - $line), $_->{nest} ] } @{ $here{$place} // [] };
      return $first && $first->[0] <= $most ? $first->[1] : undef;
   };
   return sub {
      my ($function, $line) = @_;
      my $file = $profile->{functions}[$function]{file};
      return $known{"$function $line"} //= $nearest->($file, $line, 0) // $nearest->("function $function", $line, $FAR) // $nearest->($file, $line, $NEAR) // "function $function";
   };
}

# Bytes of an element that accesses have touched as one: [offset, bytes], of those that overlap the widest.
sub intervals {
   my (@seen) = @_;
   my @pieces;
   for my $piece (sort { $a->[0] <=> $b->[0] || $b->[1] <=> $a->[1] } @seen) {
      my $last = $pieces[-1];
      if ($last && $piece->[0] < $last->[0] + $last->[1]) { $last->[1] = max($last->[1], $piece->[0] + $piece->[1] - $last->[0]); }
      else                                                { push @pieces, [@$piece]; }
   }
   return @pieces;
}

# The samples of a unit: { offset, size_B, nest }, offsets in the element.
sub samples_of {
   my ($profile, $unit, $nest_of) = @_;
   my $list = (timeline_of($profile) // return)->{samples};
   my @samples;
   for my $object (@{ $unit->{objects} }) {
      samples_in($profile, $object, sub {
         my ($offset, $i) = @_;
         my ($function, $line) = ($list->{access_function}[$i], $list->{access_line}[$i]);
         my $in = $offset % $unit->{element_B};
         push @samples, { offset => $in, size_B => max(1, $list->{size_B}[$i]), nest => $nest_of->($function, $line) };
      });
   }
   return @samples;
}

# The pieces that an element is made of.
sub pieces_of {
   my ($unit, @samples) = @_;
   my $members = $unit->{members};
   return @{ $members->{declared} } if $members && $members->{declared};
   my @parts = $members ? map { [ @$_[0, 1] ] } @{ $members->{list} } : intervals(map { [ @$_{qw(offset size_B)} ] } grep { $_->{offset} + $_->{size_B} <= $unit->{element_B} } @samples);
   return map { { name => "bytes $_->[0]-" . ($_->[0] + $_->[1] - 1), offset => $_->[0], size_B => $_->[1], align_B => 1 } } intervals(@parts);
}

# Which pieces each nest uses.
sub add_use {
   my ($profile, $by_event, $unit) = @_;
   my $nest_of = nest_finder($profile, $unit);
   my %cycles;
   for my $line (map { @{ $_->{lines} } } @{ $unit->{objects} }) { $cycles{ $nest_of->(@$line{qw(function line)}) } += cost_cycles($profile, $by_event, $line->{cost}); }
   my @samples = samples_of($profile, $unit, $nest_of);
   my @pieces  = pieces_of($unit, @samples);
   my (%seen, %n);
   for my $s (@samples) {
      $n{ $s->{nest} }++;
      for my $i (grep { $s->{offset} < $pieces[$_]{offset} + $pieces[$_]{size_B} && $s->{offset} + $s->{size_B} > $pieces[$_]{offset} } 0 .. $#pieces) { $seen{ $s->{nest} }{$i}++; }
   }
   my $least = $LEAST_SHARE * sum0(values %cycles);
   my @nests = grep { ($cycles{$_} // 0) >= $least } keys %seen;
   $unit->{pieces} = \@pieces;
   $unit->{nests}  = [
      map { my $nest = $_; { cycles => $cycles{$nest}, is_used => { map { $_ => 1 } grep { $seen{$nest}{$_} >= $LEAST_SHARE * $n{$nest} } keys %{ $seen{$nest} } } } }
      sort { $cycles{$b} <=> $cycles{$a} || $a cmp $b } @nests
   ];
   return;
}

# --- What they are ---------------------------------------------------------

# The size of an element: of the type, of an array's, of small allocations of one size, of a walk over one member.
sub element_size {
   my ($unit, $whole_B) = @_;
   my ($members, $shape, $walk) = @$unit{qw(members shape walk)};
   return $members->{element_B} if $members;
   my $each_B = $unit->{count} ? $whole_B / $unit->{count} : 0;
   return $each_B if $unit->{objects}[0]{kind} eq 'heap' && $unit->{count} >= $NODES_MIN && $each_B == int $each_B && $each_B <= $ELEMENT_MAX_B;
   my $step_B = $walk && $walk->{kind} eq 'elements' ? abs $walk->{step_B} : 0;
   return $step_B if $step_B > 1 && $step_B <= $ELEMENT_MAX_B && $whole_B % $step_B == 0;
   return $shape && $shape->{element_B} > 1 ? $shape->{element_B} : undef;    # bytes are of anything
}

# The size of slots of which code uses one part only, as samples have seen them; undef: there are none.
sub slot_size {
   my ($profile, $unit, $whole_B) = @_;
   my @offsets;
   for my $object (@{ $unit->{objects} }) {
      samples_in($profile, $object, sub { push @offsets, $_[0]; });
   }
   return undef if @offsets < $SAMPLES_MIN;
   for my $slot_B (@SLOTS_B) {
      next if $slot_B <= ($unit->{element_B} // 1) || $slot_B % ($unit->{element_B} // 1) || $whole_B % $slot_B;
      my $lowest = min(map { $_ % $slot_B } @offsets);
      my $last   = max(map { $_ % $slot_B } @offsets);
      return $slot_B if $lowest < $slot_B / 4 && $last < $slot_B / 2;
   }
   return undef;
}

# The sum of an event over a unit.
sub total {
   my ($profile, $unit, @events) = @_;
   return sum0(map { my $cost = $_->{cost}; map { $cost->[$_] } grep { defined } @{ $profile->{at} }{@events} } @{ $unit->{objects} });
}

# Of the misses of a level, the share that are conflicts.
sub conflicts_of {
   my ($profile, $unit, $conflicts, @misses) = @_;
   my $misses = total($profile, $unit, @misses);
   return $misses ? total($profile, $unit, $conflicts) / $misses : 0;
}

# Has one line allocated things of several types?  Where a type is not known, sizes tell, but for one variable, whose allocations may have any.
sub is_mixed {
   my ($time, @objects) = @_;
   my @types = uniq map { element_type($_, $time) } @objects;
   return grep({ !defined } @types) ? !is_of_one_size(@objects) : @types > 1;
}

# Is all of one size, or for one variable?
sub is_of_one_size {
   my (@objects) = @_;
   my @variables = uniq map { variable_of($_) // '' } @objects;
   return 1 if @variables == 1 && $variables[0] ne '';
   return 1 == uniq map { $_->{kind} eq 'static' ? $_->{size_B} : $_->{total_B} / ($_->{count} || 1) } @objects;
}

# What xgrind_annotate calls it, with all variables of the line that are known.
sub name_of_unit {
   my (@objects) = @_;
   my ($first)   = @objects;
   my @variables = uniq grep { defined } map { variable_of($_) } @objects;
   return $first->{name} =~ s{ (?:< .*|#\d+)\z}{}sr . ($first->{kind} eq 'heap' ? ' (' . base_name($first->{place}) . (@variables ? ': ' . join(', ', @variables) : '') . ')' : '');
}

sub describe {
   my ($profile, $by_event, $shared, $unit) = @_;
   my @objects = @{ $unit->{objects} };
   my ($first) = @objects;
   my %cycles  = map { $_ => cost_cycles($profile, $by_event, $_->{cost}) } @objects;
   ($unit->{main}) = sort { $cycles{$b} <=> $cycles{$a} || $a->{id} <=> $b->{id} } @objects;
   my $time    = (stat $profile->{file})[9];
   my $whole_B = sum0(map { $_->{kind} eq 'static' ? $_->{size_B} : $_->{total_B} } @objects);
   $unit->{name}    = name_of_unit(@objects);
   $unit->{count}   = sum0(map { $_->{kind} eq 'static' ? 1 : $_->{count} } @objects);
   $unit->{size_B}  = sum0(map { $_->{size_B} } @objects);
   $unit->{walk}    = walk_of([ map { $_->{walk} } map { @{ $_->{lines} } } @objects ], @objects);
   $unit->{is_mixed} = is_mixed($time, @objects);
   $unit->{members} = $unit->{is_mixed} ? undef : members_of($first, $time);
   $unit->{shape}   = $unit->{is_mixed} ? undef : shape_of($first, $time);
   $unit->{type}    = $unit->{is_mixed} ? undef : element_type($first, $time);
   $unit->{variable} = $first->{kind} eq 'static' ? $first->{name} : variable_of($first);
   $unit->{element_B} = $unit->{is_mixed} ? undef : element_size($unit, $whole_B);
   $unit->{is_shared} = grep { $shared->{ $_->{id} } } @objects;
   for my $of (map { $shared->{ $_->{id} } // () } @objects) { $unit->{writers}{$_} = { %{ $unit->{writers}{$_} // {} }, %{ $of->{$_} } } for keys %$of; }
   my $slot_B = $unit->{is_shared} || $unit->{is_mixed} ? undef : slot_size($profile, $unit, $whole_B);
   ($unit->{element_B}, $unit->{members}) = ($slot_B, undef) if $slot_B;
   $unit->{is_nodes}  = $unit->{element_B} && $first->{kind} eq 'heap' && $unit->{count} >= $NODES_MIN && $whole_B == $unit->{element_B} * $unit->{count} ? 1 : 0;
   my @conflicts = map { conflicts_of($profile, $unit, @$_) } map { [ "${_}Conf", data_misses($_) ] } @DATA_LEVELS;
   @$unit{qw(conflicts any_conflicts)} = ($conflicts[0], max(@conflicts));
   if ($unit->{element_B}) { add_use($profile, $by_event, $unit); }
   else                    { @$unit{qw(pieces nests)} = ([], []); }
   return;
}

sub units_of {
   my ($profile, $data) = @_;
   name_objects($profile);
   my %unit;
   for my $object (grep { $_->{kind} =~ /^(?:static|heap)\z/ && ($_->{frame} // $_)->{module} !~ $SYSTEM } @{ $profile->{objects} }) {
      my $pattern = pattern_of($object) // next;
      push @{ ($unit{$pattern} //= { pattern => $pattern })->{objects} }, $object;
   }
   my $by_event = event_cycles($profile);
   for my $unit (values %unit) { $unit->{cycles} = sum0(map { cost_cycles($profile, $by_event, $_->{cost}) } @{ $unit->{objects} }); }
   my @units  = sort { $b->{cycles} <=> $a->{cycles} || $a->{pattern} cmp $b->{pattern} } values %unit;
   my $shared = shared_falsely($data);
   my $least  = sum0(map { $_->{cycles} } @units) / 200;
   @units = grep { $_->{cycles} && $_->{cycles} >= $least || grep { $shared->{ $_->{id} } } @{ $_->{objects} } } @units;
   splice @units, 12 if @units > 12;
   describe($profile, $by_event, $shared, $_) for @units;
   return @units;
}

1;
