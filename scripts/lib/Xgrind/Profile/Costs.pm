# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Costs: the lines of a profile that carry figures: costs, calls
# and jumps, with their positions.
#
# Usage, by Xgrind::Profile::Reader:
#   my $costs = new_costs($profile, 'lines', sub { ... });    # where to, in what detail; of which files the lines
#   read_from($costs, $in);                        # a file, open as Xgrind::Files::Lines has it
#   cost_positions($costs, 'instr', 'line');       # what the lines start with
#   cost_events($costs, 0, 3);                     # where their figures belong
#   start_costs($costs);                           # a new part
#   select_costs($costs, $function, $file);        # whose costs follow; undef: as before
#   read_costs($costs, $is_elsewhere);             # all usual cost lines that follow
#   flush_costs($costs);                           # at the end of a part: adds what was read
#   my ($cob, $cfi, $cfn, @call) = next_call($costs);      # a usual call, if one follows
#   add_usual_call($costs, $callee, @call);
#   my ($jfi, $jfn, @jump) = next_jump($costs);            # a usual jump
#   add_usual_jump($costs, $file, $function_name, @jump);
#   add_cost_line($costs, $line) or ...;           # any cost line; false: it is none
#   add_call($costs, $callee, $count, \@there, $line) or ...;
#   add_jump($costs, 'jcnd', '1/2', \@there, $line, $file, $function_name) or ...;
#   finish_costs($costs);                          # after all files
#
# Lines with single blanks and decimal line numbers are read in bulk: one regex matches all that
# follow each other, and finds their figures as text.  Many lines have equal figures, which are
# checked and split into numbers only once.  With all detail, Xgrind::Profile::FullCosts does this.

package Xgrind::Profile::Costs;
use strict;
use warnings;
use Exporter qw(import);
use Scalar::Util qw(weaken);
use Xgrind::Files::Lines;
use Xgrind::Profile::FullCosts;
use Xgrind::Profile::Model;

our @EXPORT = qw(new_costs read_from cost_positions cost_events start_costs select_costs is_selected read_costs flush_costs
   finish_costs next_call next_jump unread_lines add_usual_call add_usual_jump
   add_cost_line fail_cost_line add_call add_jump);

sub new_costs {
   my ($p, $detail, $wants, $no_chains) = @_;
   return {
      p      => $p,
      detail => $detail,    # functions, lines, all
      full   => $detail eq 'all' ? new_full($p, $no_chains) : undef,
      wants  => $wants,     # are the lines of a file wanted? by its name and that of a module; undef: all are
      is_wanted    => {},       # the same by index in names, as far as known
      in           => undef,    # the file
      kinds        => [],       # what lines start with
      line_at      => undef,    # which of it is the line number; undef: none is
      address_at   => undef,    # which is the address
      map          => [],       # event of the line -> event of the profile
      function     => undef,    # whose costs, as numbers in the profile
      file         => undef,
      keeps_line   => undef,    # are costs kept by line?
      last         => [],       # positions of the line before, to which others are relative
      cells        => undef,    # what costs are added to: of the function, or by line
      times        => {},       # figures, perhaps after a line number -> how often they were read ...
      from         => 0,        # ... since here in the buffer
      # regexes: usual cost lines and jumps, in bulk; the same after line 0; a line that sets line 0; a call
      cost_line    => undef, line_0 => undef, to_line_0 => undef, call_lines => undef,
      lines_start  => undef,    # where in the buffer the last usual call or jump was
      full_in_bulk => undef,    # with all detail: are lines such that they can be read in bulk?
   };
}

sub read_from {
   my ($costs, $in) = @_;
   $costs->{in} = $in;
   weaken(my $owner = $costs);    # or neither would ever be freed
   $in->{before_fill} = sub {
      flush_costs($owner);
      $owner->{from} = 0;
   };
   return;
}

sub finish_costs {
   my ($costs) = @_;
   finish_full($costs->{full}) if $costs->{full};
   return;
}

# --- Which lines follow ----------------------------------------------------

sub cost_positions {
   my ($costs, @kinds) = @_;
   $costs->{kinds} = \@kinds;
   ($costs->{line_at})    = grep { $kinds[$_] eq 'line' } 0 .. $#kinds;
   ($costs->{address_at}) = grep { $kinds[$_] eq 'instr' } 0 .. $#kinds;
   $costs->{last} = [ (0) x @kinds ];
   set_patterns($costs);
   return;
}

sub cost_events {
   my ($costs, @map) = @_;
   $costs->{map} = \@map;
   set_patterns($costs);
   return;
}

sub start_costs {
   my ($costs) = @_;
   $costs->{last} = [ (0) x @{ $costs->{kinds} } ];
   @$costs{qw(function cells)} = ();
   next_full_part($costs->{full}) if $costs->{full};
   return;
}

sub is_selected { return defined $_[0]{cells}; }

sub select_costs {
   my ($costs, $f, $file) = @_;
   flush_costs($costs);
   $f //= $costs->{function};
   @$costs{qw(function file)} = ($f, $file);
   return if !defined $f;
   my $p = $costs->{p};
   $p->{kinds}{$_} = 1 for @{ $costs->{kinds} };
   if    ($costs->{detail} eq 'functions') { $costs->{cells} = $p->{self}[$f] //= []; }
   elsif ($costs->{detail} eq 'lines')     { select_lines($costs, $p->{lines}[$f]{$file} //= {}); }
   else {
      $costs->{cells} = {};    # only says that a function is selected
      select_full($costs->{full}, $f, $file, $costs->{full_in_bulk} && @{ $costs->{kinds} } == 2);
   }
   return;
}

# The costs of a file whose lines are not wanted are all at line 0.
sub select_lines {
   my ($costs, $lines) = @_;
   my $file = $costs->{file};
   $costs->{keeps_line} = $costs->{is_wanted}{$file} //= !$costs->{wants} || $costs->{wants}->(@{ $costs->{p}{names} }[ $file, $costs->{p}{functions}[ $costs->{function} ][0] ]) ? 1 : 0;
   $costs->{cells} = $lines;
   return;
}

# Sets the regexes of usual calls and of usual cost lines.  The groups of the latter are the line
# number, if it is needed, and the figures, of which only the characters are checked.  A jump with
# the line after it matches, too, without figures.  (One regex for both: alternating between two
# takes three times as long.)
sub set_patterns {
   my ($costs) = @_;
   my @kinds = @{ $costs->{kinds} };
   my @map   = @{ $costs->{map} };
   return if !@map;
   if ($costs->{full}) {
      $costs->{full_in_bulk} = "@kinds" =~ /^(?:instr )?line\z/ && !grep { $map[$_] != $_ } 0 .. $#map;
      full_patterns($costs->{full}, scalar @map, @kinds) if $costs->{full_in_bulk};
      return;
   }
   # of positions that are not needed, too: what is malformed is no less so where nobody asks for it, and is not read in bulk
   my $any     = qr/(?:[-+0-9][0-9]{0,17}+(?<![-+])|\*|[-+]?0x[0-9a-fA-F]{1,16}+)/;
   my $number  = qr/(\*|[-+]?[0-9]{1,18})(?=[ \n])/;
   my $there   = join ' ', ($any) x @kinds;
   my $in_line = join ' ', map { $_ eq 'line' ? $number : $any } @kinds;
   my $figures = '((?: [0-9]{1,20}){0,' . @map . '})';
   $costs->{call_lines} = qr{\Gc(?:ob=([^\n]*)\nc)?(?:f[il]=([^\n]*)\nc)?fn=([^\n]*)\ncalls=([0-9]{1,20}) $there\n$in_line$figures\n};
   my $jump = qr/j(?:ump=[0-9]+|cnd=[0-9]+\/[0-9]+) $there\n/;
   my $at   = $costs->{detail} eq 'lines' ? $in_line : $there;
   $costs->{cost_line} = qr{\G(?|$at(?![0-9])([0-9 ]*+)\n|$jump$at ?()\n)};
   my $none = join ' ', map { $_ eq 'line' ? '[*0](?=[ \n])' : $any } @kinds;
   $costs->{line_0} = qr{\G(?|$none(?![0-9])([0-9 ]*+)\n|$jump$none ?()\n)};
   my $to_line_0 = join ' ', map { $_ eq 'line' ? '0' : $any } @kinds;
   $costs->{to_line_0} = qr{\G$to_line_0[ \n]};
   return;
}

# --- In bulk ---------------------------------------------------------------

# Reads the cost lines and jumps in the usual form that follow; others are for add_cost_line() etc.
# Jumps are within the function, unless the next one leads elsewhere.
sub read_costs {
   my ($costs, $is_elsewhere) = @_;
   return if !defined $costs->{cells} || !@{ $costs->{map} };
   if ($costs->{detail} eq 'functions') {
      my $times = $costs->{times};
      $times->{$_}++ for $costs->{in}{buffer} =~ /$costs->{cost_line}/gc;
   }
   elsif ($costs->{full})            { read_full($costs->{full}, $costs->{in}, $costs->{last}, $is_elsewhere) if $costs->{full_in_bulk}; }
   elsif (defined $costs->{line_at}) { read_for_lines($costs); }
   return;
}

# Code without line numbers, which is much of most programs, has line 0 throughout.
sub read_for_lines {
   my ($costs) = @_;
   my ($in, $times) = @$costs{qw(in times)};
   my $last = \$costs->{last}[ $costs->{line_at} ];
   my $line = $$last;
   if ($line == 0 || $in->{buffer} =~ /$costs->{to_line_0}/) {
      $line = 0;
      $times->{$_}++ for $in->{buffer} =~ /$costs->{line_0}/gc;
      if (substr($in->{buffer}, pos $in->{buffer}, 1) eq 'c') {    # a call
         $$last = 0;
         return;
      }
   }
   my $keeps_line = $costs->{keeps_line};
   my $is_figures = 1;    # a line number, its figures, a line number, ...
   for my $text ($in->{buffer} =~ /$costs->{cost_line}/gc) {
      if    ($is_figures = !$is_figures)     { $times->{ $keeps_line ? "$line$text" : $text }++; }
      elsif ($text eq '*' || $text eq $line) { next; }
      elsif (ord $text < 48)                 { $line += $text; }     # relative to the line before
      else                                   { $line = $text; }
   }
   $$last = $line;
   return;
}

# Adds what was read in bulk to the function or its lines.
sub flush_costs {
   my ($costs) = @_;
   my ($times, $cells) = @$costs{qw(times cells)};
   return if !%$times;
   my @map = @{ $costs->{map} };
   my @sum;    # of the function, or of line 0
   while (my ($text, $n) = each %$times) {
      my ($line, @figures) = ord $text == 32 ? (undef, split ' ', $text) : split ' ', $text;
      next if !@figures;
      fail_figures($costs) if @figures > @map || $text =~ /[0-9]{21}/;
      my $i = 0;
      if (!defined $line) { $sum[ $i++ ] += $n * $_ for @figures; next; }
      my $cell = $cells->{$line} //= [];
      $cell->[ $map[ $i++ ] ] += $n * $_ for @figures;
   }
   %$times = ();
   $costs->{from} = pos $costs->{in}{buffer};
   return if !@sum;
   my $cell = $costs->{detail} eq 'lines' ? $cells->{0} //= [] : $cells;
   $cell->[ $map[$_] ] += $sum[$_] for 0 .. $#sum;
   return;
}

# Fails for the first of the lines read in bulk that is malformed.
sub fail_figures {
   my ($costs) = @_;
   my $in  = $costs->{in};
   my $end = pos $in->{buffer};
   pos($in->{buffer}) = $costs->{from};
   while (pos $in->{buffer} < $end) {
      my $line = next_line($in);
      fail_cost_line($costs, $line) if $line =~ /^[-+*0-9]/ && !defined words_of($costs, $line);
   }
   die 'the lines of malformed figures are gone';
}

# Fails for a malformed cost line.
sub fail_cost_line {
   my ($costs, $line) = @_;
   my @words = split ' ', $line;
   my $has_too_many = $line =~ /^[-+*x0-9a-fA-F \t]+$/ && @words > @{ $costs->{kinds} } + @{ $costs->{map} };
   return fail_line($costs->{in}, $has_too_many ? 'this cost line has more figures than there are events' : 'this cost line is malformed');
}

# A call as it is usually written: object, file and name as written, then what
# add_usual_call() needs.
sub next_call {
   my ($costs) = @_;
   return if !defined $costs->{cells} || !@{ $costs->{map} };
   my $in = $costs->{in};
   $costs->{lines_start} = pos $in->{buffer};
   return $costs->{full_in_bulk} ? next_full_call($costs->{full}, $in) : () if $costs->{full};
   return if !defined $costs->{line_at} || $in->{buffer} !~ /$costs->{call_lines}/gc;
   return ($1, $2, $3, $4, $5, $6);
}

# A jump that is kept: file and name, then what add_usual_jump() needs.
sub next_jump {
   my ($costs) = @_;
   return if !$costs->{full_in_bulk} || !defined $costs->{cells} || !@{ $costs->{map} };
   $costs->{lines_start} = pos $costs->{in}{buffer};
   return next_full_jump($costs->{full}, $costs->{in});
}

# Goes back before the last call or jump, whose lines are then read one by one.
sub unread_lines {
   my ($costs) = @_;
   pos($costs->{in}{buffer}) = $costs->{lines_start};
   return;
}

sub add_usual_jump {
   my ($costs, @jump) = @_;
   return add_next_jump(@$costs{qw(full last)}, @jump);
}

sub add_usual_call {
   my ($costs, $callee, $count, $at, $figures) = @_;
   if ($costs->{full}) {
      my (undef, @call) = @_;
      return add_next_call(@$costs{qw(full last)}, @call);
   }
   my $last = \$costs->{last}[ $costs->{line_at} ];
   if    (ord $at >= 48) { $$last = $at; }
   elsif ($at ne '*')    { $$last += $at; }
   my $sum = arc_of($costs, $callee, $$last);
   $sum->[0] += $count;
   return if !defined $figures;
   my ($i, $map) = (0, $costs->{map});
   $sum->[ 1 + $map->[ $i++ ] ] += $_ for split ' ', $figures;
   return;
}

# The calls of a function, by line if lines are kept.
sub arc_of {
   my ($costs, $callee, $line) = @_;
   my $f = $costs->{function};
   return $costs->{p}{arcs}[$f]{$callee} //= [] if $costs->{detail} ne 'lines';
   return $costs->{p}{line_calls}[$f]{ $costs->{file} }{ $costs->{keeps_line} ? "$line;$callee" : "0;$callee" } //= [];
}

# --- A line at a time ------------------------------------------------------

# Positions as written -> numbers; nothing if they are malformed.
sub positions_of {
   my ($costs, @words) = @_;
   my $last = $costs->{last};
   my @at;
   for my $i (0 .. $#{ $costs->{kinds} }) {
      my ($sign, $hex, $decimal) = ($words[$i] // '') =~ /^(\*|[-+]?)(?:0x([0-9a-fA-F]{1,16})|([0-9]{1,18}))?\z/ or return;
      return if ($sign eq '*') == (defined $hex || defined $decimal);
      no warnings 'portable';
      my $n = defined $hex ? hex $hex : $decimal // 0;
      push @at, $sign eq '' ? $n : $sign eq '-' ? $last->[$i] - $n : $last->[$i] + $n;
   }
   return @at;
}

# A line's positions and figures as written, two lists; nothing if the figures are malformed.
sub words_of {
   my ($costs, $line) = @_;
   my @words = split ' ', $line;
   return if @words < @{ $costs->{kinds} };
   my @figures = splice @words, scalar @{ $costs->{kinds} };
   return if @figures > @{ $costs->{map} } || grep { !/^[0-9]{1,20}\z/ } @figures;
   return (\@words, \@figures);
}

# A line's positions, as numbers, which are the new base, and its figures, where
# they belong; nothing if it is malformed.
sub parse_line {
   my ($costs, $line) = @_;
   my ($words, $figures) = words_of($costs, $line) or return;
   my @at = positions_of($costs, @$words) or return;
   $costs->{last} = \@at;
   my @cost;
   @cost[ @{ $costs->{map} }[ 0 .. $#$figures ] ] = @$figures;
   return (\@at, \@cost);
}

# Positions as they are kept with all detail: line, or address and line.
sub location_of {
   my ($costs, @at) = @_;
   my ($line_at, $address_at) = @$costs{qw(line_at address_at)};
   my $line = defined $line_at ? $at[$line_at] : 0;
   return defined $address_at ? ($at[$address_at], $line) : $line;
}

sub location_text {
   my ($costs, @at) = @_;
   return @at ? join ' ', location_of($costs, @at) : '';
}

sub costs_text { return join ' ', map { $_ // 0 } @_; }

# The line number among positions.
sub line_of {
   my ($costs, $at) = @_;
   return defined $costs->{line_at} ? $at->[ $costs->{line_at} ] : 0;
}

sub add_cost_line {
   my ($costs, $line) = @_;
   return 0 if !defined $costs->{cells} || !@{ $costs->{map} };
   my ($at, $cost) = parse_line($costs, $line) or return 0;
   if ($costs->{detail} eq 'functions') {
      add_costs($costs->{cells}, $cost);
   } elsif ($costs->{detail} eq 'lines') {
      add_costs($costs->{cells}{ $costs->{keeps_line} ? line_of($costs, $at) : 0 } //= [], $cost);
   } elsif (@$cost) {
      add_full_cost($costs->{full}, location_of($costs, @$at), costs_text(@$cost));
   }
   return 1;
}

# A call: @there is the position called, the line says where from and what cost.
sub add_call {
   my ($costs, $callee, $count, $there, $line) = @_;
   my @target = $costs->{full} ? positions_of($costs, @$there) : ();
   my ($at, $cost) = parse_line($costs, $line) or return 0;
   if ($costs->{full}) { add_full_call($costs->{full}, $callee, costs_text($count, @$cost), location_text($costs, @$at), location_text($costs, @target)); }
   else                { add_costs(arc_of($costs, $callee, line_of($costs, $at)), [ $count, @$cost ]); }
   return 1;
}

# A jump of this function to a position in a file and function, both as indices of names.
sub add_jump {
   my ($costs, $kind, $counts, $there, $line, $to_file, $to_name) = @_;
   my @target = positions_of($costs, @$there);
   my ($at, $cost) = parse_line($costs, $line) or return 0;
   return 0 if @$cost;
   return 1 if !$costs->{full};
   add_full_jump($costs->{full}, $kind, $to_file, $to_name, $counts =~ tr{/}{ }r, location_text($costs, @$at), location_text($costs, @target));
   return 1;
}

1;
