# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::ObjectsProfile: memory objects as a profile in Callgrind's format.
#
# Usage:
#   write_profile($version, $profile, \@objects, 'objects.out');   # or fails
#
# An object is a function, called by the code that accesses it: its callers are the code that causes
# its cost, and the callees of a function are the objects it accesses.  All costs are the objects'
# own; those of code are only inclusive.
# The number of calls is the number of accesses.

package Xgrind::Objects::ObjectsProfile;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Objects::ObjectColumns;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::Escapes;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;

our @EXPORT = qw(write_profile);

# Long names of events that KCachegrind does not know.
sub long_names {
   my %long = (
      (map { ("${_}mr" => "$_ Data Read Miss", "${_}mw" => "$_ Data Write Miss") } @BETWEEN),
      DTmr => 'TLB Data Read Miss',
      DTmw => 'TLB Data Write Miss',
   );
   for my $level (@LEVELS) {
      my $n = use_name($level);
      $long{"AcCost$n"} = "$level lines by 1/accesses (millionths)";
      $long{"SpLoss$n"} = "$level bytes loaded, not used";
      $long{"Lines$n"}  = "$level lines loaded";
   }
   return \%long;
}

my $out;       # handle of the file
my %number;    # space (ob, fl, fn) -> name, or its key -> number in the file

# A name, written out the first time and by its number later.  Names that are
# alike have numbers of their own if $what tells them apart.
sub numbered {
   my ($space, $name, $what) = @_;
   $name = '???' if $name eq '';
   my $numbers = $number{$space} //= {};
   my $key = $what // $name;
   return "($numbers->{$key})" if $numbers->{$key};
   my $n = $numbers->{$key} = 1 + keys %$numbers;
   return "($n) " . escaped_name($name);
}

# Those events whose figures are known for all objects, as indices.
sub known_events {
   my ($profile, $objects) = @_;
   return grep {
      my $e = $_;
      !grep { $_->{weight} && !defined $_->{weight}[$e] } @$objects
   } 0 .. $#{ $profile->{events} };
}

# Costs as in the file: figures without the zeros at the end.
sub cost_text {
   my (@cost) = @_;
   pop @cost while @cost && !$cost[-1];
   return join ' ', @cost;
}

# The module by which KCachegrind groups an object: its kind and module.  KCachegrind merges functions
# with equal module and name, even of different files.
sub binary_of {
   my ($object) = @_;
   my $text = "$object->{kind} objects";
   $text .= ' [' . base_name($object->{module}) . ']' if $object->{module} ne '';
   return $text;
}

# The objects as functions: position, and costs as whole numbers, by line of code ("calls") and
# together ("self").
sub functions_of {
   my ($profile, $objects, $known) = @_;
   my @functions;
   for my $object (@$objects) {
      my ($file, $line) = $object->{place} =~ /^(.+?)(?::(\d+))?\z/s;
      my $text = $object->{name};
      $text .= ' (' . base_name($object->{place}) . ')' if $object->{place} ne '';
      my $function = {
         ob   => binary_of($object),
         fl   => $file // $object->{module},
         fn   => $text,
         line => $line // 0,
         self => [ (0) x @$known ],
      };
      for my $line_of_code (@{ $object->{lines} }) {
         my @cost = map { int(estimated($line_of_code->{cost}[$_], $object, $_) + 0.5) } @$known;
         next if !grep { $_ } @cost;
         push @{ $function->{calls} }, [ $line_of_code, \@cost ];
         $function->{self}[$_] += $cost[$_] for 0 .. $#cost;
      }
      push @functions, $function if $function->{calls};
   }
   return @functions;
}

sub write_header {
   my ($version, $profile, $known, $total) = @_;
   my @events = map { $profile->{events}[$_] } @$known;
   print $out "# callgrind format\nversion: 1\ncreator: xgrind_annotate-$version\npid: $profile->{pid}\n";
   print $out 'cmd: ', escaped($profile->{command}), "\npart: 1\n\n";
   print $out "desc: Trigger: memory objects as functions, called by the code that touches them\n";
   print $out "desc: Sampling: figures are estimates\n" if $profile->{sampling};
   print $out "\npositions: line\n";
   my $long = long_names();
   print $out map { "event: $_ : $long->{$_}\n" } grep { $long->{$_} } @events;
   print $out "events: @events\nsummary: @$total\n\n";
   return;
}

# The position of a function, with a prefix for one that is called.
sub print_function_lines {
   my ($prefix, $fl, $function) = @_;
   print $out "${prefix}ob=", numbered('ob', $function->{ob}), "\n";
   print $out "$fl=",         numbered('fl', $function->{fl}), "\n";
   # to KCachegrind, a number is one function and not just a name
   print $out "${prefix}fn=", numbered('fn', $function->{fn}, join "\0", @$function{qw(ob fl fn)}), "\n";
   return;
}

sub write_objects {
   for my $object (@_) {
      print_function_lines('', 'fl', $object);
      print $out "$object->{line} ", cost_text(@{ $object->{self} }), "\n\n";
   }
   return;
}

# The code: all the calls of each function, by line.
sub write_code {
   my ($profile, $accesses, @objects) = @_;
   my %calls;    # function -> [line, object, cost]
   for my $object (@objects) {
      for my $call (@{ $object->{calls} }) {
         my ($line, $cost) = @$call;
         push @{ $calls{ $line->{function} } }, [ $line->{line}, $object, $cost ];
      }
   }
   for my $f (sort { $a <=> $b } keys %calls) {
      my $function = $profile->{functions}[$f];
      print_function_lines('', 'fl', { ob => $function->{module}, fl => $function->{file}, fn => $function->{name} });
      for my $call (sort { $a->[0] <=> $b->[0] } @{ $calls{$f} }) {
         my ($line, $object, $cost) = @$call;
         my $n = 0;
         $n += $cost->[$_] for @$accesses;
         print_function_lines('c', 'cfi', $object);
         print $out 'calls=', $n || 1, " $object->{line}\n$line ", cost_text(@$cost), "\n";
      }
      print $out "\n";
   }
   return;
}

# Writes everything to $out.
sub write_all {
   my ($version, $profile, $objects) = @_;
   my @known   = known_events($profile, $objects);
   my @objects = functions_of($profile, $objects, \@known);
   my @total   = (0) x @known;
   for my $object (@objects) {
      $total[$_] += $object->{self}[$_] for 0 .. $#known;
   }
   my @accesses = grep { $profile->{events}[ $known[$_] ] =~ /^D[rw]\z/ } 0 .. $#known;
   %number = ();
   write_header($version, $profile, \@known, \@total);
   write_objects(@objects);
   write_code($profile, \@accesses, @objects);
   print $out "totals: @total\n";
   return;
}

sub write_profile {
   my ($version, $profile, $objects, $name) = @_;
   my $output = output_open($name);
   $out = $output->{handle};
   write_all($version, $profile, $objects);
   output_close($output);
   return;
}

1;
