# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::ProfileChain: costs of code in the order of its addresses, as text that
# can be written as it is.
#
# Usage:
#   my $chain = new_chain();
#   chain_cost($chain, $address, $line, ' 1 2') or ...;    # false: not after those before
#   chain_mark($chain, $address, $line) or ...;            # there are calls or jumps there
#   my ($costs, @jumps) = unchained($chain);    # "address line" -> "costs";
#                                               # [kind, counts, place, target]
#
# Profiles with addresses give most functions this way, and a place kept as text
# needs a tenth of what it needs in a hash.  What is not in order, or is there a
# second time, does not fit; its function's costs in that file are a hash then.
#
# A chain is a hash:
#   start          the first place, "address line"; undef: there is none
#   address, line  the last place
#   marked         are calls or jumps the last thing there?  'jump': one in the text
#   pieces         text, position, place, text, position, place, ..., text.  A text is
#                  lines of costs with positions relative to those before, and of jumps
#                  within the function and file after the costs of the same place.  A
#                  place is one with calls or other jumps, whose position the first of
#                  them is given.  The very first position is "* *", for what start says.

package Xgrind::ProfileChain;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(new_chain chain_cost chain_mark unchained);

my $ADDRESS_MAX = 1 << 62;    # integers stay such, whatever is added in one line

sub new_chain { return { pieces => [''], marked => '' }; }

# The position of a place, which the chain now ends at; undef: it is not after the
# end so far.
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
   return $chain->{marked} eq 'place' if $is_end && $chain->{marked};
   my $position = $is_end ? '* *' : step($chain, $address, $line) // return 0;
   push @{ $chain->{pieces} }, $position, "$address $line", '';
   $chain->{marked} = 'place';
   return 1;
}

# What is in the texts, by place.
sub unchained {
   my ($chain) = @_;
   my (%costs, @jumps);
   my ($address, $line) = split / /, $chain->{start} // '';
   my @pieces = @{ $chain->{pieces} };
   while (@pieces) {
      for my $row (split /\n/, shift @pieces) {
         if ($row =~ /^(j...)=(\S+) (.*)/) {
            push @jumps, [ $1, $2 =~ tr{/}{ }r, "$address $line", target_place($3) ];
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

# Where a jump goes, "0x1f 3", as a place.
sub target_place {
   my ($address, $line) = split / /, $_[0];
   no warnings 'portable';
   return hex($address) . " $line";
}

1;
