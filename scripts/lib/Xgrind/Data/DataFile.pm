# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::DataFile: reads data files xgrind.data.* (docs/data-format.md), and checks what they say.
#
# Usage:
#   my $profile = read_data('xgrind.data.1234');      # or ends with one sentence
#   $profile = read_data($file, no_objects => 1);     # takes miss curves and timelines without objects, too
#   my $sharing = section($profile, 'sharing');       # as in the file, checked; undef: the file has none
#   bad($profile, 'the profile has no events');       # ends with a sentence about its file
#
# $profile is a hash with
#   file, creator, command     texts; pid, instructions: numbers
#   sampling   undef, or a hash with period, loads, stores, recorded
#   caches     undef, or as in the file; line_B: bytes of a line of each cache, as far as the file says
#   latencies  cycles by level, as far as the file says
#   rates      cycles between two lines that a level sends, by level, as far as the file says
#   cycles     estimated cycles of the program by cause (docs/cycles.md); undef: the run had no model of the processor
#   events     names; at: name -> index in each list of costs; totals
#   thread_names   undef, or [number, name] of threads; see Xgrind::Data::ThreadNames
#   functions  hashes with name, file, module ('' is unknown), inlined
#   stacks     lists of such hashes that have a line besides
#   objects    hashes with id, kind, symbol, module, source, stack (a stack or
#              undef), thread, count, size_B, total_B, born, died, cost, lines
#              (hashes with function, line, cost), bytes and streams (as in the file, or missing);
#              with sampling also, by event
#              and undef if not known: estimate, weight (estimate / cost), error
#
# Sections that only some commands need (miss_classes, dependences, cores, sharing, waiting, miss_curves, timeline) are checked when they are
# asked for.  This is the only reader of these files.

package Xgrind::Data::DataFile;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Format;
use Xgrind::Files::Input;
use Xgrind::Text::Json;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;

our @EXPORT = qw(read_data section bad);

my $FORMAT         = 'xgrind.data';
my $FORMAT_VERSION = 1;
my @TOP      = qw(creator command pid instructions caches latencies rates cycles sampling totals functions thread_names);
my @OBJECT   = qw(id kind module source thread count size_B total_B born died cost lines);
my @SECTIONS = qw(miss_classes dependences cores sharing waiting overwritten miss_curves timeline);

# Ends with one sentence about a profile's file.
sub bad {
   my ($profile, $text) = @_;
   return fail(printable($profile->{file}) . ": $text");
}

# --- JSON ------------------------------------------------------------------

# Refuses other files early: a large one need not be read to its end.
sub check_block {
   my ($profile, $text, $start) = @_;
   fail(printable($profile->{file}) . ":1:1: this is a binary file, not a profile") if index($$text, "\0", $start) >= 0;
   bad($profile, "this is a profile of functions in Callgrind's format, not of memory objects; xgrind_annotate reads it without --objects")
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
   my ($profile) = @_;
   my $text = file_bytes($profile->{file}, sub { check_block($profile, @_) });
   my $data = eval { json_decode($text) };
   fail(printable($profile->{file}) . ':' . json_error($text, $@)) if $@;
   bad($profile, "this is not a memory-object profile: \"format\" is not \"$FORMAT\"")
      if ref $data ne 'HASH' || ref $data->{format} || ($data->{format} // '') ne $FORMAT;
   my $version = $data->{version};
   bad($profile, 'version ' . shown_value($version) . " of the format is not known, only $FORMAT_VERSION")
      if !is_count($version) || $version != $FORMAT_VERSION;
   return $data;
}

# --- Sections --------------------------------------------------------------

# Checks a section of the file.
sub check {
   my ($profile, $data, $name) = @_;
   my $wrong = wrong_in($name, $data->{$name}, $profile->{known});
   bad($profile, $wrong) if defined $wrong;
   return;
}

sub section {
   my ($profile, $name) = @_;
   my $section = $profile->{raw}{$name};
   return $section if $profile->{is_checked}{$name}++;
   check($profile, $profile->{raw}, $name);
   if ($name eq 'timeline' && $section) {
      my %name = names_by_level(@{ $section->{events} });
      $_ = $name{$_} for @{ $section->{events} };
   }
   return $section;
}

# The lines of code of an object add up to its cost.
sub check_lines {
   my ($profile, $where, $object) = @_;
   my $last = $#{ $profile->{events} };
   my @sum  = (0) x ($last + 1);
   for my $line (@{ $object->{lines} }) {
      my $e = 0;
      $sum[ $e++ ] += $_ for @{ $line->{cost} };
   }
   for my $e (0 .. $last) {
      next if $sum[$e] == $object->{cost}[$e];
      bad($profile, "$where: the lines' $profile->{events}[$e] add up to $sum[$e], but the object's is $object->{cost}[$e]");
   }
   return;
}

# With sampling: estimates, how many events a recorded one represents, and standard errors.
sub add_estimates {
   my ($profile, $where, $raw, $object) = @_;
   for my $key (qw(estimate error)) {
      $object->{$key} = $raw->{$key} // bad($profile, "$where.$key must be a list, not null");
   }
   my $estimate = $object->{estimate};
   $object->{weight} = [
      map {
           !defined $estimate->[$_] ? undef
         : $object->{cost}[$_]      ? $estimate->[$_] / $object->{cost}[$_]
         :                            1
      } 0 .. $#$estimate
   ];
   return;
}

sub read_object {
   my ($profile, $where, $raw) = @_;
   my %object = (symbol => $raw->{name});
   @object{@OBJECT} = @$raw{@OBJECT};
   $object{stack} = $profile->{stacks}[ $raw->{stack} ] if defined $raw->{stack};
   for (qw(bytes streams handed_on)) { $object{$_} = $raw->{$_} if defined $raw->{$_}; }
   check_lines($profile, $where, \%object);
   add_estimates($profile, $where, $raw, \%object) if $profile->{sampling};
   return \%object;
}

# Without sampling the objects' costs are the program's, none is missing.
sub check_totals {
   my ($profile) = @_;
   for my $e (0 .. $#{ $profile->{events} }) {
      my $sum = 0;
      $sum += $_->{cost}[$e] for @{ $profile->{objects} };
      bad($profile, "the objects' $profile->{events}[$e] add up to $sum, but the program's total is $profile->{totals}[$e]")
         if $sum != $profile->{totals}[$e];
   }
   return;
}

# Call stacks and memory objects.
sub read_objects {
   my ($profile, $data) = @_;
   check($profile, $data, 'stacks');
   my $functions = $profile->{functions};
   $profile->{stacks} = [ map { [ map { +{ %{ $functions->[ $_->[0] ] }, line => $_->[1] } } @$_ ] } @{ $data->{stacks} } ];
   check($profile, $data, 'objects');
   my $objects = $data->{objects};
   bad($profile, 'the profile has miss curves, but no objects; for objects run the program with --collect-objects=yes')
      if !@$objects && $data->{miss_curves};
   bad($profile, 'the profile has no objects') if !@$objects;
   $profile->{objects} = [ map { read_object($profile, "objects[$_]", $objects->[$_]) } 0 .. $#$objects ];
   $profile->{known}{ids} = { map { $_->{id} => 1 } @$objects };
   check_totals($profile) if !$profile->{sampling};
   return;
}

sub read_data {
   my ($name, %how) = @_;
   my $profile = { file => $name, known => { ids => {} }, objects => [] };
   my $data = decode($profile);
   check($profile, $data, 'events');
   my %name   = names_by_level(@{ $data->{events} });
   my @events = map { $name{$_} } @{ $data->{events} };
   bad($profile, 'the run has a timeline, but it has collected no costs by memory object: add --collect-objects=yes')
      if !$how{no_objects} && defined $data->{timeline} && !@events;
   bad($profile, 'events names no event') if !@events && !defined $data->{timeline};
   check($profile, $data, $_) for @TOP;
   @$profile{@TOP} = @$data{@TOP};
   $profile->{events} = \@events;
   $profile->{at} = { map { $events[$_] => $_ } 0 .. $#events };
   $profile->{$_} //= {} for qw(latencies rates);
   my $caches = $profile->{caches} // {};
   $profile->{line_B} = { map { $_ => $caches->{$_}[2] } grep { defined $caches->{$_} } @CACHES };
   $profile->{raw} = { map { $_ => $data->{$_} } @SECTIONS };
   my $has_more = defined($data->{miss_curves} // $data->{timeline});
   return $profile if $how{no_objects} && $has_more && ref $data->{objects} eq 'ARRAY' && !@{ $data->{objects} };
   read_objects($profile, $data);
   return $profile;
}

1;
