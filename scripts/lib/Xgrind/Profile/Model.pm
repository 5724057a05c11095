# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Model: the data of profiles in Callgrind's format, added up.
#
# Usage:
#   use Xgrind::Profile::Reader;
#   my $p = read_profiles(\@files, detail => 'lines', fold => 1);
#   my $self  = self_costs($p);                         # function -> [costs]
#   my $total = program_totals($p, $self);              # [costs]
#   print function_text($p, $_), "\n" for 0 .. $#{ $p->{functions} };
#
# A profile is a hash.  Lists of costs have one figure for each event, in the
# order of "events"; missing ones are 0.
#   events       names of the events of all parts
#   event_index  name -> index in events
#   processes    with apart => 1 of Xgrind::Profile::Reader: what tells a process -> its number, from 1
#   parts        of each part: file, creator, pid, cmd, part, thread, trigger
#   marks        labels and regions of all parts: see Xgrind::Annotate::Marks
#   machines     what headers say of caches and hierarchy: name -> text -> 1
#   totals       costs of the program by the totals: lines
#   has_totals   has every part such a line?
#   names        names of modules, files and functions
#   functions    [module, file, name], as indices in names
#   defined      function -> true, if it has a fn= line and is not just called
#   arcs         function -> called function -> [calls, costs...]; calls of the
#                function by itself are included
#   iterations   function -> how often a loop, which passes for one, went round (docs/loops.md)
#   trips        function -> [least, most] of an entry of it; []: not known of all of them
# and, depending on the detail,
#   functions:   self        function -> [costs]
#   lines:       lines       function -> file -> line -> [costs]; file is an index in
#                            names, as inlined code can be from another file; line 0 has what has no
#                            line number, and all of a file whose lines were not wanted
#                line_calls  function -> file -> "line;called function" -> [calls, costs...]

package Xgrind::Profile::Model;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;

our @EXPORT = qw(new_profile intern function_of function_text function_names program_totals self_costs
   add_costs add_iterations resolve_callees);

# An empty profile.
sub new_profile {
   return {
      events => [], event_index => {}, parts => [], marks => [], totals => [], has_totals => 1,
      names => [], name_index => {}, functions => [], function_index => {}, defined => [],
      self => [], arcs => [], lines => [], line_calls => [],
      iterations => [], trips => [], processes => {},
   };
}

# Adds iterations of a loop, with least and most of an entry, if they are known.
sub add_iterations {
   my ($p, $f, $n, $least, $most) = @_;
   $p->{iterations}[$f] += $n;
   my $trips = $p->{trips}[$f] //= defined $most ? [ $least, $most ] : [];
   if    (!defined $most) { @$trips = (); }
   elsif (@$trips)        { @$trips = ($least < $trips->[0] ? $least : $trips->[0], $most > $trips->[1] ? $most : $trips->[1]); }
   return;
}

# The index of a name.  With the number of a process, it is not that of an equal name of another one.
sub intern {
   my ($p, $name, $process) = @_;
   return $p->{name_index}{ defined $process ? "$process $name" : $name } //= push(@{ $p->{names} }, $name) - 1;
}

# The number of a function, given as indices of names.
sub function_of {
   my ($p, $module, $file, $name) = @_;
   return $p->{function_index}{"$module,$file,$name"} //=
      push(@{ $p->{functions} }, [ $module, $file, $name ]) - 1;
}

# The names of a function: module, file, function.
sub function_names {
   my ($p, $f) = @_;
   return map { $p->{names}[$_] } @{ $p->{functions}[$f] };
}

# A function as text: "file:function [module]".
sub function_text {
   my ($p, $f) = @_;
   my ($module, $file, $name) = function_names($p, $f);
   my $text = "$file:$name";
   $text .= " [$module]" if $module ne '???' && $module ne '';
   return printable($text);
}

# Adds costs to others.
sub add_costs {
   my ($sum, $costs) = @_;
   $sum->[$_] += $costs->[$_] // 0 for 0 .. $#$costs;
   return;
}

# Costs without holes.
sub filled {
   my ($p, $costs) = @_;
   return [ map { $_ // 0 } @$costs[ 0 .. $#{ $p->{events} } ] ];
}

# The costs of each function's own code, without holes.
sub self_costs {
   my ($p) = @_;
   my @self;
   for my $f (0 .. $#{ $p->{functions} }) {
      my @sum = @{ $p->{self}[$f] // [] };
      for my $lines (values %{ $p->{lines}[$f] // {} }) {
         add_costs(\@sum, $_) for values %$lines;
      }
      $self[$f] = filled($p, \@sum);
   }
   return \@self;
}

# The costs of the program: the totals: lines, or else the sum of all functions.
sub program_totals {
   my ($p, $self) = @_;
   my @sum;
   add_costs(\@sum, $_) for @$self;
   my ($sum, $totals) = map { filled($p, $_) } \@sum, $p->{totals};
   return $sum if !$p->{has_totals};
   warn_user("the functions' costs do not add up to totals:, so part of the profile is missing")
      if grep { $sum->[$_] != $totals->[$_] } 0 .. $#$sum;
   return $totals;
}

# A call without a file name means a function in the caller's file.  If there is no such function
# but exactly one of that name in the module, the call is redirected to that one.
sub resolve_callees {
   my ($p) = @_;
   my $instead = substitutes($p);
   if (%$instead) {
      redirect($_, qr/^(\d+)\z/, $instead) for grep { defined } @{ $p->{arcs} };
      for my $files (grep { defined } @{ $p->{line_calls} }) {
         redirect($_, qr/;(\d+)(?=;|\z)/, $instead) for values %$files;
      }
   }
   sum_line_calls($p) if @{ $p->{line_calls} };
   return;
}

# Adds up the calls of each function over its lines.
sub sum_line_calls {
   my ($p) = @_;
   for my $f (0 .. $#{ $p->{line_calls} }) {
      my (%sum, %is_own);
      for my $calls (values %{ $p->{line_calls}[$f] // next }) {
         for my $key (keys %$calls) {
            my $callee = substr $key, 1 + index $key, ';';
            # most functions are called in one line only, whose list is then used as it is
            if (!$sum{$callee}) { $sum{$callee} = $calls->{$key}; next; }
            $sum{$callee} = [ @{ $sum{$callee} } ] if !$is_own{$callee}++;
            add_costs($sum{$callee}, $calls->{$key});
         }
      }
      $p->{arcs}[$f] = \%sum;
   }
   return;
}

# Functions that are called but not defined -> the one defined function of that name and module.
sub substitutes {
   my ($p) = @_;
   my $functions = $p->{functions};
   my @unknown = grep { !$p->{defined}[$_] } 0 .. $#$functions;
   return {} if !@unknown;
   my %like;    # "module,name" -> functions
   push @{ $like{"$functions->[$_][0],$functions->[$_][2]"} }, $_ for grep { $p->{defined}[$_] } 0 .. $#$functions;
   my %instead;
   for my $f (@unknown) {
      my $same = $like{"$functions->[$f][0],$functions->[$f][2]"};
      $instead{$f} = $same->[0] if $same && @$same == 1;
   }
   return \%instead;
}

# Redirects calls: the regex finds a function's number in the keys, which is replaced.
sub redirect {
   my ($calls, $number, $instead) = @_;
   for my $key (keys %$calls) {
      next if $key !~ $number || !defined $instead->{$1};
      my ($from, $to) = ($-[1], $+[1]);
      my $new = $key;
      substr $new, $from, $to - $from, $instead->{$1};
      my $figures = delete $calls->{$key};
      if (!exists $calls->{$new}) { $calls->{$new} = $figures; }
      else                        { add_costs($calls->{$new}, $figures); }
   }
   return;
}

1;
