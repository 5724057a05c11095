# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::FullCosts: keeps costs, calls and jumps with all their positions, and
# reads those in the usual form in bulk.
#
# Usage, by Xgrind::Profile::Costs; $last is [address, line] or [line] of the line
# before, and becomes that of the last line read:
#   my $full = new_full($profile, $no_chains);         # the latter for what is added to other profiles
#   full_patterns($full, $number_of_events, @kinds);
#   select_full($full, $function, $file, $in_order);    # whose costs follow
#   read_full($full, $in, $last, $is_elsewhere);       # usual cost lines; does the next jump leave the function?
#   add_full_cost($full, $address, $line, '1 2');      # no address: undef
#   my ($cob, $cfi, $cfn, @call) = next_full_call($full, $in);    # if one follows
#   add_full_call($full, $callee, "4 1", $location, $target);
#   add_next_call($full, $last, $callee, @call);
#   my ($jfi, $jfn, @jump) = next_full_jump($full, $in);
#   add_next_jump($full, $last, $file, $name, @jump);
#   next_full_part($full);                             # before a part
#   finish_full($full);                                # after all
#
# A function's costs in a file are chains (Xgrind::Profile::Chain), a new one wherever addresses go
# back; or, if several parts have such costs, a hash by location.  Calls are in hashes, and so are
# jumps that are not in a chain.

package Xgrind::Profile::FullCosts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Chain;
use Xgrind::Profile::Model;

our @EXPORT = qw(new_full full_patterns select_full read_full next_full_part finish_full add_full_cost
   next_full_call add_full_call add_next_call next_full_jump add_full_jump add_next_jump);

my $FIGURES_MAX = 20_000;    # that are counted before they are added up

sub new_full {
   my ($p, $no_chains) = @_;
   return {
      p        => $p,
      no_chains => $no_chains,
      function => undef,
      file     => undef,
      chain    => undef,    # where costs are kept; undef: in cells
      part     => 0,        # its number
      cells    => undef,    # location -> figures
      times    => {},       # figures, with a blank before each -> how often they were read
      # regexes: a usual cost line, one that follows another in a chain, a call, a jump
      cost_line => undef, next_line => undef, call_lines => undef, jump_lines => undef,
   };
}

# The regexes of the lines that are read in bulk.  In a chain, a line has an address
# that follows, and figures without zeros at the end; a jump from there, within the
# function, may come after it.
sub full_patterns {
   my ($full, $n, @kinds) = @_;
   my $kept    = qr/\*|[-+]?(?:0x[0-9a-fA-F]{1,16}|[0-9]{1,18})/;
   my $number  = qr/\*|[-+]?[0-9]{1,18}/;
   my $figure  = qr/ [0-9]{1,20}/;
   my $address = @kinds == 2 ? qr/($kept) / : qr/()/;
   $full->{cost_line} = qr/\G$address($number)((?:$figure){0,$n})\n/;
   my $before = $n - 1;
   my $costs  = qr/(?:$figure){0,$before} (?=0*[1-9])[0-9]{1,20}/;
   my $to     = qr/(?:0x[0-9a-fA-F]{1,16}|[-+][0-9]{1,18}) $number/;
   my $jump   = "j(?:ump=[0-9]{1,19}|cnd=[0-9]{1,19}/[0-9]{1,19}) $to" . q{\n\* (?:\*|(?![-+])\g{2})\n};
   $full->{next_line} = qr/\G(\+[1-9][0-9]{0,8}) (\*|0|[-+]?[1-9][0-9]{0,8})($costs)\n($jump|)/;
   my $there = "$address($number)";
   $full->{call_lines} = qr{\Gc(?:ob=([^\n]*)\nc)?(?:f[il]=([^\n]*)\nc)?fn=([^\n]*)\ncalls=([0-9]{1,20}) $there\n$address($number)((?:$figure){0,$n})\n};
   $full->{jump_lines} = qr{\Gj(?:fi=([^\n]*)\nj)?(?:fn=([^\n]*)\nj)?(ump=[0-9]+|cnd=[0-9]+/[0-9]+) $there\n$address($number)\n};
   return;
}

# Without $in_order, positions may be such that a chain does not hold.
sub select_full {
   my ($full, $function, $file, $in_order) = @_;
   @$full{qw(function file)} = ($function, $file);
   my $p = $full->{p};
   flush_full($full) if keys %{ $full->{times} } > $FIGURES_MAX;
   $full->{cells} = $p->{lines}[$function]{$file};
   undef $full->{chain};
   return if $full->{cells};
   my $chains = $p->{chains}[$function]{$file} //= [ new_chain($full->{part}) ];
   $full->{chain} = $chains->[-1];
   leave_chains($full) if !$in_order || $full->{no_chains} || $full->{chain}{part} != $full->{part};
   return;
}

sub next_full_part {
   my ($full) = @_;
   $full->{part}++;
   return;
}

# Turns the chains of this function and file into costs by location.
sub leave_chains {
   my ($full) = @_;
   my ($p, $function, $file) = @$full{qw(p function file)};
   $full->{cells} = $p->{lines}[$function]{$file} = {};
   undef $full->{chain};
   for my $left (@{ delete $p->{chains}[$function]{$file} }) {
      my ($costs, @jumps) = unchained($left);
      add_text($full->{cells}, $_, $costs->{$_}) for keys %$costs;
      keep_jump($full, @$_) for @jumps;
   }
   return;
}

# A jump within the function.
sub keep_jump {
   my ($full, $kind, $counts, $location, $target) = @_;
   my ($p, $function, $file) = @$full{qw(p function file)};
   my $name = $p->{functions}[$function][2];
   add_text($p->{jumps}[$function]{$file} //= {}, "$location;$kind;$file;$name;$target", $counts);
   return;
}

# Starts a new chain, as the addresses go back.
sub start_chain {
   my ($full) = @_;
   push @{ $full->{p}{chains}[ $full->{function} ]{ $full->{file} } }, $full->{chain} = new_chain($full->{part});
   return;
}

# Sorts the chains, or replaces them by a hash where that is not possible.
sub finish_full {
   my ($full) = @_;
   my $p = $full->{p};
   flush_full($full);
   for my $f (0 .. $#{ $p->{chains} }) {
      my $files = $p->{chains}[$f];
      for my $in_file (keys %$files) {
         next if in_sequence($files->{$in_file});
         @$full{qw(function file)} = ($f, $in_file);
         leave_chains($full);
      }
   }
   return;
}

# Adds what was read to the costs of the program.
sub flush_full {
   my ($full) = @_;
   while (my ($text, $n) = each %{ $full->{times} }) {
      my $i = 0;
      $full->{p}{sum}[ $i++ ] += $n * $_ for split ' ', $text;
   }
   %{ $full->{times} } = ();
   return;
}

# --- Costs -----------------------------------------------------------------

sub read_full {
   my ($full, $in, $last, $is_elsewhere) = @_;
   while ($full->{chain}) {
      read_chain($full, $in, $last)
         if defined $full->{chain}{address} && $full->{chain}{address} == $last->[0] && $full->{chain}{line} == $last->[1] && !$is_elsewhere;
      return if $in->{buffer} !~ /$full->{cost_line}/gc;
      move($last, $1, $2);
      add_full_cost($full, @$last, substr $3, 1) if $3 ne '';
   }
   read_cells($full, $in, $last);
   return;
}

# The lines that follow where the chain ends.
sub read_chain {
   my ($full, $in, $last) = @_;
   my ($address, $line) = @$last;
   my $times = $full->{times};
   my $text = '';
   my @words = $in->{buffer} =~ /$full->{next_line}/gc or return;
   for (my $i = 0; $i < @words; $i += 4) {
      my ($to, $at, $figures, $jump) = @words[ $i .. $i + 3 ];
      $address += $to;
      $times->{$figures}++;
      if ($at eq '*' || $at eq $line) { $text .= "$to *$figures\n"; }
      else {
         $line = ord $at < 48 ? $line + $at : $at;
         $text .= "$to $line$figures\n";
      }
      $text .= jump_text($jump, $address, $line) if $jump ne '';
   }
   $full->{chain}{pieces}[-1] .= $text;
   $full->{chain}{marked} = $words[-1] ne '' ? 'jump' : '';
   @$last = @{ $full->{chain} }{qw(address line)} = ($address, $line);
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
   my ($full, $in, $last) = @_;
   my @words = $in->{buffer} =~ /$full->{cost_line}/gc or return;
   my $has_address = @$last == 2;
   my ($address, $line) = $has_address ? @$last : (undef, @$last);
   my ($cells, $times) = @$full{qw(cells times)};
   for (my $i = 0; $i < @words; $i += 3) {
      my ($to, $at, $figures) = @words[ $i .. $i + 2 ];
      if    (ord $at >= 48) { $line = $at; }
      elsif ($at ne '*')    { $line += $at; }
      if ($has_address && $to ne '*') { $address = ord $to < 48 && index($to, 'x') < 0 ? $address + $to : moved($address, $to); }
      next if $figures eq '';
      $times->{$figures}++;
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
   $last->[0] = moved($last->[0], $to) if @$last == 2 && $to ne '*';
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
   my ($full, $address, $line, $figures) = @_;
   ($address, $line, $figures) = (undef, $address, $line) if @_ == 3;
   $full->{times}{" $figures"}++;
   if ($full->{chain}) {
      return if chain_cost($full->{chain}, $address, $line, " $figures");
      start_chain($full);
      return if chain_cost($full->{chain}, $address, $line, " $figures");
      leave_chains($full);
   }
   add_text($full->{cells}, defined $address ? "$address $line" : $line, $figures);
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
   my ($full, $location) = @_;
   my @at = split / /, $location;
   if (chain_ends_in_jump($full->{chain}, @at)) { keep_jump($full, take_jump($full->{chain})); }
   return if chain_mark($full->{chain}, @at);
   start_chain($full);
   return if chain_mark($full->{chain}, @at);
   leave_chains($full);
   return;
}

sub add_full_call {
   my ($full, $callee, $figures, $location, $target) = @_;
   mark($full, $location) if $full->{chain};
   add_text($full->{p}{all_calls}[ $full->{function} ]{ $full->{file} } //= {}, "$location;$callee;$target", $figures);
   return;
}

sub add_full_jump {
   my ($full, $kind, $to_file, $to_name, $counts, $location, $target) = @_;
   mark($full, $location) if $full->{chain};
   add_text($full->{p}{jumps}[ $full->{function} ]{ $full->{file} } //= {}, "$location;$kind;$to_file;$to_name;$target", $counts);
   return;
}

# A call in the usual form: object, file and name, number of calls, the
# position called, the one it is called from, figures.
sub next_full_call {
   my ($full, $in) = @_;
   return if $in->{buffer} !~ /$full->{call_lines}/gc;
   return ($1, $2, $3, $4, $5, $6, $7, $8, $9);
}

sub add_next_call {
   my ($full, $last, $callee, $count, $address, $line, $to, $at, $figures) = @_;
   my @target = @$last;
   move(\@target, $address, $line);
   move($last, $to, $at);
   add_full_call($full, $callee, "$count$figures", "@$last", "@target");
   return;
}

# A jump in the usual form: file and name, kind and counts, where to, where from.
sub next_full_jump {
   my ($full, $in) = @_;
   return if $in->{buffer} !~ /$full->{jump_lines}/gc;
   return ($1, $2, $3, $4, $5, $6, $7);
}

sub add_next_jump {
   my ($full, $last, $to_file, $to_name, $jump, $address, $line, $to, $at) = @_;
   my @target = @$last;
   move(\@target, $address, $line);
   move($last, $to, $at);
   my $counts = substr $jump, 4;
   $counts =~ tr{/}{ };
   add_full_jump($full, 'j' . substr($jump, 0, 3), $to_file, $to_name, $counts, "@$last", "@target");
   return;
}

1;
