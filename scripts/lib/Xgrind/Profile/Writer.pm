# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Writer: a profile as a file in Callgrind's format.
#
# Usage:
#   write_profile($profile, 'all.out', { creator => 'xgrind_merge-0.1', cmd => './app' });
#
# Takes a profile that was read with all detail and recursion levels unfolded.
# Names are written once and later as numbers, figures without zeros at the end.
# Xgrind::Files::Output writes the file: whole or not at all; '-' is standard output.

package Xgrind::Profile::Writer;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Profile::Model;
use Xgrind::Text::Messages;

our @EXPORT = qw(write_profile);

my $out;        # handle of the file
my $p;          # the profile
my %written;    # space (ob, fl, fn) -> name, or function -> its number in the file
my ($has_address, $has_line);
my ($last_address, $last_line);

# A name: written out the first time, later as its number.  A key says what is numbered if it is not
# the name.
sub numbered {
   my ($space, $name, $key) = @_;
   $key //= $name;
   my $numbers = $written{$space} //= {};
   return "($numbers->{$key})" if $numbers->{$key};
   my $n = $numbers->{$key} = 1 + keys %$numbers;
   my $text = printable($p->{names}[$name]);
   return $text eq '' ? "($n) ???" : "($n) $text";
}

# The name of a function.  Functions of one name in several files have different numbers, since
# KCachegrind identifies a function by its number.
sub numbered_function {
   my ($module, $file, $name) = @_;
   return numbered('fn', $name, "$module,$file,$name");
}

# A location, "address line" or "line".
sub split_location {
   my ($location) = @_;
   return $location =~ / / ? split / /, $location : (0, $location eq '' ? 0 : $location);
}

# An absolute position.
sub position {
   my ($address, $line) = split_location(@_);
   my @words;
   push @words, sprintf '0x%x', $address if $has_address;
   push @words, $line if $has_line;
   return "@words";
}

# A position that starts a line of costs: relative to the one before in the function.
sub next_position {
   my ($address, $line) = split_location(@_);
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

# Figures without zeros at the end; fails if one was rounded.
sub figures {
   my @figures = @_;
   pop @figures while @figures && !$figures[-1];
   for my $figure (@figures) {
      fail("a sum of costs, $figure, is more than 64 bits hold") if $figure =~ /\D/;
   }
   return join ' ', @figures;
}

# Sorts locations by address and line.
sub in_order {
   my @locations = @_;
   no warnings 'numeric';
   my @number = map { 0 + $_ } @locations;
   return @locations[ sort {
      $number[$a] <=> $number[$b] || (split_location($locations[$a]))[1] <=> (split_location($locations[$b]))[1] || $locations[$a] cmp $locations[$b]
   } 0 .. $#locations ];
}

# The lines of one function in one file: costs, jumps and calls by position.
sub lines_of {
   my ($f, $file) = @_;
   my ($calls, $jumps) = map { $_->[$f]{$file} // {} } @$p{qw(all_calls jumps)};
   my %at;    # position -> what writes the calls and jumps there
   my $module = $p->{functions}[$f][0];
   for my $key (sort keys %$calls) {
      my ($location, @call) = split /;/, $key, -1;
      push @{ $at{$location} }, [ \&write_call, $module, $file, $calls->{$key}, @call ];
   }
   for my $key (sort keys %$jumps) {
      my ($location, @jump) = split /;/, $key, -1;
      push @{ $at{$location} }, [ \&write_jump, $f, $file, $jumps->{$key}, @jump ];
   }
   my $chains = $p->{chains}[$f]{$file};
   if ($chains) { write_chain($_, \%at) for @$chains; }
   else         { write_locations($p->{lines}[$f]{$file} // {}, \%at); }
   return;
}

# Lines of a chain.
sub write_chain {
   my ($chain, $at) = @_;
   my @pieces = @{ $chain->{pieces} };
   return if !defined $chain->{start};
   my $first = next_position($chain->{start});    # instead of the chain's "* *"
   if ($pieces[0] ne '') { substr $pieces[0], 0, 3, $first; }
   else                  { $pieces[1] = $first; }
   print $out shift @pieces;
   while (my ($position, $location, $text) = splice @pieces, 0, 3) {
      for my $entry (@{ $at->{$location} }) {
         my ($writes, @entry) = @$entry;
         $writes->($position, @entry);
         $position = '* *';
      }
      print $out $text;
   }
   ($last_address, $last_line) = @$chain{qw(address line)};
   return;
}

# Lines that are in a hash.
sub write_locations {
   my ($costs, $at) = @_;
   for my $location (in_order(keys %$costs, grep { !exists $costs->{$_} } keys %$at)) {
      my $text = $costs->{$location} // '';
      # most are as they were read
      $text = figures(split ' ', $text) if $text =~ /[^0-9 ]/ || $text =~ /(?:^| )0+\z/;
      print $out next_position($location), " $text\n" if $text ne '';
      for my $entry (@{ $at->{$location} // [] }) {
         my ($writes, @entry) = @$entry;
         $writes->(next_position($location), @entry);
      }
   }
   return;
}

sub write_call {
   my ($position, $module, $file, $text, $callee, $target) = @_;
   my ($count, @cost) = split ' ', $text;
   my ($callee_module, $callee_file, $callee_name) = @{ $p->{functions}[$callee] };
   print $out 'cob=', numbered('ob', $callee_module), "\n" if $callee_module != $module;
   print $out 'cfi=', numbered('fl', $callee_file), "\n"   if $callee_file != $file;
   print $out 'cfn=', numbered_function($callee_module, $callee_file, $callee_name), "\n";
   print $out 'calls=', figures($count) || 0, ' ', position($target), "\n";
   my $figures = figures(@cost);
   print $out $position, $figures eq '' ? '' : " $figures", "\n";
   return;
}

sub write_jump {
   my ($position, $f, $file, $text, $kind, $to_file, $to_name, $target) = @_;
   print $out 'jfi=', numbered('fl', $to_file), "\n" if $to_file != $file;
   my ($module, undef, $name) = @{ $p->{functions}[$f] };
   print $out 'jfn=', numbered_function($module, $to_file, $to_name), "\n" if $to_name != $name;
   my @counts = split ' ', $text;
   figures($_) for @counts;
   print $out "$kind=", join('/', @counts), ' ', position($target), "\n$position\n";
   return;
}

# A function: first what is in its own file.
sub write_function {
   my ($f) = @_;
   my ($module, $file, $name) = @{ $p->{functions}[$f] };
   my %files = map { %{ $_->[$f] // {} } } @$p{qw(chains lines all_calls jumps)};
   return if !%files;
   ($last_address, $last_line) = ();
   print $out "\nob=", numbered('ob', $module), "\nfl=", numbered('fl', $file),
      "\nfn=", numbered_function($module, $file, $name), "\n";
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
   my @by_formula = grep { !defined $p->{event_index}{$_} && $p->{event_lines}{$_} =~ /=/ } sort keys %{ $p->{event_lines} };
   print $out map { 'event: ' . printable($_) . "\n" } map { $p->{event_lines}{$_} // () } @by_formula, @{ $p->{events} };
   print $out 'events: ', printable(join ' ', @{ $p->{events} }), "\nsummary: $totals\n";
   return;
}

sub write_all {
   my ($about) = @_;
   my @totals = map { $_ // 0 } @{ program_totals($p, [ $p->{sum} ]) };
   figures(@totals);
   ($has_address, $has_line) = @{ $p->{kinds} }{qw(instr line)};
   $has_line = 1 if !$has_address;
   %written = ();
   write_header($about, "@totals");
   my $functions = $p->{functions};
   my @names = map { join "\0", function_names($p, $_) } 0 .. $#$functions;
   write_function($_) for sort { $names[$a] cmp $names[$b] } 0 .. $#$functions;
   print $out "\ntotals: @totals\n";
   return;
}

sub write_profile {
   ($p, my $name, my $about) = @_;
   my $output = output_open($name);
   $out = $output->{handle};
   write_all($about);
   output_close($output);
   return;
}

1;
