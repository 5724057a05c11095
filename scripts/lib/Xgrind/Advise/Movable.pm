# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Movable: the objects of a profile, as far as xgrind_advise needs them, and
# which of them can be moved.
#
# Usage:
#   my $profile = read_movable($file, { 'min-size' => 4096, 'place-libraries' => 'no' });    # or fails
#   $profile->{file}, {command}, {instructions}, {period}    # period: undef without sampling
#   $profile->{misses}, {misses_of}{D1}  # sums over the objects; {levels}: D1, (L2, (L3,)) LL
#   $profile->{total_misses}             # of the program; others are estimates with sampling
#   $profile->{model}                    # undef, or with cycles of a model of the processor: latency and rate of the memory
#                                        # simulated, cycles of the run
#   $profile->{objects}                  # hashes: id, kind, name, module, source, size_B, stack,
#                                        # misses (DLmr), misses_of (loads, by level), error (of misses),
#                                        # memory_cycles, rate_cycles (with a model: CyMem, CyRate),
#                                        # weight: what it is placed by, misses or, with a model, these cycles,
#                                        # fixed: why it cannot be moved, '' if it can
#   my ($objects, $size_B) = library_data($profile);    # left out of the placement
#   print object_text($profile->{objects}[0]);

package Xgrind::Advise::Movable;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Advise::Memories;
use Xgrind::Data::DataFile;
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Variables;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;

our @EXPORT = qw(read_movable library_data object_text);

my $LIBRARY_DATA     = 'data of a library';
my $MISSES_MAX       = 1 << 50;    # keeps the bound of the exact method rigorous
my $INSTRUCTIONS_MAX = 1 << 60;

# Fails if a figure is so large that sums would be rounded.
sub check_figure {
   my ($where, $value, $max) = @_;
   fail("$where must be a number from 0 to $max, not " . ($value // 'null')) if !defined $value || $value > $max;
   return $value;
}

# What allocators have mapped (docs/objects.md).  The heap objects live in it and are placed on
# their own.
sub is_of_allocators {
   my ($object) = @_;
   return $object->{kind} eq 'mmap' && $object->{name} eq "(allocators' own)";
}

# What the dynamic loader has mapped: the libraries, its own memory, and the cache of their names.
# musl's loader is its C library, too.
sub is_of_loader {
   my ($object) = @_;
   return 0 if $object->{kind} ne 'mmap';
   return 1 if $object->{name} eq '/etc/ld.so.cache';
   my ($innermost) = @{ $object->{stack} // [] };
   return $innermost && ($innermost->{name} =~ /^_dl_/
      || base_name($innermost->{module}) =~ /^ld(?:-linux[\w-]*|-\d[\d.]*|64)?\.so(?:\.|\z)/);
}

# Tells the program's own file from its libraries by their names: if the first word of the command
# names one of the modules, the others are libraries; or else those with ".so" in their names are.
sub library_test {
   my ($raw) = @_;
   my ($command) = map { base_name($_) } $raw->{command} =~ /^(\S+)/;
   my $is_known = defined $command && $command !~ /\.so(?:\.|\z)/
      && grep { base_name($_->{module}) eq $command } @{ $raw->{objects} }, @{ $raw->{functions} };
   return sub {
      my ($module) = @_;
      return 0 if $module eq '';
      return $is_known ? base_name($module) ne $command : base_name($module) =~ /\.so(?:\.|\z)/;
   };
}

# Why an object must stay where it is, or ''.
sub fixed_because {
   my ($object, $opt) = @_;
   my $kind = $object->{kind};
   return $kind if $kind =~ /^(?:stack|code|unknown|brk)\z/;
   return "the allocators' own" if is_of_allocators($object);
   return 'data of the dynamic loader' if is_of_loader($object);
   return $LIBRARY_DATA if $kind eq 'static' && $opt->{is_library}->($object->{module});
   return 'below --min-size' if $object->{size_B} < $opt->{'min-size'};
   return '';
}

# What a model of the processor knows, if it is to be taken and the profile has it of all objects: with sampling of one
# kind of accesses nobody knows it.
sub model_of {
   my ($raw, $opt) = @_;
   my ($latency, $rate) = ($raw->{latencies}{memory}, $raw->{rates}{memory});
   return undef if $opt->{'by-misses'} || !has_model($raw) || !$latency || !$rate;
   my @at = @{ $raw->{at} }{qw(CyMem CyRate)};
   return undef if $raw->{sampling} && grep { my $o = $_; grep { !defined $o->{estimate}[$_] } @at } @{ $raw->{objects} };
   return { latency => $latency, rate => $rate, cycles => modelled_cycles($raw->{cycles}) };
}

# The cycles that an object's data was waited for in memory.
sub add_memory_cycles {
   my ($where, $object, $raw, $at, $is_sampled) = @_;
   my $costs = $is_sampled ? $raw->{estimate} : $raw->{cost};
   for my $of ([ memory_cycles => 'CyMem' ], [ rate_cycles => 'CyRate' ]) {
      my ($key, $event) = @$of;
      $object->{$key} = int(check_figure("$where, $event", $costs->[ $at->{$event} ], $MISSES_MAX) + 0.5);
   }
   $object->{weight} = $object->{memory_cycles} + $object->{rate_cycles};
   return;
}

sub load_misses { my ($level) = @_; return (data_misses($level))[0]; }

# One object, from that of the reader.
sub movable_object {
   my ($where, $raw, $profile, $opt) = @_;
   my $dlmw   = $profile->{at}{DLmw};
   my @levels = data_levels($profile->{at});
   my $object = { name => $raw->{symbol}, error => 0, store_error => 0, store_misses => 0, map { $_ => $raw->{$_} } qw(id kind module source size_B stack) };
   check_figure("$where.size_B", $object->{size_B}, $SIZE_MAX_B);
   if ($profile->{sampling}) {    # estimates have fractions, which mean nothing
      my $rounded = sub { int(check_figure("$where.$_[0], $_[1]", $raw->{ $_[0] }[ $profile->{at}{ $_[1] } ], $MISSES_MAX) + 0.5) };
      $object->{misses_of} = { map { $_ => $rounded->('estimate', load_misses($_)) } @levels };
      $object->{error}     = $rounded->('error', 'DLmr');
      @$object{qw(store_misses store_error)} = map { $rounded->($_, 'DLmw') } qw(estimate error) if defined $dlmw && defined $raw->{estimate}[$dlmw];
   } else {
      my $figure = sub { my ($event) = @_; check_figure("$where.cost, $event", $raw->{cost}[ $profile->{at}{$event} ], $MISSES_MAX) };
      $object->{misses_of} = { map { $_ => $figure->(load_misses($_)) } @levels };
      $object->{store_misses} = check_figure("$where.cost, DLmw", $raw->{cost}[$dlmw], $MISSES_MAX) if defined $dlmw;
   }
   $object->{misses} = $object->{misses_of}{LL};
   $object->{weight} = $object->{misses};
   add_memory_cycles($where, $object, $raw, $profile->{at}, $profile->{sampling}) if $opt->{model};
   $object->{fixed}  = fixed_because($object, $opt);
   $object->{size_B} = 0 if is_of_allocators($object);    # or its bytes would count twice
   return $object;
}

# Objects without a symbol get the name that xgrind_annotate shows; `called` is the object that says where it is allocated.
sub name_by_calls {
   my ($profile, @objects) = @_;
   name_objects($profile);
   for my $i (grep { $profile->{objects}[$_]{frame} } 0 .. $#objects) {
      my $named = $profile->{objects}[$i];
      @{ $objects[$i] }{qw(by_calls called)} = ($named->{name}, $named);
   }
   return;
}

sub read_movable {
   my ($file, $opt) = @_;
   my $shown = printable($file);
   my $raw   = read_data($file);
   for my $event (qw(D1mr DLmr)) {
      fail("$shown: the profile does not have the event $event, as it was made without --cache-sim=yes")
         if !exists $raw->{at}{$event};
   }
   my $model = model_of($raw, $opt);
   my %how = (%$opt, model => $model, is_library => $opt->{'place-libraries'} eq 'yes' ? sub { 0 } : library_test($raw));
   my @objects = map { movable_object("$shown: objects[$_]", $raw->{objects}[$_], $raw, \%how) } 0 .. $#{ $raw->{objects} };
   name_by_calls($raw, @objects);
   my $profile = {
      file         => $file,
      command      => $raw->{command},
      instructions => check_figure("$shown: instructions", $raw->{instructions}, $INSTRUCTIONS_MAX),
      period       => $raw->{sampling} ? $raw->{sampling}{period} : undef,
      objects      => \@objects,
      total_misses => check_figure("$shown: totals, DLmr", $raw->{totals}[ $raw->{at}{DLmr} ], $MISSES_MAX),
      latencies    => $raw->{latencies},
      model        => $model,
      levels       => [ data_levels($raw->{at}) ],
   };
   for my $level (@{ $profile->{levels} }) {
      $profile->{misses_of}{$level} = sum0(map { $_->{misses_of}{$level} } @objects);
   }
   $profile->{misses} = $profile->{misses_of}{LL};
   return $profile;
}

# The objects that stay where they are because they belong to libraries, and their bytes.
sub library_data {
   my ($profile) = @_;
   my @objects = grep { $_->{fixed} eq $LIBRARY_DATA } @{ $profile->{objects} };
   my $size_B = 0;
   $size_B += $_->{size_B} for @objects;
   return (scalar @objects, $size_B);
}

# Where an object is allocated and, as the source is read only for those that are shown, which variable it is assigned to.
sub origin_text {
   my ($called) = @_;
   my $inner = join ': ', grep { $_ ne '' } base_name($called->{place}), variable_of($called) // '';
   return $inner eq '' ? '' : " ($inner)";
}

# An object in a few words.
sub object_text {
   my ($object) = @_;
   my $name = $object->{by_calls} // $object->{name};
   $name .= origin_text($object->{called}) if $object->{called};
   $name .= " $object->{source}" if !defined $object->{by_calls} && index($name, $object->{source}) < 0;
   return printable($name) if index($name, $object->{kind}) == 0; # "stack of thread 1", "unknown"
   return $object->{kind} if $name !~ /\S/ && $object->{kind} eq 'unknown';
   $name = "object $object->{id}" if $name !~ /\S/;
   return printable("$object->{kind} $name");
}

1;
