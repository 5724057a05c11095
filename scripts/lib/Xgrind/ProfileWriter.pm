# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::ProfileWriter: a profile as a file in Callgrind's format.
#
# Usage:
#   write_profile($profile, 'all.out', { creator => 'xgrind_merge-0.1', cmd => './app' });
#
# Takes a profile that was read with all detail and recursion levels unfolded.
# Names are written once and by number later, figures without the zeros at the end.
# The file is written under another name and renamed, so that it is whole or as
# before; what is no file, such as a pipe, is written to; '-' is standard output.

package Xgrind::ProfileWriter;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Common;
use Xgrind::Profile;

our @EXPORT = qw(write_profile);

my $out;        # the file
my $p;          # the profile
my %written;    # space (ob, fl, fn) -> what it names -> its number in the file
my %function;   # "object;file;name" -> function
my ($has_address, $has_line);
my ($last_address, $last_line);

# A name, in full the first time and by its number later; what has a number is the name, or what
# is given besides.
sub numbered {
   my ($space, $name, $what) = @_;
   $what //= $name;
   my $numbers = $written{$space} //= {};
   return "($numbers->{$what})" if $numbers->{$what};
   my $n = $numbers->{$what} = 1 + keys %$numbers;
   my $text = printable($p->{names}[$name]);
   return $text eq '' ? "($n) ???" : "($n) $text";
}

# A function: readers take a number for one function, and two may have the same name.
sub function_numbered {
   my ($object, $file, $name) = @_;
   my $f = $function{"$object;$file;$name"};
   return numbered('fn', $name, defined $f ? "function $f" : $name);
}

# A position as it is kept, "address line" or "line".
sub split_place {
   my ($place) = @_;
   return $place =~ / / ? split / /, $place : (0, $place eq '' ? 0 : $place);
}

# A position that is written in full.
sub position {
   my ($address, $line) = split_place(@_);
   my @words;
   push @words, sprintf '0x%x', $address if $has_address;
   push @words, $line if $has_line;
   return "@words";
}

# A position that starts a line of costs: relative to the one before in the function.
sub next_position {
   my ($address, $line) = split_place(@_);
   my @words;
   if ($has_address) {
      push @words, !defined $last_address || $address < $last_address ? sprintf '0x%x', $address
         : $address > $last_address ? '+' . ($address - $last_address)
         :                            '*';
      $last_address = $address;
   }
   if ($has_line) {
      push @words, defined $last_line && $line == $last_line ? '*' : $line;
      $last_line = $line;
   }
   return "@words";
}

# Figures without zeros at the end, none of which may be rounded.
sub figures {
   my @figures = @_;
   pop @figures while @figures && !$figures[-1];
   for my $figure (@figures) {
      fail("a sum of costs, $figure, is more than 64 bits hold") if $figure =~ /\D/;
   }
   return join ' ', @figures;
}

# Positions in the order of the code: they start with a number.
sub by_place {
   no warnings 'numeric';
   return $a <=> $b || do {
      my ($x, $y) = map { (split_place($_))[1] } $a, $b;
      $x <=> $y;
   } || $a cmp $b;
}

# The lines of one function in one file: costs, jumps and calls by position.
sub lines_of {
   my ($f, $file) = @_;
   my ($costs, $calls, $jumps) = map { $_->[$f]{$file} // {} } @$p{qw(lines all_calls jumps)};
   my %at;    # position -> keys of calls and jumps there
   push @{ $at{ ($_ =~ /^([^;]*)/)[0] } }, [ 'calls', $_ ] for sort keys %$calls;
   push @{ $at{ ($_ =~ /^([^;]*)/)[0] } }, [ 'jumps', $_ ] for sort keys %$jumps;
   my $object = $p->{functions}[$f][0];
   for my $place (sort by_place keys %$costs, grep { !exists $costs->{$_} } keys %at) {
      my $text = $costs->{$place} // '';
      $text = figures(split ' ', $text) if $text !~ /^[1-9]\d*\z/;
      print $out next_position($place), " $text\n" if $text ne '';
      for my $entry (@{ $at{$place} // [] }) {
         my ($kind, $key) = @$entry;
         if ($kind eq 'calls') { write_call($object, $file, $place, $key, $calls->{$key}); }
         else                  { write_jump($f, $file, $place, $key, $jumps->{$key}); }
      }
   }
   return;
}

sub write_call {
   my ($object, $file, $place, $key, $text) = @_;
   my (undef, $callee, $target) = split /;/, $key, -1;
   my ($count, @cost) = split ' ', $text;
   my ($callee_object, $callee_file, $callee_name) = @{ $p->{functions}[$callee] };
   print $out 'cob=', numbered('ob', $callee_object), "\n" if $callee_object != $object;
   print $out 'cfi=', numbered('fl', $callee_file), "\n"   if $callee_file != $file;
   print $out 'cfn=', function_numbered($callee_object, $callee_file, $callee_name), "\n";
   print $out 'calls=', figures($count) || 0, ' ', position($target), "\n";
   my $figures = figures(@cost);
   print $out next_position($place), $figures eq '' ? '' : " $figures", "\n";
   return;
}

sub write_jump {
   my ($f, $file, $place, $key, $text) = @_;
   my (undef, $kind, $to_file, $to_name, $target) = split /;/, $key, -1;
   print $out 'jfi=', numbered('fl', $to_file), "\n" if $to_file != $file;
   my $object = $p->{functions}[$f][0];
   print $out 'jfn=', function_numbered($object, $to_file, $to_name), "\n" if $to_name != $p->{functions}[$f][2];
   my @counts = split ' ', $text;
   figures($_) for @counts;
   print $out "$kind=", join('/', @counts), ' ', position($target), "\n", next_position($place), "\n";
   return;
}

# A function: first what is in its own file.
sub write_function {
   my ($f) = @_;
   my ($object, $file, $name) = @{ $p->{functions}[$f] };
   my %files = map { %{ $_->[$f] // {} } } @$p{qw(lines all_calls jumps)};
   return if !%files;
   ($last_address, $last_line) = ();
   print $out "\nob=", numbered('ob', $object), "\nfl=", numbered('fl', $file), "\n";
   print $out 'fn=', function_numbered($object, $file, $name), "\n";
   lines_of($f, $file) if $files{$file};
   for my $other (sort { $a <=> $b } grep { $_ != $file } keys %files) {
      print $out 'fi=', numbered('fl', $other), "\n";
      lines_of($f, $other);
   }
   return;
}

sub write_header {
   my ($about, $totals) = @_;
   print $out "# callgrind format\nversion: 1\ncreator: $about->{creator}\n";
   print $out 'cmd: ', printable($about->{cmd}), "\n" if defined $about->{cmd};
   print $out "part: 1\n\n", map { 'desc: ' . printable($_) . "\n" } @{ $about->{desc} // [] };
   print $out "\npositions: ", join(' ', $has_address ? 'instr' : (), $has_line ? 'line' : ()), "\n";
   print $out map { 'event: ' . printable($_) . "\n" } map { $p->{event_lines}{$_} // () } @{ $p->{events} };
   print $out 'events: ', printable(join ' ', @{ $p->{events} }), "\nsummary: $totals\n";
   return;
}

sub write_all {
   my ($about) = @_;
   my @totals = map { $_ // 0 } @{ program_totals($p, self_costs($p)) };
   figures(@totals);
   ($has_address, $has_line) = @{ $p->{kinds} }{qw(instr line)};
   $has_line = 1 if !$has_address;
   %written = ();
   write_header($about, "@totals");
   my $functions = $p->{functions};
   %function = map { join(';', @{ $functions->[$_] }) => $_ } 0 .. $#$functions;
   my @names = map { join "\0", function_names($p, $_) } 0 .. $#$functions;
   write_function($_) for sort { $names[$a] cmp $names[$b] } 0 .. $#$functions;
   print $out "\ntotals: @totals\n";
   return;
}

my $temporary;    # the file under its other name
END { unlink $temporary if defined $temporary; }

sub write_profile {
   ($p, my $name, my $about) = @_;
   my $shown = printable($name);
   if ($name eq '-') {
      $out = \*STDOUT;
      binmode $out;
      write_all($about);
      return finish_output();
   }
   my $renames = !-e $name || -f _;
   my $file    = $renames ? "$name.tmp.$$" : $name;
   open $out, '>', $file or fail("$shown: cannot be written: $!");
   $temporary = $file if $renames;
   binmode $out;
   write_all($about);
   my $good = close $out;
   $good &&= rename $temporary, $name if $renames;
   fail("$shown: cannot be written: $!") if !$good;
   undef $temporary;
   return;
}

1;
