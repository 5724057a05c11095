# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Writer: a profile as a file in Callgrind's format.
#
# Usage:
#   write_profile($profile, 'all.out', { creator => 'xgrind_merge-0.1', cmd => './app' });
#   write_profile(..., { ..., comments => \@lines, comment_of => sub { my ($f) = @_; ... } });    # lines that begin with '#', of
#                                                           # the header, and one of a function or undef
#
# Takes a profile that was read with all detail and recursion levels unfolded.
# Names are written once and later as numbers, figures without zeros at the end.  The order of all lines follows from names
# and positions, so that equal profiles are equal files.
# Xgrind::Files::Output writes the file: whole or not at all; '-' is standard output.

package Xgrind::Profile::Writer;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Profile::Model;
use Xgrind::Text::Escapes;
use Xgrind::Text::Messages;

our @EXPORT = qw(write_profile);

# A name: written out the first time, later as its number.  A key says what is numbered if it is not
# the name.
sub numbered {
   my ($w, $space, $name, $key) = @_;
   $key //= $name;
   my $numbers = $w->{written}{$space} //= {};
   return "($numbers->{$key})" if $numbers->{$key};
   my $n = $numbers->{$key} = 1 + keys %$numbers;
   my $text = escaped_name($w->{p}{names}[$name]);
   return $text eq '' ? "($n) ???" : "($n) $text";
}

# The name of a function.  Functions of one name in several files have different numbers, since
# KCachegrind identifies a function by its number.
sub numbered_function {
   my ($w, $module, $file, $name) = @_;
   return numbered($w, 'fn', $name, "$module,$file,$name");
}

# A location, "address line" or "line".
sub split_location {
   my ($location) = @_;
   return $location =~ / / ? split / /, $location : (0, $location eq '' ? 0 : $location);
}

# An absolute position.
sub position {
   my ($w, $location) = @_;
   my ($address, $line) = split_location($location);
   my @words;
   push @words, sprintf '0x%x', $address if $w->{has_address};
   push @words, $line if $w->{has_line};
   return "@words";
}

# A position that starts a line of costs: relative to the one before in the function.
sub next_position {
   my ($w, $location) = @_;
   my ($address, $line) = split_location($location);
   my @words;
   if ($w->{has_address}) {
      push @words, !defined $w->{last_address} || $address < $w->{last_address} ? sprintf '0x%x', $address
         : $address > $w->{last_address} ? '+' . ($address - $w->{last_address})
         :                            '*';
      $w->{last_address} = $address;
   }
   if ($w->{has_line}) {
      push @words, defined $w->{last_line} && $line == $w->{last_line} ? '*' : $line;
      $w->{last_line} = $line;
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
   my ($w, $f, $file) = @_;
   my ($calls, $jumps) = map { $_->[$f]{$file} // {} } @{ $w->{p} }{qw(all_calls jumps)};
   my %at;    # position -> what writes the calls and jumps there
   my $module = $w->{p}{functions}[$f][0];
   for my $key (keys %$calls) {
      my ($location, $callee, $target) = split /;/, $key, -1;
      push @{ $at{$location} }, [ "c $w->{rank}[$callee] $target", \&write_call, $module, $file, $calls->{$key}, $callee, $target ];
   }
   for my $key (keys %$jumps) {
      my ($location, $kind, $to_file, $name, $target) = split /;/, $key, -1;
      push @{ $at{$location} }, [ join("\0", 'j', $kind, @{ $w->{p}{names} }[ $to_file, $name ], $target), \&write_jump,
         $f, $file, $jumps->{$key}, $kind, $to_file, $name, $target ];
   }
   for my $entries (grep { @$_ > 1 } values %at) { @$entries = sort { $a->[0] cmp $b->[0] } @$entries; }
   my $chains = $w->{p}{chains}[$f]{$file};
   if ($chains) { write_chain($w, $_, \%at) for @$chains; }
   else         { write_locations($w, $w->{p}{lines}[$f]{$file} // {}, \%at); }
   return;
}

# Lines of a chain.
sub write_chain {
   my ($w, $chain, $at) = @_;
   my @pieces = @{ $chain->{pieces} };
   return if !defined $chain->{start};
   my $first = next_position($w, $chain->{start});    # instead of the chain's "* *"
   if ($pieces[0] ne '') { substr $pieces[0], 0, 3, $first; }
   else                  { $pieces[1] = $first; }
   print { $w->{out} } shift @pieces;
   while (my ($position, $location, $text) = splice @pieces, 0, 3) {
      for my $entry (@{ $at->{$location} }) {
         my (undef, $writes, @entry) = @$entry;
         $writes->($w, $position, @entry);
         $position = '* *';
      }
      print { $w->{out} } $text;
   }
   @$w{qw(last_address last_line)} = @$chain{qw(address line)};
   return;
}

# Lines that are in a hash.
sub write_locations {
   my ($w, $costs, $at) = @_;
   for my $location (in_order(keys %$costs, grep { !exists $costs->{$_} } keys %$at)) {
      my $text = $costs->{$location} // '';
      # most are as they were read
      $text = figures(split ' ', $text) if $text =~ /[^0-9 ]/ || $text =~ /(?:^| )0+\z/;
      print { $w->{out} } next_position($w, $location), " $text\n" if $text ne '';
      for my $entry (@{ $at->{$location} // [] }) {
         my (undef, $writes, @entry) = @$entry;
         $writes->($w, next_position($w, $location), @entry);
      }
   }
   return;
}

sub write_call {
   my ($w, $position, $module, $file, $text, $callee, $target) = @_;
   my ($count, @cost) = split ' ', $text;
   my ($callee_module, $callee_file, $callee_name) = @{ $w->{p}{functions}[$callee] };
   print { $w->{out} } 'cob=', numbered($w, 'ob', $callee_module), "\n" if $callee_module != $module;
   print { $w->{out} } 'cfi=', numbered($w, 'fl', $callee_file), "\n"   if $callee_file != $file;
   print { $w->{out} } 'cfn=', numbered_function($w, $callee_module, $callee_file, $callee_name), "\n";
   print { $w->{out} } 'calls=', figures($count) || 0, ' ', position($w, $target), "\n";
   my $figures = figures(@cost);
   print { $w->{out} } $position, $figures eq '' ? '' : " $figures", "\n";
   return;
}

sub write_jump {
   my ($w, $position, $f, $file, $text, $kind, $to_file, $to_name, $target) = @_;
   print { $w->{out} } 'jfi=', numbered($w, 'fl', $to_file), "\n" if $to_file != $file;
   my ($module, undef, $name) = @{ $w->{p}{functions}[$f] };
   print { $w->{out} } 'jfn=', numbered_function($w, $module, $to_file, $to_name), "\n" if $to_name != $name;
   my @counts = split ' ', $text;
   figures($_) for @counts;
   print { $w->{out} } "$kind=", join('/', @counts), ' ', position($w, $target), "\n$position\n";
   return;
}

# A function: first what is in its own file.
sub write_function {
   my ($w, $f) = @_;
   my ($module, $file, $name) = @{ $w->{p}{functions}[$f] };
   my %files = map { %{ $_->[$f] // {} } } @{ $w->{p} }{qw(chains lines all_calls jumps)};
   return if !%files;
   @$w{qw(last_address last_line)} = ();
   print { $w->{out} } "\nob=", numbered($w, 'ob', $module), "\nfl=", numbered($w, 'fl', $file),
      "\nfn=", numbered_function($w, $module, $file, $name), "\n";
   print { $w->{out} } join(' ', '# loop:', $w->{p}{iterations}[$f], @{ $w->{p}{trips}[$f] // [] }), "\n" if $w->{p}{iterations}[$f];
   my $comment = $w->{comment_of} ? $w->{comment_of}->($f) : undef;
   print { $w->{out} } "$comment\n" if defined $comment;
   lines_of($w, $f, $file) if $files{$file};
   my $names = $w->{p}{names};
   for my $other (sort { $names->[$a] cmp $names->[$b] } grep { $_ != $file } keys %files) {
      print { $w->{out} } 'fi=', numbered($w, 'fl', $other), "\n";
      lines_of($w, $f, $other);
   }
   return;
}

sub write_header {
   my ($w, $about, $totals) = @_;
   print { $w->{out} } "# callgrind format\nversion: 1\ncreator: $about->{creator}\n";
   print { $w->{out} } 'cmd: ', escaped($about->{cmd}), "\n" if defined $about->{cmd};
   print { $w->{out} } "part: 1\n\n", map { 'desc: ' . printable($_) . "\n" } @{ $about->{desc} // [] };
   print { $w->{out} } "\n", map { "$_\n" } @{ $about->{comments} } if @{ $about->{comments} // [] };
   print { $w->{out} } "\npositions: ", join(' ', $w->{has_address} ? 'instr' : (), $w->{has_line} ? 'line' : ()), "\n";
   my @by_formula = grep { !defined $w->{p}{event_index}{$_} && $w->{p}{event_lines}{$_} =~ /=/ } sort keys %{ $w->{p}{event_lines} };
   print { $w->{out} } map { 'event: ' . printable($_) . "\n" } map { $w->{p}{event_lines}{$_} // () } @by_formula, @{ $w->{p}{events} };
   print { $w->{out} } 'events: ', printable(join ' ', @{ $w->{p}{events} }), "\nsummary: $totals\n";
   return;
}

sub write_all {
   my ($w, $about) = @_;
   my @totals = map { $_ // 0 } @{ program_totals($w->{p}, [ $w->{p}{sum} ]) };
   figures(@totals);
   @$w{qw(has_address has_line)} = @{ $w->{p}{kinds} }{qw(instr line)};
   $w->{has_line} = 1 if !$w->{has_address};
   write_header($w, $about, "@totals");
   my $functions = $w->{p}{functions};
   my @names = map { join "\0", function_names($w->{p}, $_) } 0 .. $#$functions;
   my @sorted = sort { $names[$a] cmp $names[$b] } 0 .. $#$functions;
   @{ $w->{rank} }[@sorted] = map { sprintf '%09d', $_ } 0 .. $#sorted;
   write_function($w, $_) for @sorted;
   print { $w->{out} } "\ntotals: @totals\n";
   return;
}

sub write_profile {
   my ($p, $name, $about) = @_;
   my $output = output_open($name);
   my $w = {
      out     => $output->{handle},
      p       => $p,
      comment_of => $about->{comment_of},
      rank    => [],    # function -> its place by name
      written => {},    # space (ob, fl, fn) -> name, or function -> its number in the file
      last_address => undef,
      last_line    => undef,
   };
   write_all($w, $about);
   output_close($output);
   return;
}

1;
