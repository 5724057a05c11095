# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Reader: reads memory-object profiles (docs/data-format.md).
#
# Usage:
#   my $profile = read_objects('xgrind.data.1234');   # or ends with one sentence
#   $profile = read_objects($file, no_objects => 1);  # takes miss curves and timelines without objects, too
#
# $profile is a hash with
#   file, creator, command     texts; pid, instructions: numbers
#   sampling   undef, or a hash with period, loads, stores, recorded
#   line_B     bytes of a line of I1, D1 and LL, as far as the file says
#   events     names; at: name -> index in each list of costs; totals
#   functions  hashes with name, file, module ('' is unknown), inlined
#   stacks     lists of such hashes that have a line besides
#   objects    hashes with id, kind, symbol, module, source, stack (a stack or
#              undef), thread, count, size_B, total_B, born, died, cost, lines
#              (hashes with function, line, cost), bytes (as in the file, or missing);
#              with sampling also, by event
#              and undef if not known: estimate, weight (estimate / cost), error
#   more       miss_classes, cores, sharing, miss_curves and timeline, those that there are,
#              unchecked: Xgrind::Data::Misses and Xgrind::Data::Timeline check them; caches
#
# All other figures are checked to be figures, and sums to be sums.  This is the
# only reader of these files.  It exports its checks of values on request; they
# end with a sentence about the file that was read last.

package Xgrind::Data::Reader;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Input;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;

our @EXPORT    = qw(read_objects);
our @EXPORT_OK = qw(bad count_of list_of hash_of index_of);

my $FORMAT         = 'xgrind.data';
my $FORMAT_VERSION = 1;
my %KIND_KNOWN     = map { $_ => 1 } qw(static heap mmap brk stack code unknown);

my $file;    # the file's name as shown in messages

# Ends with one sentence about the file.
sub bad {
   my ($text) = @_;
   return fail("$file: $text");
}

# --- JSON ------------------------------------------------------------------

# Refuses other files early: a large one need not be read to its end.
sub check_block {
   my ($text, $start) = @_;
   fail("$file:1:1: this is a binary file, not a profile") if index($$text, "\0", $start) >= 0;
   bad("this is a profile of functions in Callgrind's format, not of memory objects; xgrind_annotate reads it without --objects")
      if !$start && $$text =~ /^\s*(?:# callgrind format|(?:version|creator|pid|cmd|part|desc|positions|events):)/;
   return;
}

# What the JSON parser has found wrong, with line and column.
sub json_error {
   my ($text, $message) = @_;
   my ($offset) = $message =~ /at character offset (\d+)/;
   my ($why)    = $message =~ /^(.*?)(?:, at character offset| at \S+ line \d+|\n|\z)/s;
   (my $end = $text) =~ s/\s+\z//;
   $offset = length $end if !defined $offset || $offset > length $end;
   my $before = substr $text, 0, $offset;
   my $where  = 1 + ($before =~ tr/\n//) . ':' . ($offset - rindex($before, "\n"));
   # the parser is not always right about the last character
   return "$where: the file is truncated: the JSON text ends too early"
      if ($offset >= length($end) - 1 || $message =~ /\(end of string\)/) && $text =~ /^\s*[\{\[]/;
   return "$where: this is not JSON: " . printable($why);
}

# The file's JSON, if it is a profile of a version that is known.
sub decode {
   my ($text) = @_;
   my $data = eval { json_decode($text) };
   fail("$file:" . json_error($text, $@)) if $@;
   bad("this is not a memory-object profile: \"format\" is not \"$FORMAT\"")
      if ref $data ne 'HASH' || ref $data->{format} || ($data->{format} // '') ne $FORMAT;
   my $version = $data->{version};
   bad('version ' . shown_value($version) . " of the format is not known, only $FORMAT_VERSION")
      if !is_count($version) || $version != $FORMAT_VERSION;
   return $data;
}

# --- Values ----------------------------------------------------------------

# A whole number.
sub count_of {
   my ($where, $value) = @_;
   bad("$where must be a whole number, not " . shown_value($value)) if !is_count($value);
   return $value + 0;
}

# An index into a list of this many entries.
sub index_of {
   my ($where, $value, $n) = @_;
   bad("$where must be an index from 0 into a list of $n, not " . shown_value($value))
      if !is_count($value, $n - 1);
   return $value + 0;
}

# A text, as bytes; '' for null and for "???", which means unknown.
sub text_of {
   my ($where, $value) = @_;
   bad("$where must be a text, not " . shown_value($value)) if ref $value;
   my $text = $value // '';
   utf8::encode($text);
   return $text eq '???' ? '' : $text;
}

# A list.
sub list_of {
   my ($where, $value) = @_;
   bad("$where must be a list, not " . shown_value($value)) if ref $value ne 'ARRAY';
   return $value;
}

# An object of JSON.
sub hash_of {
   my ($where, $value) = @_;
   bad("$where must be an object, not " . shown_value($value)) if ref $value ne 'HASH';
   return $value;
}

# A list of a figure for each event.
sub costs_of {
   my ($where, $value, $n) = @_;
   list_of($where, $value);
   bad("$where must have $n figures, one for each event, and has " . @$value) if @$value != $n;
   return $value if are_counts(@$value);
   return [ map { count_of($where, $_) } @$value ];
}

# A list of a number for each event, which need not be whole, or null.
sub estimates_of {
   my ($where, $value, $n) = @_;
   list_of($where, $value);
   bad("$where must have $n figures, one for each event, and has " . @$value) if @$value != $n;
   for my $number (grep { defined } @$value) {
      bad("$where must have numbers or null, not " . shown_value($number))
         if ref $number || $number !~ /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\z/a;
   }
   return [ map { defined ? $_ + 0 : undef } @$value ];
}

# --- The parts of a profile ------------------------------------------------

# The lengths of lines.
sub read_caches {
   my ($caches) = @_;
   my %line_B;
   return \%line_B if !defined $caches;
   hash_of('caches', $caches);
   for my $name (grep { exists $caches->{$_} } qw(I1 D1 L2 LL)) {
      my $geometry = list_of("caches.$name", $caches->{$name});
      bad("caches.$name must have 3 figures") if @$geometry != 3;
      count_of("caches.$name", $_) for @$geometry;
      $line_B{$name} = $geometry->[2] + 0;
   }
   return \%line_B;
}

# Cycles of what the levels after L1 serve, by level.
sub read_latencies {
   my ($latencies) = @_;
   return {} if !defined $latencies;
   hash_of('latencies', $latencies);
   return { map { $_ => count_of("latencies.$_", $latencies->{$_}) } grep { exists $latencies->{$_} } qw(L2 LL memory) };
}

# How accesses were sampled.
sub read_sampling {
   my ($sampling) = @_;
   return undef if !defined $sampling;
   bad('sampling must be null or an object, not ' . shown_value($sampling)) if ref $sampling ne 'HASH';
   return {
      period   => count_of('sampling.period', $sampling->{period}),
      recorded => count_of('sampling.recorded', $sampling->{recorded}),
      map { $_ => $sampling->{$_} ? 1 : 0 } 'loads', 'stores',
   };
}

# The names of events.
sub read_events {
   my ($events, $may_be_empty) = @_;
   list_of('events', $events);
   bad('events names no event') if !@$events && !$may_be_empty;
   my (@names, %at);
   for my $i (0 .. $#$events) {
      my $name = text_of("events[$i]", $events->[$i]);
      bad('events has ' . shown_value($name) . ', which is not a name') if $name !~ /^[A-Za-z_]\w*\z/a;
      bad('events names ' . quoted($name) . ' twice') if exists $at{$name};
      $at{$name} = $i;
      push @names, $name;
   }
   return (\@names, \%at);
}

sub read_functions {
   my ($functions) = @_;
   list_of('functions', $functions);
   my @result;
   for my $f (0 .. $#$functions) {
      my $raw = hash_of("functions[$f]", $functions->[$f]);
      push @result, { map { $_ => text_of("functions[$f].$_", $raw->{$_}) } qw(name file module) };
      $result[-1]{inlined} = $raw->{inlined} ? 1 : 0;
   }
   return \@result;
}

# Call stacks, as lists of frames, the innermost first.
sub read_stacks {
   my ($stacks, $functions) = @_;
   list_of('stacks', $stacks);
   my @result;
   for my $s (0 .. $#$stacks) {
      my @frames;
      for my $pair (@{ list_of("stacks[$s]", $stacks->[$s]) }) {
         bad("stacks[$s] must consist of pairs, of function and line")
            if ref $pair ne 'ARRAY' || @$pair != 2;
         my $f = index_of("stacks[$s]: a function", $pair->[0], scalar @$functions);
         push @frames, { %{ $functions->[$f] }, line => count_of("stacks[$s]: a line", $pair->[1]) };
      }
      push @result, \@frames;
   }
   return \@result;
}

# Ends with a sentence if this is not a line of code with its costs.
sub check_line {
   my ($where, $line, $n, $n_functions) = @_;
   hash_of($where, $line);
   index_of("$where.function", $line->{function}, $n_functions);
   count_of("$where.line", $line->{line});
   costs_of("$where.cost", $line->{cost}, $n);
   return;
}

# The lines of code of an object, which add up to its cost.  They are most of a file: what is wrong with one is
# asked only of those that are not as usual.
sub read_lines {
   my ($where, $lines, $cost, $profile) = @_;
   my ($n, $n_functions) = map { scalar @{ $profile->{$_} } } qw(events functions);
   my @sum = (0) x $n;
   for my $i (0 .. $#{ list_of("$where.lines", $lines) }) {
      my $line = $lines->[$i];
      my ($function, $number, $costs) = ref $line eq 'HASH' ? @$line{qw(function line cost)} : ();
      check_line("$where.lines[$i]", $line, $n, $n_functions)
         if ref $costs ne 'ARRAY' || @$costs != $n || !are_counts($function, $number, @$costs) || $function >= $n_functions;
      my $e = 0;
      $sum[ $e++ ] += $_ for @$costs;
      $_ += 0 for @$line{qw(function line)};
   }
   for my $e (0 .. $n - 1) {
      bad("$where: the lines' $profile->{events}[$e] add up to $sum[$e], but the object's is $cost->[$e]") if $sum[$e] != $cost->[$e];
   }
   return $lines;
}

# With sampling: estimates, how many events a recorded one represents, and standard errors.
sub read_estimates {
   my ($where, $raw, $object, $n) = @_;
   my $estimate = $object->{estimate} = estimates_of("$where.estimate", $raw->{estimate}, $n);
   $object->{error} = estimates_of("$where.error", $raw->{error}, $n);
   $object->{weight} = [
      map {
           !defined $estimate->[$_] ? undef
         : $object->{cost}[$_]      ? $estimate->[$_] / $object->{cost}[$_]
         :                            1
      } 0 .. $n - 1
   ];
   return;
}

# Accesses by byte, loads and stores: lists of this length, or of any.
sub read_accesses {
   my ($where, $raw, @lengths) = @_;
   hash_of($where, $raw);
   my @lists = map { list_of("$where.$_", $raw->{$_}) } qw(loads stores);
   bad("$where must have as many stores as loads") if @{ $lists[0] } != @{ $lists[1] };
   my $n = @{ $lists[0] };
   bad("$where.loads must have " . join(' or ', @lengths) . " elements, not $n") if @lengths && !grep { $_ == $n } @lengths;
   for my $key (qw(loads stores)) {
      count_of("$where.${key}[$_]", $raw->{$key}[$_]) for 0 .. $n - 1;
   }
   return;
}

sub read_bytes {
   my ($where, $raw) = @_;
   read_accesses($where, $raw);
   my $n = @{ $raw->{loads} };
   bad("$where.loads must have at most 4096 elements, not $n") if $n > 4096;
   read_accesses("$where.line",  $raw->{line},  64) if defined $raw->{line};
   read_accesses("$where.parts", $raw->{parts}, 0, 256) if defined $raw->{parts};
   return $raw;
}

sub read_object {
   my ($where, $raw, $profile) = @_;
   hash_of($where, $raw);
   my $kind = text_of("$where.kind", $raw->{kind});
   bad("$where.kind is " . quoted($kind) . ', which version 1 of the format does not have')
      if !$KIND_KNOWN{$kind};
   my $n = @{ $profile->{events} };
   my %object = (
      kind   => $kind,
      symbol => text_of("$where.name", $raw->{name}),
      died   => defined $raw->{died} ? count_of("$where.died", $raw->{died}) : undef,
      cost   => costs_of("$where.cost", $raw->{cost}, $n),
      (map { $_ => text_of("$where.$_", $raw->{$_}) } qw(module source)),
      (map { $_ => count_of("$where.$_", $raw->{$_}) } qw(id thread count size_B total_B born)),
   );
   $object{stack}
      = $profile->{stacks}[ index_of("$where.stack", $raw->{stack}, scalar @{ $profile->{stacks} }) ]
      if defined $raw->{stack};
   $object{bytes} = read_bytes("$where.bytes", $raw->{bytes}) if defined $raw->{bytes};
   $object{lines} = read_lines($where, $raw->{lines}, $object{cost}, $profile);
   read_estimates($where, $raw, \%object, $n) if $profile->{sampling};
   return \%object;
}

# Without sampling the objects' costs are the program's, none is missing.
sub check_totals {
   my ($profile) = @_;
   for my $e (0 .. $#{ $profile->{events} }) {
      my $sum = 0;
      $sum += $_->{cost}[$e] for @{ $profile->{objects} };
      bad("the objects' $profile->{events}[$e] add up to $sum, but the program's total is $profile->{totals}[$e]")
         if $sum != $profile->{totals}[$e];
   }
   return;
}

# Reads a profile.
sub read_objects {
   my ($name, %how) = @_;
   $file = printable($name);
   my $data = decode(file_bytes($name, \&check_block));
   bad('the run has a timeline, but it has collected no costs by memory object: add --collect-objects=yes')
      if !$how{no_objects} && defined $data->{timeline} && !@{ list_of('events', $data->{events}) };
   my ($events, $at) = read_events($data->{events}, $how{no_objects} && defined $data->{timeline});
   my $profile = {
      file     => $name,
      events   => $events,
      at       => $at,
      line_B   => read_caches($data->{caches}),
      sampling => read_sampling($data->{sampling}),
      latencies => read_latencies($data->{latencies}),
      totals   => costs_of('totals', $data->{totals}, scalar @$events),
      functions => read_functions($data->{functions}),
      more      => { map { $_ => $data->{$_} } grep { exists $data->{$_} } qw(caches miss_classes cores sharing miss_curves timeline) },
      (map { $_ => text_of($_, $data->{$_}) } qw(creator command)),
      (map { $_ => count_of($_, $data->{$_}) } qw(pid instructions)),
   };
   $profile->{objects} = [];
   return $profile if $how{no_objects} && (defined $data->{miss_curves} || defined $data->{timeline}) && !@{ list_of('objects', $data->{objects}) };
   $profile->{stacks} = read_stacks($data->{stacks}, $profile->{functions});
   my $objects = list_of('objects', $data->{objects});
   bad('the profile has miss curves, but no objects; for objects run the program with --collect-objects=yes')
      if !@$objects && $data->{miss_curves};
   bad('the profile has no objects') if !@$objects;
   my %seen;
   for my $i (0 .. $#$objects) {
      my $object = read_object("objects[$i]", $objects->[$i], $profile);
      bad("objects[$i].id is $object->{id}, which another object has") if $seen{ $object->{id} }++;
      push @{ $profile->{objects} }, $object;
   }
   check_totals($profile) if !$profile->{sampling};
   return $profile;
}

1;
