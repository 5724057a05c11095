# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::ProfileCosts: the lines of a profile that carry figures: costs, calls
# and jumps, with their positions.
#
# Usage, by Xgrind::ProfileReader:
#   keep_costs($profile, 'lines');         # where to, and in what detail
#   cost_positions('instr', 'line');       # what the lines start with
#   cost_events(0, 3);                     # where their figures belong
#   start_costs();                         # a new part
#   place_costs($function, $file);         # whose costs follow; undef: as before
#   read_costs();                          # all usual cost lines that follow
#   my ($cob, $cfi, $cfn, @call) = next_call();       # a usual call, if one follows
#   add_usual_call($callee, @call);
#   add_cost_line($line) or ...;           # any cost line; false: it is none
#   add_call($callee, $count, \@there, $line) or ...;
#   add_jump('jcnd', '1/2', \@there, $line, $file, $function_name) or ...;
#
# In bulk are read lines with single blanks and decimal line numbers.  One regex
# matches such a line, checks it and finds its figures: that is as fast as Perl
# gets, and nothing is believed that was not checked.

package Xgrind::ProfileCosts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile;
use Xgrind::ProfileInput;

our @EXPORT = qw(keep_costs cost_positions cost_events start_costs place_costs costs_placed read_costs
   next_call unread_call add_usual_call
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
my $cost_line;         # regex: usual ones and jumps, in bulk
my $call_lines;        # regex: a call
my $call_start;        # where in the buffer the last one was

sub keep_costs {
   ($p, $detail) = @_;
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

sub costs_placed { return defined $cells; }

sub place_costs {
   my ($f, $in_file) = @_;
   $function = $f // $function;
   $file = $in_file;
   return if !defined $function;
   $p->{kinds}{$_} = 1 for @kinds;
   $cells = $detail eq 'functions' ? $p->{self}[$function] //= [] : $p->{lines}[$function]{$file} //= {};
   return;
}

# The regex of usual cost lines, and of jumps with the line after them unless these
# are kept.  Its groups: the line number, if that is kept, and the figures; without a
# match for these there is nothing to add.  With all detail the address goes before.
# (One regex: two that take turns take three times as long.)
sub set_patterns {
   return if !@map;
   my $any     = qr/(?:\*|[-+]?(?:0x[0-9a-fA-F]{1,16}|[0-9]{1,18}))/;
   my $number  = qr/(\*|[-+]?[0-9]{1,18})/;
   my $wanted  = $detail eq 'functions' ? '' : 'line';
   my $at      = join ' ', map { $_ eq $wanted ? $number : $any } @kinds;
   my $there   = join ' ', ($any) x @kinds;
   my $figures = @map == 1 ? '(?: ([0-9]{1,20}))?' : '((?: [0-9]{1,20}){0,' . @map . '})';
   my $address = @kinds == 2 ? qr/($any) / : qr/()/;
   my $in_line = join ' ', map { $_ eq 'line' ? $number : $any } @kinds;
   $call_lines = qr{\Gc(?:ob=([^\n]*)\nc)?(?:f[il]=([^\n]*)\nc)?fn=([^\n]*)\ncalls=([0-9]{1,20}) $there\n$in_line$figures\n};
   # of one event: further lines of the same source line at once
   my $same = @map > 1 || $detail eq 'all' ? ''
      : $detail eq 'functions' ? "((?:$there [0-9]{1,20}\n)*+)"
      :   '((?:' . join(' ', map { $_ eq 'line' ? '(?:\*|(?=[0-9])\g1)' : $any } @kinds) . ' [0-9]{1,20}\n)*+)';
   $cost_line  = $detail eq 'all'
      ? qr{\G$address$number(?: ([0-9]{1,20}(?: [0-9]{1,20}){0,$#map}))?\n}
      : qr{\G(?|$at$figures\n$same|j(?:ump=[0-9]+|cnd=[0-9]+/[0-9]+) $there\n$at ?\n)};
   return;
}

# --- In bulk ---------------------------------------------------------------

# Reads usual cost lines, and jumps if they are not kept, as long as there are
# such; what is not usual is for add_cost_line() and others.
sub read_costs {
   return if !defined $cells || !@map;
   return read_for_functions() if $detail eq 'functions';
   return if !defined $line_at;
   return read_for_all() if $detail eq 'all';
   return @map == 1 ? read_for_lines() : read_many_for_lines();
}

sub read_for_functions {
   if (@map == 1) {
      my $sum = 0;
      while ($buffer =~ /$cost_line/gc) {
         $sum += $1 // 0;
         if ($2) { $sum += substr $_, 1 + rindex $_, ' ' for split /\n/, $2; }
      }
      $cells->[ $map[0] ] += $sum;
      return;
   }
   while ($buffer =~ /$cost_line/gc) {
      my $i = 0;
      $cells->[ $map[ $i++ ] ] += $_ for split ' ', $1 // '';
   }
   return;
}

# Lines of one event.
sub read_for_lines {
   my $line  = $last[$line_at];
   my $event = $map[0];
   my $sum   = 0;    # of the line: many instructions in a row are of one line
   while ($buffer =~ /$cost_line/gc) {
      my $at = $1;
      if ($at ne '*' && $at ne $line) {
         $cells->{$line}[$event] += $sum if $sum;
         $sum = 0;
         # relative to the line before, or a number
         if (ord $at < 48) { $line += $at; }
         else              { $line = $at; }
      }
      $sum += $2 // 0;
      if ($3) { $sum += substr $_, 1 + rindex $_, ' ' for split /\n/, $3; }
   }
   $cells->{$line}[$event] += $sum if $sum;
   $last[$line_at] = $line;
   return;
}

sub read_many_for_lines {
   my $line = $last[$line_at];
   while ($buffer =~ /$cost_line/gc) {
      my ($at, $figures) = ($1, $2 // '');
      if    (ord $at >= 48) { $line = $at; }
      elsif ($at ne '*')    { $line += $at; }
      my $cell = $cells->{$line} //= [];
      my $i = 0;
      $cell->[ $map[ $i++ ] ] += $_ for split ' ', $figures;
   }
   $last[$line_at] = $line;
   return;
}

# Lines with their addresses, or without, if events have the profile's order.
sub read_for_all {
   return if grep { $map[$_] != $_ } 0 .. $#map;
   return if "@kinds" !~ /^(?:instr )?line\z/;
   no warnings 'portable';
   my ($address, $line) = @kinds == 2 ? @last : (undef, @last);
   while ($buffer =~ /$cost_line/gc) {
      my ($to, $at, $figures) = ($1, $2, $3 // '');
      if    (ord $at >= 48) { $line = $at; }
      elsif ($at ne '*')    { $line += $at; }
      if (defined $address && $to ne '*') {
         if    ($to =~ /^([-+]?)0x(.*)/) { $address = $1 eq '' ? hex $2 : $1 eq '-' ? $address - hex $2 : $address + hex $2; }
         elsif (ord $to >= 48)           { $address = $to; }
         else                            { $address += $to; }
      }
      next if $figures eq '';
      my $place = defined $address ? "$address $line" : $line;
      if (exists $cells->{$place}) { add_text($cells, $place, $figures); }
      else                         { $cells->{$place} = $figures; }
   }
   @last = defined $address ? ($address, $line) : ($line);
   return;
}

# A call as it is usually written: object, file and name as written, number of
# calls, line and figures.
sub next_call {
   return if !defined $cells || !@map || !defined $line_at || $detail eq 'all';
   $call_start = pos $buffer;
   return if $buffer !~ /$call_lines/gc;
   return ($1, $2, $3, $4, $5, $6);
}

# Takes it back: its lines are to be read one by one.
sub unread_call {
   pos($buffer) = $call_start;
   return;
}

sub add_usual_call {
   my ($callee, $count, $at, $figures) = @_;
   if    (ord $at >= 48) { $last[$line_at] = $at; }
   elsif ($at ne '*')    { $last[$line_at] += $at; }
   my @cost;
   @cost[@map] = split ' ', $figures // '';
   add_arc($callee, $last[$line_at], $count, @cost);
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

# How positions are kept with all detail: "line" or "address line".
sub place_text {
   my @at = @_;
   my $line = defined $line_at ? $at[$line_at] : 0;
   return defined $address_at ? "$at[$address_at] $line" : $line;
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
      add_text($cells, place_text(@$at), costs_text(@$cost));
   }
   return 1;
}

# Adds figures that are written as text to those of a key.
sub add_text {
   my ($texts, $key, $text) = @_;
   if (!exists $texts->{$key}) {
      $texts->{$key} = $text;
      return;
   }
   my @sum = split ' ', $texts->{$key};
   my $i = 0;
   $sum[ $i++ ] += $_ for split ' ', $text;
   $texts->{$key} = join ' ', @sum;
   return;
}

# A call: @there is the position called, the line says where from and what cost.
sub add_call {
   my ($callee, $count, $there, $line) = @_;
   return add_call_in_full(@_) if $detail eq 'all';
   my ($at, $cost) = parse_line($line) or return 0;
   add_arc($callee, defined $line_at ? $at->[$line_at] : 0, $count, @$cost);
   return 1;
}

# Adds to the calls of a function, by line if lines are kept.
sub add_arc {
   my ($callee, $line, @figures) = @_;
   my $sum = $detail eq 'lines'
      ? $p->{line_calls}[$function]{$file}{"$line;$callee"} //= []
      : $p->{arcs}[$function]{$callee} //= [];
   my $i = 0;
   $sum->[ $i++ ] += $_ // 0 for @figures;
   return;
}

# The same with the positions of both sides.
sub add_call_in_full {
   my ($callee, $count, $there, $line) = @_;
   my @target = positions_of(@$there);
   my ($at, $cost) = parse_line($line) or return 0;
   my $key = join ';', place_text(@$at), $callee, @target ? place_text(@target) : '';
   add_text($p->{all_calls}[$function]{$file} //= {}, $key, costs_text($count, @$cost));
   return 1;
}

# A jump of this function to a position in a file and function, given as names.
sub add_jump {
   my ($kind, $counts, $there, $line, $to_file, $to_name) = @_;
   my @target = positions_of(@$there);
   my ($at, $cost) = parse_line($line) or return 0;
   return 0 if @$cost;
   return 1 if $detail ne 'all';
   my $key = join ';', place_text(@$at), $kind, $to_file, $to_name, @target ? place_text(@target) : '';
   add_text($p->{jumps}[$function]{$file} //= {}, $key, $counts =~ tr{/}{ }r);
   return 1;
}

# Has a line more figures than there are events?
sub has_too_many {
   my @words = split ' ', $_[0];
   return @words > @kinds + @map;
}

1;
