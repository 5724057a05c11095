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
#   read_costs($costs);                            # all usual cost lines that follow
#   flush_costs($costs);                           # at the end of a part: adds what was read
#   my ($cob, $cfi, $cfn, @call) = next_call($costs);      # a usual call, if one follows
#   add_usual_call($costs, $callee, @call);
#   add_cost_line($costs, $line) or ...;           # any cost line; false: it is none
#   add_call($costs, $callee, $count, $line) or ...;
#   add_jump($costs, $line) or ...;                # the line after jump= or jcnd=
#
# Lines with single blanks and decimal line numbers are read in bulk: one regex matches all that
# follow each other, and finds their figures as text.  Many lines have equal figures, which are
# checked and split into numbers only once.

package Xgrind::Profile::Costs;
use strict;
use warnings;
use Exporter qw(import);
use Scalar::Util qw(weaken);
use Xgrind::Files::Lines;
use Xgrind::Profile::Model;

our @EXPORT = qw(new_costs read_from cost_positions cost_events start_costs select_costs is_selected read_costs flush_costs
   next_call unread_lines add_usual_call
   add_cost_line fail_cost_line add_call add_jump);

sub new_costs {
   my ($p, $detail, $wants) = @_;
   return {
      p      => $p,
      detail => $detail,    # functions, lines
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
      lines_start  => undef,    # where in the buffer the last usual call was
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
   if    ($costs->{detail} eq 'functions') { $costs->{cells} = $p->{self}[$f] //= []; }
   else                                    { select_lines($costs, $p->{lines}[$f]{$file} //= {}); }
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
sub read_costs {
   my ($costs) = @_;
   return if !defined $costs->{cells} || !@{ $costs->{map} };
   if ($costs->{detail} eq 'functions') {
      my $times = $costs->{times};
      $times->{$_}++ for $costs->{in}{buffer} =~ /$costs->{cost_line}/gc;
   }
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
   return if !defined $costs->{line_at} || $in->{buffer} !~ /$costs->{call_lines}/gc;
   return ($1, $2, $3, $4, $5, $6);
}

# Goes back before the last call, whose lines are then read one by one.
sub unread_lines {
   my ($costs) = @_;
   pos($costs->{in}{buffer}) = $costs->{lines_start};
   return;
}

sub add_usual_call {
   my ($costs, $callee, $count, $at, $figures) = @_;
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
   } else {
      add_costs($costs->{cells}{ $costs->{keeps_line} ? line_of($costs, $at) : 0 } //= [], $cost);
   }
   return 1;
}

# A call: the line says where from and what cost.
sub add_call {
   my ($costs, $callee, $count, $line) = @_;
   my ($at, $cost) = parse_line($costs, $line) or return 0;
   add_costs(arc_of($costs, $callee, line_of($costs, $at)), [ $count, @$cost ]);
   return 1;
}

# A jump, which costs nothing: its lines are read for their positions alone.
sub add_jump {
   my ($costs, $line) = @_;
   my ($at, $cost) = parse_line($costs, $line) or return 0;
   return @$cost ? 0 : 1;
}

1;
