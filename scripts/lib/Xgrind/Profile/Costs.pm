# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Costs: the lines of a profile that carry figures: costs, calls
# and jumps, with their positions.
#
# Usage, by Xgrind::Profile::Reader:
#   keep_costs($profile, 'lines');         # where to, and in what detail
#   cost_positions('instr', 'line');       # what the lines start with
#   cost_events(0, 3);                     # where their figures belong
#   start_costs();                         # a new part
#   select_costs($function, $file);        # whose costs follow; undef: as before
#   read_costs($is_elsewhere);             # all usual cost lines that follow
#   flush_costs();                        # at the end of a part: adds what was read
#   my ($cob, $cfi, $cfn, @call) = next_call();       # a usual call, if one follows
#   add_usual_call($callee, @call);
#   my ($jfi, $jfn, @jump) = next_jump();             # a usual jump
#   add_usual_jump($file, $function_name, @jump);
#   add_cost_line($line) or ...;           # any cost line; false: it is none
#   add_call($callee, $count, \@there, $line) or ...;
#   add_jump('jcnd', '1/2', \@there, $line, $file, $function_name) or ...;
#
# Lines with single blanks and decimal line numbers are read in bulk: one regex matches all that
# follow each other, checks them and finds their figures as text.  The loops are unrolled because
# nothing is faster in Perl.  With all detail, Xgrind::Profile::FullCosts does this.

package Xgrind::Profile::Costs;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Lines;
use Xgrind::Profile::FullCosts;
use Xgrind::Profile::Model;

our @EXPORT = qw(keep_costs cost_positions cost_events start_costs select_costs is_selected read_costs flush_costs
   next_call next_jump unread_lines add_usual_call add_usual_jump
   add_cost_line add_call add_jump has_too_many);

my $p;
my $detail;            # functions, lines, all
my @kinds;             # what lines start with
my $line_at;           # which of it is the line number; undef: none is
my $address_at;        # which is the address
my @map;               # event of the line -> event of the profile
my ($function, $file);     # whose costs, as numbers in the profile
my @last;              # positions of the line before, to which others are relative
my $cells;             # what costs are added to: of the function, or by line
my %times;             # figures, perhaps after a line number -> how often they were read here
my $cost_line;         # regex: usual ones and jumps, in bulk
my ($line_0, $to_line_0);  # regexes: usual cost lines after line 0; a line that sets line 0
my $call_lines;        # regex: a call
my $lines_start;       # where in the buffer the last usual call or jump was
my $full_in_bulk;      # with all detail: are lines such that they can be read in bulk?

sub keep_costs {
   ($p, $detail) = @_;
   keep_full($p) if $detail eq 'all';
   return;
}

# --- Which lines follow ----------------------------------------------------

sub cost_positions {
   @kinds = @_;
   ($line_at)    = grep { $kinds[$_] eq 'line' } 0 .. $#kinds;
   ($address_at) = grep { $kinds[$_] eq 'instr' } 0 .. $#kinds;
   @last = (0) x @kinds;
   set_patterns();
   return;
}

sub cost_events {
   @map = @_;
   set_patterns();
   return;
}

sub start_costs {
   @last = (0) x @kinds;
   undef $function;
   undef $cells;
   return;
}

sub is_selected { return defined $cells; }

sub select_costs {
   my ($f, $in_file) = @_;
   flush_costs();
   $function = $f // $function;
   $file = $in_file;
   return if !defined $function;
   $p->{kinds}{$_} = 1 for @kinds;
   if    ($detail eq 'functions') { $cells = $p->{self}[$function] //= []; }
   elsif ($detail eq 'lines')     { $cells = $p->{lines}[$function]{$file} //= {}; }
   else {
      $cells = {};    # only says that a function is selected
      select_full($function, $file, $full_in_bulk && @kinds == 2);
   }
   return;
}

# Sets the regexes of usual calls and of usual cost lines.  The groups of the latter are the line
# number, if it is kept, and the figures.  A jump with the line after it matches, too, without
# figures.  (One regex for both: alternating between two takes three times as long.)
sub set_patterns {
   return if !@map;
   if ($detail eq 'all') {
      $full_in_bulk = "@kinds" =~ /^(?:instr )?line\z/ && !grep { $map[$_] != $_ } 0 .. $#map;
      full_patterns(scalar @map, @kinds) if $full_in_bulk;
      return;
   }
   # of positions that are not kept only the characters are checked
   my $any     = qr/[-+*0-9][0-9a-fA-Fx]*+/;
   my $number  = qr/(\*|[-+]?[0-9]{1,18})/;
   my $there   = join ' ', ($any) x @kinds;
   my $in_line = join ' ', map { $_ eq 'line' ? $number : $any } @kinds;
   my $figures = '((?: [0-9]{1,20}){0,' . @map . '})';
   $call_lines = qr{\Gc(?:ob=([^\n]*)\nc)?(?:f[il]=([^\n]*)\nc)?fn=([^\n]*)\ncalls=([0-9]{1,20}) $there\n$in_line$figures\n};
   my $jump = qr/j(?:ump=[0-9]+|cnd=[0-9]+\/[0-9]+) $there\n/;
   my $at   = $detail eq 'lines' ? $in_line : $there;
   $cost_line = qr{\G(?|$at$figures\n|$jump$at ?()\n)};
   my $none    = join ' ', map { $_ eq 'line' ? '[*0]' : $any } @kinds;
   $line_0     = qr{\G(?|$none$figures\n|$jump$none ?()\n)};
   $to_line_0  = join ' ', map { $_ eq 'line' ? '0' : $any } @kinds;
   $to_line_0  = qr{\G$to_line_0[ \n]};
   return;
}

# --- In bulk ---------------------------------------------------------------

# Reads the cost lines and jumps in the usual form that follow; others are for add_cost_line() etc.
# Jumps are within the function, unless the next one leads elsewhere.
sub read_costs {
   my ($is_elsewhere) = @_;
   return if !defined $cells || !@map;
   if    ($detail eq 'functions') { $times{$_}++ for $buffer =~ /$cost_line/gc; }
   elsif ($detail eq 'all')       { read_full(\@last, $is_elsewhere) if $full_in_bulk; }
   elsif (defined $line_at)       { read_for_lines(); }
   return;
}

# Code without line numbers, which is much of most programs, has line 0 throughout.
sub read_for_lines {
   my $line = $last[$line_at];
   if ($line == 0 || $buffer =~ /$to_line_0/) {
      $line = 0;
      $times{$_}++ for $buffer =~ /$line_0/gc;
      if (substr($buffer, pos $buffer, 1) eq 'c') {    # a call
         $last[$line_at] = 0;
         return;
      }
   }
   my $is_figures = 1;    # a line number, its figures, a line number, ...
   for my $text ($buffer =~ /$cost_line/gc) {
      if    ($is_figures = !$is_figures)     { $times{"$line$text"}++; }
      elsif ($text eq '*' || $text eq $line) { next; }
      elsif (ord $text < 48)                 { $line += $text; }     # relative to the line before
      else                                   { $line = $text; }
   }
   $last[$line_at] = $line;
   return;
}

# Adds what was read in bulk to the function or its lines.  Many lines have equal figures, which are
# split into numbers only once.
sub flush_costs {
   return if $detail eq 'all';
   my @sum;    # of the function, or of line 0, which code without line numbers has throughout
   while (my ($text, $n) = each %times) {
      my $i = 0;
      if (ord $text == 32) { $sum[ $i++ ] += $n * $_ for split ' ', $text; next; }
      my ($line, @figures) = split ' ', $text or next;
      next if !@figures;
      my $cell = $cells->{$line} //= [];
      $cell->[ $map[ $i++ ] ] += $n * $_ for @figures;
   }
   %times = ();
   return if !@sum;
   my $cell = $detail eq 'lines' ? $cells->{0} //= [] : $cells;
   $cell->[ $map[$_] ] += $sum[$_] for 0 .. $#sum;
   return;
}

# A call as it is usually written: object, file and name as written, then what
# add_usual_call() needs.
sub next_call {
   return if !defined $cells || !@map;
   $lines_start = pos $buffer;
   return $full_in_bulk ? next_full_call() : () if $detail eq 'all';
   return if !defined $line_at || $buffer !~ /$call_lines/gc;
   return ($1, $2, $3, $4, $5, $6);
}

# A jump that is kept: file and name, then what add_usual_jump() needs.
sub next_jump {
   return if $detail ne 'all' || !$full_in_bulk || !defined $cells || !@map;
   $lines_start = pos $buffer;
   return next_full_jump();
}

# Goes back before the last call or jump, whose lines are then read one by one.
sub unread_lines {
   pos($buffer) = $lines_start;
   return;
}

sub add_usual_jump { return add_next_jump(\@last, @_); }

sub add_usual_call {
   return add_next_call(\@last, @_) if $detail eq 'all';
   my ($callee, $count, $at, $figures) = @_;
   if    (ord $at >= 48) { $last[$line_at] = $at; }
   elsif ($at ne '*')    { $last[$line_at] += $at; }
   my $sum = $detail eq 'lines'
      ? $p->{line_calls}[$function]{$file}{"$last[$line_at];$callee"} //= []
      : $p->{arcs}[$function]{$callee} //= [];
   $sum->[0] += $count;
   return if !defined $figures;
   my $i = 0;
   $sum->[ 1 + $map[ $i++ ] ] += $_ for split ' ', $figures;
   return;
}

# --- A line at a time ------------------------------------------------------

# Positions as written -> numbers; nothing if they are malformed.
sub positions_of {
   my @at;
   for my $i (0 .. $#kinds) {
      my ($sign, $hex, $decimal) = ($_[$i] // '') =~ /^(\*|[-+]?)(?:0x([0-9a-fA-F]{1,16})|([0-9]{1,18}))?\z/ or return;
      return if ($sign eq '*') == (defined $hex || defined $decimal);
      no warnings 'portable';
      my $n = defined $hex ? hex $hex : $decimal // 0;
      push @at, $sign eq '' ? $n : $sign eq '-' ? $last[$i] - $n : $last[$i] + $n;
   }
   return @at;
}

# A line's positions, as numbers, which are the new base, and its figures, where
# they belong; nothing if it is malformed.
sub parse_line {
   my @words = split ' ', $_[0];
   return if @words < @kinds;
   my @figures = splice @words, scalar @kinds;
   return if @figures > @map || grep { !/^[0-9]{1,20}\z/ } @figures;
   my @at = positions_of(@words) or return;
   @last = @at;
   my @cost;
   @cost[ @map[ 0 .. $#figures ] ] = @figures;
   return (\@at, \@cost);
}

# Positions as they are kept with all detail: line, or address and line.
sub location_of {
   my @at = @_;
   my $line = defined $line_at ? $at[$line_at] : 0;
   return defined $address_at ? ($at[$address_at], $line) : $line;
}

sub costs_text { return join ' ', map { $_ // 0 } @_; }

sub add_cost_line {
   return 0 if !defined $cells || !@map;
   my ($at, $cost) = parse_line($_[0]) or return 0;
   if ($detail eq 'functions') {
      add_costs($cells, $cost);
   } elsif ($detail eq 'lines') {
      add_costs($cells->{ defined $line_at ? $at->[$line_at] : 0 } //= [], $cost);
   } elsif (@$cost) {
      add_full_cost(location_of(@$at), costs_text(@$cost));
   }
   return 1;
}

# A call: @there is the position called, the line says where from and what cost.
sub add_call {
   my ($callee, $count, $there, $line) = @_;
   return add_call_with_positions(@_) if $detail eq 'all';
   my ($at, $cost) = parse_line($line) or return 0;
   add_costs(arc_of($callee, defined $line_at ? $at->[$line_at] : 0), [ $count, @$cost ]);
   return 1;
}

# The calls of a function, by line if lines are kept.
sub arc_of {
   my ($callee, $line) = @_;
   return $detail eq 'lines'
      ? $p->{line_calls}[$function]{$file}{"$line;$callee"} //= []
      : $p->{arcs}[$function]{$callee} //= [];
}

# A call with the positions of both sides.
sub add_call_with_positions {
   my ($callee, $count, $there, $line) = @_;
   my @target = positions_of(@$there);
   my ($at, $cost) = parse_line($line) or return 0;
   add_full_call($callee, costs_text($count, @$cost), map { @$_ ? join ' ', location_of(@$_) : '' } $at, \@target);
   return 1;
}

# A jump of this function to a position in a file and function, both as indices of names.
sub add_jump {
   my ($kind, $counts, $there, $line, $to_file, $to_name) = @_;
   my @target = positions_of(@$there);
   my ($at, $cost) = parse_line($line) or return 0;
   return 0 if @$cost;
   return 1 if $detail ne 'all';
   add_full_jump($kind, $to_file, $to_name, $counts =~ tr{/}{ }r, map { @$_ ? join ' ', location_of(@$_) : '' } $at, \@target);
   return 1;
}

# Has a line more figures than there are events?
sub has_too_many {
   my @words = split ' ', $_[0];
   return @words > @kinds + @map;
}

1;
