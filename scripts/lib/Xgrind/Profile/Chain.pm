# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Chain: costs of code in the order of its addresses, as text that
# can be written unchanged.
#
# Usage:
#   my $chain = new_chain($part);              # the number of the part is for the caller
#   chain_cost($chain, $address, $line, ' 1 2') or ...;    # false: not after those before
#   chain_mark($chain, $address, $line) or ...;            # there are calls or jumps there
#   my ($costs, @jumps) = unchained($chain);    # "address line" -> "costs";
#                                               # [kind, counts, location, target]
#   keep(take_jump($chain)) if chain_ends_in_jump($chain, $address, $line);
#   in_sequence(\@chains) or ...;               # sorts them; false: a location is there twice
#
# Most functions of profiles with addresses are in this order, and as text a location needs a tenth
# of the memory that it needs in a hash.
#
# A chain is a hash:
#   start          the first location, "address line"; undef: there is none
#   address, line  the last location
#   marked         'location': the chain ends with calls or jumps; 'jump': with a jump in the text
#   pieces         text, position, location, text, position, location, ..., text.  A text is
#                  lines of costs with positions relative to those before, and of jumps
#                  within the function and file after the costs at the same location.  A
#                  location in this list has calls or other jumps; the first of them is
#                  written with the position.  The very first position is "* *" and means start.

package Xgrind::Profile::Chain;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(new_chain chain_cost chain_mark chain_ends_in_jump take_jump unchained in_sequence);

my $ADDRESS_MAX = 1 << 62;    # integers stay such, whatever is added in one line

sub new_chain { return { pieces => [''], marked => '', part => $_[0] }; }

# Extends the chain to a location and returns its position; undef: it is not after the end of the
# chain.
sub step {
   my ($chain, $address, $line) = @_;
   return if $address < 0 || $address > $ADDRESS_MAX || $line < 0;
   my ($from, $from_line) = @$chain{qw(address line)};
   my $position;
   if (!defined $from) {
      $chain->{start} = "$address $line";
      $position = '* *';
   } elsif ($address > $from) {
      $position = '+' . ($address - $from) . ' ' . ($line == $from_line ? '*' : $line);
   } elsif ($address == $from && $line > $from_line) {
      $position = "* $line";
   } else {
      return;
   }
   @$chain{qw(address line)} = ($address, $line);
   return $position;
}

# Figures are text, with a blank before each.
sub chain_cost {
   my ($chain, $address, $line, $figures) = @_;
   $figures =~ s/(?: 0+)+\z//;
   return 1 if $figures eq '';
   my $position = step($chain, $address, $line) // return 0;
   $chain->{pieces}[-1] .= "$position$figures\n";
   $chain->{marked} = '';
   return 1;
}

sub chain_mark {
   my ($chain, $address, $line) = @_;
   my $is_end = defined $chain->{address} && $address == $chain->{address} && $line == $chain->{line};
   return $chain->{marked} eq 'location' if $is_end && $chain->{marked};
   my $position = $is_end ? '* *' : step($chain, $address, $line) // return 0;
   push @{ $chain->{pieces} }, $position, "$address $line", '';
   $chain->{marked} = 'location';
   return 1;
}

sub chain_ends_in_jump {
   my ($chain, $address, $line) = @_;
   return $chain->{marked} eq 'jump' && $address == $chain->{address} && $line == $chain->{line};
}

# Takes the jump at the end.
sub take_jump {
   my ($chain) = @_;
   my $text  = \$chain->{pieces}[-1];
   my $start = 1 + rindex $$text, "\nj";
   my ($row) = split /\n/, substr $$text, $start;
   substr $$text, $start, length $$text, '';
   $chain->{marked} = '';
   return jump_of($row, "$chain->{address} $chain->{line}");
}

# A jump's row -> kind, counts, location, target.
sub jump_of {
   my ($row, $location) = @_;
   my ($kind, $counts, $target) = $row =~ /^(j...)=(\S+) (.*)/;
   return ($kind, $counts =~ tr{/}{ }r, $location, target_location($target));
}

# --- Chains in the order of their addresses --------------------------------

sub start_of { return (split / /, $_[0]{start})[0]; }

# Sorts a list of chains and divides them where needed; false: a location is there twice.
sub in_sequence {
   my ($chains) = @_;
   my @todo = sort { start_of($a) <=> start_of($b) } grep { defined $_->{start} } @$chains;
   @$chains = ();
   my $is_sorted = 1;
   while (my $chain = shift @todo) {
      push @$chains, $chain;
      my $next = @todo ? start_of($todo[0]) : next;
      next if $chain->{address} < $next;
      $is_sorted = 0 if start_of($chain) == $next;
      last if !$is_sorted;
      my $rest = cut($chain, $next);
      my $from = start_of($rest);
      my $i = 0;
      $i++ while $i < @todo && start_of($todo[$i]) < $from;
      splice @todo, $i, 0, $rest;
   }
   push @$chains, @todo;
   return $is_sorted;
}

# Cuts a chain at an address and returns the rest.
sub cut {
   my ($chain, $limit) = @_;
   my ($address, $line) = split / /, $chain->{start};
   my @pieces = @{ $chain->{pieces} };
   for (my $i = 0; $i < @pieces; $i += 3) {
      my $end = 0;    # of the row
      my @before = ($address, $line);
      for my $row (split /\n/, $pieces[$i]) {
         my $start = $end;
         $end += 1 + length $row;
         next if $row !~ /^(\S+) (\S+) / || ord $row > 57;
         @before = ($address, $line);
         $address += $1 if $1 ne '*';
         $line = $2 if $2 ne '*';
         next if $address < $limit;
         my $text = substr $pieces[$i], $start;
         $text =~ s/^\S+ \S+/* */;
         return divide($chain, $i, substr($pieces[$i], 0, $start), \@before, "$address $line", $text, @pieces[ $i + 1 .. $#pieces ]);
      }
      last if $i + 2 > $#pieces;
      @before = ($address, $line);
      ($address, $line) = split / /, $pieces[ $i + 2 ];
      next if $address < $limit;
      return divide($chain, $i, $pieces[$i], \@before, $pieces[ $i + 2 ], '', '* *', @pieces[ $i + 2 .. $#pieces ]);
   }
   die 'a chain ends before its end';
}

# Ends a chain in a piece; what follows becomes another.
sub divide {
   my ($chain, $i, $text, $end, $start, @pieces) = @_;
   my $rest = { %$chain, start => $start, pieces => \@pieces };
   @{ $chain->{pieces} } = (@{ $chain->{pieces} }[ 0 .. $i - 1 ], $text);
   @$chain{qw(address line)} = @$end;
   return $rest;
}

# The costs in the texts by location, and the jumps.
sub unchained {
   my ($chain) = @_;
   my (%costs, @jumps);
   my ($address, $line) = split / /, $chain->{start} // '';
   my @pieces = @{ $chain->{pieces} };
   while (@pieces) {
      for my $row (split /\n/, shift @pieces) {
         if (ord $row > 57) {
            push @jumps, [ jump_of($row, "$address $line") ];
            next;
         }
         my ($to, $at, $figures) = split / /, $row, 3;
         next if !defined $figures;    # of a jump
         $address += $to if $to ne '*';
         $line = $at if $at ne '*';
         $costs{"$address $line"} = $figures;
      }
      ($address, $line) = split / /, $pieces[1] if @pieces;
      splice @pieces, 0, 2;
   }
   return (\%costs, @jumps);
}

# The target of a jump, "0x1f 3", as a location.
sub target_location {
   my ($address, $line) = split / /, $_[0];
   no warnings 'portable';
   return hex($address) . " $line";
}

1;
