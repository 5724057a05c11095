# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Objects: memory objects for placing: what xgrind_advise needs of their profile.
#
# Usage:
#   my $profile = read_profile($file, $min_size_B);    # smaller objects stay where they are
#   print object_text($profile->{objects}[0]);

package Xgrind::Advise::Objects;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Advise::Memories;
use Xgrind::Objects::Names qw(name_objects base_name);
use Xgrind::Script::Messages;
use Xgrind::Text::Json qw(is_count shown_value);

our @EXPORT = qw(read_profile object_text);

my $FORMAT         = 'xgrind.data';
my $FORMAT_VERSION = 1;
my $MISSES_MAX     = 1 << 50;    # keeps the bound of the exact method rigorous

# The sentence for an error of the JSON parser, with line and column.
sub json_error {
   my ($text, $message) = @_;
   my ($offset) = $message =~ /at character offset (\d+)/;
   return '1:1: this is a binary file, not a profile' if $text =~ /\0/;
   my ($why) = $message =~ /^(.*?)(?:, at character offset| at \S+ line \d+|\n|\z)/s;
   $offset //= 0;
   (my $end = $text) =~ s/\s+\z//;
   $offset = length $end if $offset > length $end;
   my $before = substr $text, 0, $offset;
   my $line   = 1 + ($before =~ tr/\n//);
   my $column = $offset - (rindex($before, "\n") + 1) + 1;
   return "$line:$column: the file is truncated: the JSON text ends too early"
      if $offset >= length $end && $text =~ /^\s*[\{\[]/;
   return "$line:$column: this is not JSON: " . printable($why);
}

# A number of the profile that must be whole and in bounds.
sub count_of {
   my ($where, $value, $max) = @_;
   fail("$where must be a whole number from 0 to $max, not " . shown_value($value))
      if !is_count($value, $max);
   return $value + 0;
}

# A text of the profile; null is an empty one.
sub text_of {
   my ($where, $value) = @_;
   fail("$where must be a text, not " . shown_value($value)) if ref $value;
   my $text = $value // '';
   utf8::encode($text);
   return $text;
}

# A list of the profile.
sub list_of {
   my ($where, $value, $length) = @_;
   fail("$where must be a list, not " . shown_value($value)) if ref $value ne 'ARRAY';
   fail("$where must have $length figures, one for each event, and has " . scalar @$value)
      if defined $length && @$value != $length;
   return $value;
}

# An estimate or a standard error, whose fraction means nothing, as whole number.
sub estimate_of {
   my ($where, $value) = @_;
   fail("$where must be a number from 0 to $MISSES_MAX, not " . shown_value($value))
      if !defined $value || ref $value
      || $value !~ /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\z/a || $value > $MISSES_MAX;
   return int($value + 0.5);
}

# The profile as parsed, if it is one.
sub decode_profile {
   my ($file, $shown) = @_;
   my $text = read_text($file);
   my $data = eval { JSON::PP->new->utf8->max_depth(32)->decode($text) };
   fail("$shown:" . json_error($text, $@)) if $@;
   fail("$shown: this is no memory-object profile: \"format\" is not \"$FORMAT\"")
      if ref $data ne 'HASH' || !defined $data->{format} || ref $data->{format}
      || $data->{format} ne $FORMAT;
   my $version = $data->{version};
   fail("$shown: version " . shown_value($version) . " of the format is not known, only $FORMAT_VERSION")
      if !is_count($version, 1_000_000) || $version != $FORMAT_VERSION;
   return $data;
}

# Where the events needed stand in lists of costs.
sub event_positions {
   my ($shown, $data) = @_;
   my $events = list_of("$shown: events", $data->{events});
   my %at;
   for my $i (0 .. $#$events) {
      my $name = text_of("$shown: events[$i]", $events->[$i]);
      fail("$shown: events names " . quoted($name) . ' twice') if exists $at{$name};
      $at{$name} = $i;
   }
   for my $needed ('D1mr', 'DLmr') {
      fail("$shown: the profile does not have the event $needed, it was made without cache simulation")
         if !exists $at{$needed};
   }
   return ($at{D1mr}, $at{DLmr}, scalar @$events);
}

# The allocation call stacks: lists of frames, the innermost first.
sub read_stacks {
   my ($shown, $data) = @_;
   my $functions = list_of("$shown: functions", $data->{functions});
   my @frame;
   for my $f (0 .. $#$functions) {
      fail("$shown: functions[$f] must be an object") if ref $functions->[$f] ne 'HASH';
      $frame[$f] = { map { $_ => text_of("$shown: functions[$f].$_", $functions->[$f]{$_}) }
            'name', 'file', 'module' };
   }
   my $stacks = list_of("$shown: stacks", $data->{stacks});
   my @result;
   for my $s (0 .. $#$stacks) {
      my $where = "$shown: stacks[$s]";
      for my $pair (@{ list_of($where, $stacks->[$s]) }) {
         fail("$where must consist of pairs, of function and line")
            if ref $pair ne 'ARRAY' || @$pair != 2;
         fail("$where names a function that is not there, " . shown_value($pair->[0]))
            if !is_count($pair->[0], $#frame);
         my $line = count_of("$where: a line", $pair->[1], 1 << 31);
         push @{ $result[$s] }, { %{ $frame[ $pair->[0] ] }, line => $line };
      }
      $result[$s] //= [];
   }
   return \@result;
}

# Kinds of objects, and whether their place can be chosen; see fixed_because().
my %kind_known = map { $_ => 1 } qw(static heap mmap brk stack code unknown);

# What allocators have mapped (docs/objects.md).  The heap objects live in it and
# are placed on their own.
sub is_of_allocators {
   my ($object) = @_;
   return $object->{kind} eq 'mmap' && $object->{name} eq "(allocators' own)";
}

# Why an object must stay where it is, or ''.
sub fixed_because {
   my ($object, $min_size_B) = @_;
   my $kind = $object->{kind};
   return $kind if $kind =~ /^(?:stack|code|unknown|brk)\z/;
   return "the allocators' own" if is_of_allocators($object);
   return 'below --min-size' if $object->{size_B} < $min_size_B;
   return '';
}

# One object of the profile.
sub read_object {
   my ($where, $raw, $profile, $d1mr, $dlmr, $n_events) = @_;
   fail("$where must be an object, not " . shown_value($raw)) if ref $raw ne 'HASH';
   my $kind = text_of("$where.kind", $raw->{kind});
   fail("$where.kind is " . quoted($kind) . ', which version 1 of the format does not have')
      if !$kind_known{$kind};
   my $object = {
      id     => count_of("$where.id",     $raw->{id},     1 << 53),
      size_B => count_of("$where.size_B", $raw->{size_B}, $SIZE_MAX_B),
      kind   => $kind,
      map { $_ => text_of("$where.$_", $raw->{$_}) } 'name', 'module', 'source',
   };
   my $cost = list_of("$where.cost", $raw->{cost}, $n_events);
   $object->{l1_misses} = count_of("$where.cost, D1mr", $cost->[$d1mr], $MISSES_MAX);
   $object->{misses}    = count_of("$where.cost, DLmr", $cost->[$dlmr], $MISSES_MAX);
   $object->{error}     = 0;
   if ($profile->{sampling}) {
      my $estimate = list_of("$where.estimate", $raw->{estimate}, $n_events);
      my $error    = list_of("$where.error",    $raw->{error},    $n_events);
      $object->{l1_misses} = estimate_of("$where.estimate, D1mr", $estimate->[$d1mr]);
      $object->{misses}    = estimate_of("$where.estimate, DLmr", $estimate->[$dlmr]);
      $object->{error}     = estimate_of("$where.error, DLmr", $error->[$dlmr]);
   }
   if (defined $raw->{stack}) {
      my $last = $#{ $profile->{stacks} };
      fail("$where.stack is of no call stack of the file: " . shown_value($raw->{stack}))
         if !is_count($raw->{stack}, $last);
      $object->{stack} = $profile->{stacks}[ $raw->{stack} ];
   }
   $object->{fixed}  = fixed_because($object, $profile->{min_size_B});
   $object->{size_B} = 0 if is_of_allocators($object);    # or its bytes would count twice
   return $object;
}

# Without sampling the objects' costs must add up to the program's.
sub check_sums {
   my ($shown, $profile, $totals, $d1mr, $dlmr) = @_;
   for my $pair ([ 'D1mr', $d1mr, 'l1_misses' ], [ 'DLmr', $dlmr, 'misses' ]) {
      my ($name, $at, $field) = @$pair;
      my $total = count_of("$shown: totals, $name", $totals->[$at], $MISSES_MAX);
      my $sum = 0;
      $sum += $_->{$field} for @{ $profile->{objects} };
      fail("$shown: the objects' $name add up to $sum, but the program's total is $total")
         if $sum != $total && !$profile->{sampling};
      $profile->{"total_$field"} = $total;
      $profile->{$field} = $sum;
   }
   return;
}

# Reads a profile: command, pid, part, instructions, sampling, stacks, objects,
# and the sums l1_misses and misses over the objects.
sub read_profile {
   my ($file, $min_size_B) = @_;
   my $shown = printable($file);
   my $data  = decode_profile($file, $shown);
   my $sampling = $data->{sampling};
   fail("$shown: sampling must be null or an object") if defined $sampling && ref $sampling ne 'HASH';
   my $profile = {
      file         => $file,
      min_size_B   => $min_size_B,
      instructions => count_of("$shown: instructions", $data->{instructions}, 1 << 60),
      sampling     => $sampling,
      map { $_ => text_of("$shown: $_", $data->{$_}) } 'command', 'pid', 'part',
   };
   $profile->{period} = count_of("$shown: sampling.period", $sampling->{period}, 1 << 53) if $sampling;
   my @positions = event_positions($shown, $data);
   my $totals = list_of("$shown: totals", $data->{totals}, $positions[2]);
   $profile->{stacks} = read_stacks($shown, $data);
   my $objects = list_of("$shown: objects", $data->{objects});
   fail("$shown: the profile has no objects") if !@$objects;
   my %seen;
   for my $i (0 .. $#$objects) {
      my $object = read_object("$shown: objects[$i]", $objects->[$i], $profile, @positions);
      fail("$shown: objects[$i].id is $object->{id}, which another object has") if $seen{ $object->{id} }++;
      push @{ $profile->{objects} }, $object;
   }
   check_sums($shown, $profile, $totals, @positions[ 0, 1 ]);
   name_by_calls(@{ $profile->{objects} });
   return $profile;
}

# Objects without a name of their own get the one that xgrind_annotate gives them.
sub name_by_calls {
   my (@objects) = @_;
   my @copies = map { my $o = $_; +{ symbol => $o->{name}, map { $_ => $o->{$_} } qw(kind stack source id module) } } @objects;
   name_objects({ objects => \@copies });
   for my $i (grep { $copies[$_]{frame} } 0 .. $#objects) {
      my $place = base_name($copies[$i]{place});
      $objects[$i]{by_calls} = $copies[$i]{name} . ($place eq '' ? '' : " ($place)");
   }
   return;
}


# An object in a few words.
sub object_text {
   my ($object) = @_;
   my $name = $object->{by_calls} // $object->{name};
   $name .= " $object->{source}" if !defined $object->{by_calls} && index($name, $object->{source}) < 0;
   return printable($name) if index($name, $object->{kind}) == 0; # "stack of thread 1", "unknown"
   return $object->{kind} if $name !~ /\S/ && $object->{kind} eq 'unknown';
   $name = "object $object->{id}" if $name !~ /\S/;
   return printable("$object->{kind} $name");
}

1;
