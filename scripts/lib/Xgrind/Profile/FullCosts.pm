# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::FullCosts: keeps costs, calls and jumps with all their positions, and
# reads those in the usual form in bulk.
#
# Usage, by Xgrind::Profile::Costs; $last is [address, line] or [line] of the line
# before, and becomes that of the last line read:
#   keep_full($profile);
#   full_patterns($number_of_events, @kinds);
#   select_full($function, $file, $in_order);      # whose costs follow
#   read_full($last, $is_elsewhere);              # usual cost lines; does the next jump leave the function?
#   add_full_cost($address, $line, '1 2');        # no address: undef
#   my ($cob, $cfi, $cfn, @call) = next_full_call();    # if one follows
#   add_full_call($callee, $count, "4 1", $location, $target);
#   add_next_call($last, $callee, @call);
#   my ($jfi, $jfn, @jump) = next_full_jump();
#   add_next_jump($last, $file, $name, @jump);
#   next_full_part();                             # before a part
#   finish_full();                                # after all
#
# A function's costs in a file are chains (Xgrind::Profile::Chain), a new one wherever addresses go
# back; or, if several parts have such costs, a hash by location.  Calls are in hashes, and so are
# jumps that are not in a chain.

package Xgrind::Profile::FullCosts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Lines;
use Xgrind::Profile::Chain;
use Xgrind::Profile::Model;

our @EXPORT = qw(keep_full full_patterns select_full read_full next_full_part finish_full add_full_cost
   next_full_call add_full_call add_next_call next_full_jump add_full_jump add_next_jump);

my $FIGURES_MAX = 20_000;    # that are counted before they are added up

my $p;
my ($function, $file);
my $chain;          # where costs are kept; undef: in $cells
my $part = 0;       # its number
my $cells;          # location -> figures
my %times;          # figures, with a blank before each -> how often they were read
my $has_address;    # do lines start with an address?
my $cost_line;      # regex: a usual one
my $next_line;      # regex: one that follows another in a chain
my ($call_lines, $jump_lines);

sub keep_full {
   ($p) = @_;
   return;
}

# The regexes of the lines that are read in bulk.  In a chain, a line has an address
# that follows, and figures without zeros at the end; a jump from there, within the
# function, may come after it.
sub full_patterns {
   my ($n, @kinds) = @_;
   $has_address = @kinds == 2;
   my $kept    = qr/\*|[-+]?(?:0x[0-9a-fA-F]{1,16}|[0-9]{1,18})/;
   my $number  = qr/\*|[-+]?[0-9]{1,18}/;
   my $figure  = qr/ [0-9]{1,20}/;
   my $address = $has_address ? qr/($kept) / : qr/()/;
   $cost_line = qr/\G$address($number)((?:$figure){0,$n})\n/;
   my $before = $n - 1;
   my $costs  = qr/(?:$figure){0,$before} (?=0*[1-9])[0-9]{1,20}/;
   my $to     = qr/(?:0x[0-9a-fA-F]{1,16}|[-+][0-9]{1,18}) $number/;
   my $jump   = "j(?:ump=[0-9]{1,19}|cnd=[0-9]{1,19}/[0-9]{1,19}) $to" . q{\n\* (?:\*|(?![-+])\g{2})\n};
   $next_line = qr/\G(\+[1-9][0-9]{0,8}) (\*|0|[-+]?[1-9][0-9]{0,8})($costs)\n($jump|)/;
   my $there = "$address($number)";
   $call_lines = qr{\Gc(?:ob=([^\n]*)\nc)?(?:f[il]=([^\n]*)\nc)?fn=([^\n]*)\ncalls=([0-9]{1,20}) $there\n$address($number)((?:$figure){0,$n})\n};
   $jump_lines = qr{\Gj(?:fi=([^\n]*)\nj)?(?:fn=([^\n]*)\nj)?(ump=[0-9]+|cnd=[0-9]+/[0-9]+) $there\n$address($number)\n};
   return;
}

# Without $in_order, positions may be such that a chain does not hold.
sub select_full {
   ($function, $file, my $in_order) = @_;
   flush_full() if keys %times > $FIGURES_MAX;
   $cells = $p->{lines}[$function]{$file};
   undef $chain;
   return if $cells;
   my $chains = $p->{chains}[$function]{$file} //= [ new_chain($part) ];
   $chain = $chains->[-1];
   leave_chains() if !$in_order || $chain->{part} != $part;
   return;
}

sub next_full_part {
   $part++;
   return;
}

# Turns the chains of this function and file into costs by location.
sub leave_chains {
   $cells = $p->{lines}[$function]{$file} = {};
   undef $chain;
   for my $left (@{ delete $p->{chains}[$function]{$file} }) {
      my ($costs, @jumps) = unchained($left);
      add_text($cells, $_, $costs->{$_}) for keys %$costs;
      keep_jump(@$_) for @jumps;
   }
   return;
}

# A jump within the function.
sub keep_jump {
   my ($kind, $counts, $location, $target) = @_;
   my $name = $p->{functions}[$function][2];
   add_text($p->{jumps}[$function]{$file} //= {}, "$location;$kind;$file;$name;$target", $counts);
   return;
}

# Starts a new chain, as the addresses go back.
sub start_chain {
   push @{ $p->{chains}[$function]{$file} }, $chain = new_chain($part);
   return;
}

# Sorts the chains, or replaces them by a hash where that is not possible.
sub finish_full {
   flush_full();
   for my $f (0 .. $#{ $p->{chains} }) {
      my $files = $p->{chains}[$f];
      for my $in_file (keys %$files) {
         next if in_sequence($files->{$in_file});
         ($function, $file) = ($f, $in_file);
         leave_chains();
      }
   }
   return;
}

# Adds what was read to the costs of the program.
sub flush_full {
   while (my ($text, $n) = each %times) {
      my $i = 0;
      $p->{sum}[ $i++ ] += $n * $_ for split ' ', $text;
   }
   %times = ();
   return;
}

# --- Costs -----------------------------------------------------------------

sub read_full {
   my ($last, $is_elsewhere) = @_;
   while ($chain) {
      read_chain($last)
         if defined $chain->{address} && $chain->{address} == $last->[0] && $chain->{line} == $last->[1] && !$is_elsewhere;
      return if $buffer !~ /$cost_line/gc;
      move($last, $1, $2);
      add_full_cost(@$last, substr $3, 1) if $3 ne '';
   }
   read_cells($last);
   return;
}

# The lines that follow where the chain ends.
sub read_chain {
   my ($last) = @_;
   my ($address, $line) = @$last;
   my $text = '';
   my @words = $buffer =~ /$next_line/gc or return;
   for (my $i = 0; $i < @words; $i += 4) {
      my ($to, $at, $figures, $jump) = @words[ $i .. $i + 3 ];
      $address += $to;
      $times{$figures}++;
      if ($at eq '*' || $at eq $line) { $text .= "$to *$figures\n"; }
      else {
         $line = ord $at < 48 ? $line + $at : $at;
         $text .= "$to $line$figures\n";
      }
      $text .= jump_text($jump, $address, $line) if $jump ne '';
   }
   $chain->{pieces}[-1] .= $text;
   $chain->{marked} = $words[-1] ne '' ? 'jump' : '';
   @$last = @$chain{qw(address line)} = ($address, $line);
   return;
}

# A jump from here, with its target as absolute position.
sub jump_text {
   my ($jump, @here) = @_;
   return $jump if $jump =~ /^\S+ 0x[1-9a-f][0-9a-f]* (?:0|[1-9][0-9]*)\n\* \*\n\z/;
   my ($what, @there) = split /[ \n]/, $jump;
   move(\@here, @there);
   return sprintf "%s 0x%x %s\n* *\n", $what, @here;
}

sub read_cells {
   my ($last) = @_;
   my @words = $buffer =~ /$cost_line/gc or return;
   my ($address, $line) = $has_address ? @$last : (undef, @$last);
   for (my $i = 0; $i < @words; $i += 3) {
      my ($to, $at, $figures) = @words[ $i .. $i + 2 ];
      if    (ord $at >= 48) { $line = $at; }
      elsif ($at ne '*')    { $line += $at; }
      if ($has_address && $to ne '*') { $address = ord $to < 48 && index($to, 'x') < 0 ? $address + $to : moved($address, $to); }
      next if $figures eq '';
      $times{$figures}++;
      my $cell = \$cells->{ $has_address ? "$address $line" : $line };
      if (defined $$cell) { $$cell = add_texts($$cell, $figures); }
      else                { $$cell = substr $figures, 1; }
   }
   @$last = $has_address ? ($address, $line) : $line;
   return;
}

# Moves to a position as written in the file.
sub move {
   my ($last, $to, $at) = @_;
   if    (ord $at >= 48) { $last->[-1] = $at; }
   elsif ($at ne '*')    { $last->[-1] += $at; }
   $last->[0] = moved($last->[0], $to) if $has_address && $to ne '*';
   return;
}

sub moved {
   my ($address, $to) = @_;
   no warnings 'portable';
   return ord $to < 48 ? $address + $to : $to if index($to, 'x') < 0;
   return $address + ($1 eq '-' ? -hex $2 : hex $2) if $to =~ /^([-+])(.*)/;
   return hex $to;
}

# One line's costs.
sub add_full_cost {
   my ($address, $line, $figures) = @_;
   ($address, $line, $figures) = (undef, $address, $line) if @_ == 2;
   $times{" $figures"}++;
   if ($chain) {
      return if chain_cost($chain, $address, $line, " $figures");
      start_chain();
      return if chain_cost($chain, $address, $line, " $figures");
      leave_chains();
   }
   add_text($cells, defined $address ? "$address $line" : $line, $figures);
   return;
}

# Adds figures that are written as text to those of a key.
sub add_text {
   my ($texts, $key, $text) = @_;
   $texts->{$key} = exists $texts->{$key} ? add_texts($texts->{$key}, $text) : $text;
   return;
}

# --- Calls and jumps -------------------------------------------------------

# Marks a location that has calls or jumps.
sub mark {
   my ($location) = @_;
   my @at = split / /, $location;
   if (chain_ends_in_jump($chain, @at)) { keep_jump(take_jump($chain)); }
   return if chain_mark($chain, @at);
   start_chain();
   return if chain_mark($chain, @at);
   leave_chains();
   return;
}

sub add_full_call {
   my ($callee, $figures, $location, $target) = @_;
   mark($location) if $chain;
   add_text($p->{all_calls}[$function]{$file} //= {}, "$location;$callee;$target", $figures);
   return;
}

sub add_full_jump {
   my ($kind, $to_file, $to_name, $counts, $location, $target) = @_;
   mark($location) if $chain;
   add_text($p->{jumps}[$function]{$file} //= {}, "$location;$kind;$to_file;$to_name;$target", $counts);
   return;
}

# A call in the usual form: object, file and name, number of calls, the
# position called, the one it is called from, figures.
sub next_full_call {
   return if $buffer !~ /$call_lines/gc;
   return ($1, $2, $3, $4, $5, $6, $7, $8, $9);
}

sub add_next_call {
   my ($last, $callee, $count, $address, $line, $to, $at, $figures) = @_;
   my @target = @$last;
   move(\@target, $address, $line);
   move($last, $to, $at);
   add_full_call($callee, "$count$figures", "@$last", "@target");
   return;
}

# A jump in the usual form: file and name, kind and counts, where to, where from.
sub next_full_jump {
   return if $buffer !~ /$jump_lines/gc;
   return ($1, $2, $3, $4, $5, $6, $7);
}

sub add_next_jump {
   my ($last, $to_file, $to_name, $jump, $address, $line, $to, $at) = @_;
   my @target = @$last;
   move(\@target, $address, $line);
   move($last, $to, $at);
   my $counts = substr $jump, 4;
   $counts =~ tr{/}{ };
   add_full_jump('j' . substr($jump, 0, 3), $to_file, $to_name, $counts, "@$last", "@target");
   return;
}

1;
