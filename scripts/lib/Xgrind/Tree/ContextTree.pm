# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::ContextTree: reads files of the calling-context tree (docs/context-tree.md) and adds
# them up, path by path.
#
# Usage:
#   my $t = read_trees(\@files, threads => \%numbers);    # only these threads; undef: all
#   $t->{events}         [ 'Ir', ... ], those of all files in the order of the first one
#   $t->{units}          event -> '', 'bytes', 'nanoseconds', ...
#   $t->{titles}         event -> long name, if it has one
#   $t->{functions}      [ { name, file, module, line, address }, ... ]
#   $t->{activities}     [ { thread, signal }, ... ]
#   $t->{parent}         of each node; 0 is the top, which has no parent
#   $t->{frame}          of each node: number of its function, or -1 - number of its activity (a thread's code or handler)
#   $t->{costs}          of each node: 'Ir Dr ...', zeros at the end may be missing
#   $t->{recursions}     node -> number of calls of its function from below it, if there are any
#   $t->{totals}         [ ... ]
#   $t->{commands}, {time_ns}, {duration_ns}
#   my $one = without_activities($t);                     # merges equal paths of different threads
#   my $below = rooted_at($t, 'main');                    # cuts off what is above this function, or those that match a qr//
# Parents have lower numbers than their children.

package Xgrind::Tree::ContextTree;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Lines;
use Xgrind::Text::Escapes;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Messages;

our @EXPORT = qw(read_trees without_activities rooted_at);

my $COST_MAX = 2**63 - 1;
my $DEEPER   = '[deeper calls]';
my $DEPTH_MAX = 1000;    # of --context-tree-depth; a stack of each node is as long as its depth
my $NODE     = qr/node (\d+) (\d+) (\d+) \d+ (\d+)(?: (\d+(?: \d+)*))?/;    # the number of calls is not used

# Adds costs to the child of a node for this function or activity.
sub node_at {
   my ($t, $parent, $frame, $costs) = @_;
   my $known = \$t->{growing}{node}{"$parent $frame"};
   my $n = $$known;
   if (!defined $n) {
      push @{ $t->{parent} }, $parent;
      push @{ $t->{frame} },  $frame;
      push @{ $t->{costs} },  $costs;
      return $$known = $#{ $t->{parent} };
   }
   return $n if $costs eq '';
   my @sum = split / /, $t->{costs}[$n];
   my @more = split / /, $costs;
   $sum[$_] = ($sum[$_] // 0) + $more[$_] for 0 .. $#more;
   $t->{costs}[$n] = join ' ', @sum;
   return $n;
}

# A tree that grows: nodes, functions and activities are found by what they are of.
sub start_tree {
   my (@events) = @_;
   return {
      events => \@events, units => {}, titles => {}, functions => [], activities => [], commands => [],
      parent => [0], frame => [0], costs => [''], recursions => {}, totals => [],
      growing => { node => {}, function => {}, activity => {}, event => { map { $events[$_] => $_ } 0 .. $#events } },
   };
}

# The tree when all is in it.
sub grown {
   my ($t) = @_;
   delete $t->{growing};
   return $t;
}

# --- one file --------------------------------------------------------------------------------

sub function_number {
   my ($t, $name, $file, $module, $line, $address) = @_;
   my $n = $t->{growing}{function}{ join "\0", $module, $file, $name } //= do {
      push @{ $t->{functions} }, { name => $name, file => $file, module => $module, line => 0, address => 0 };
      $#{ $t->{functions} };
   };
   my $f = $t->{functions}[$n];
   $f->{line} ||= $line;
   $f->{address} ||= $address;
   return $n;
}

sub activity_number {
   my ($t, $thread, $signal) = @_;
   return $t->{growing}{activity}{"$thread $signal"} //= do {
      push @{ $t->{activities} }, { thread => $thread, signal => $signal };
      $#{ $t->{activities} };
   };
}

my %MEASURE = (ms => 'milliseconds', us => 'microseconds', ns => 'nanoseconds');

# "event: sysTime : sysTime (elapsed ms)", once the names of events are known
sub note_event {
   my ($t, $event, $title) = @_;
   $t->{titles}{$event} = $title;
   $t->{units}{$event} = $MEASURE{$1} if $title =~ /\b(ms|us|ns)\)$/;
   $t->{units}{$event} = 'bytes' if $title =~ /\bbytes\b/;
   return;
}

# The indices of this file's events among all events.
sub note_events {
   my ($t, $file, @names) = @_;
   fail_line($file->{in}, 'the version: line must come first') if !$file->{version};
   fail_line($file->{in}, 'a file has one events: line') if $t->{columns};
   my %by_level = names_by_level(@names);
   my %seen;
   for my $name (@names) {
      fail_line($file->{in}, 'the event ' . quoted($name) . ' is listed twice') if $seen{$name}++;
      $name = $by_level{$name};
      next if defined $t->{growing}{event}{$name};
      push @{ $t->{events} }, $name;
      $t->{growing}{event}{$name} = $#{ $t->{events} };
   }
   $t->{columns} = [ @{ $t->{growing}{event} }{@names} ];
   note_event($t, $by_level{ $_->[0] } // $_->[0], $_->[1]) for @{ $file->{titles} // [] };
   return;
}

# Costs in the order of all events.
sub in_order {
   my ($t, $file, $costs) = @_;
   my @costs = split / /, $costs;
   fail_line($file->{in}, 'there are more costs than events') if @costs > @{ $t->{columns} };
   if ($costs =~ /\b0\d|\d{19}/) {
      fail_line($file->{in}, 'a cost is too large') if grep { $_ > $COST_MAX } @costs;
      fail_line($file->{in}, 'a cost begins with 0') if $costs =~ /\b0\d/;
   }
   my $i = 0;
   $file->{sum}[ $i++ ] += $_ for @costs;
   return $costs if $file->{plain};
   my @ordered;
   @ordered[ @{ $t->{columns} }[ 0 .. $#costs ] ] = @costs;
   return join ' ', map { $_ // 0 } @ordered;
}

# root NUMBER THREAD SIGNAL
sub read_root {
   my ($t, $file, $number, $thread, $signal) = @_;
   fail_line($file->{in}, "this is node $number, but the last one was " . @{ $file->{node} }) if $number != @{ $file->{node} } + 1;
   fail_line($file->{in}, 'the events: line must come first') if !$t->{columns};
   vec($file->{levels}, $number, 32) = 0;
   my $wanted = !$file->{threads} || $file->{threads}{ $thread + 0 };
   push @{ $file->{node} }, $wanted ? node_at($t, 0, -1 - activity_number($t, $thread + 0, $signal + 0), '') : -1;
   return;
}

# node NUMBER PARENT FUNCTION CALLS RECURSIONS COST...
sub read_node {
   my ($t, $file, $number, $parent, $function, $recursions, $costs) = @_;
   my $node = $file->{node};
   fail_line($file->{in}, "this is node $number, but the last one was " . @$node) if $number != @$node + 1;
   my $above = $parent && $parent <= @$node ? $node->[ $parent - 1 ] : undef;
   fail_line($file->{in}, "the node's parent $parent does not come before it") if !defined $above;
   my $level = vec($file->{levels}, $number, 32) = vec($file->{levels}, $parent, 32) + 1;
   fail_line($file->{in}, "this node is deeper than the file's depth, $file->{depth}") if defined $file->{depth} && $level > $file->{depth} + 1;    # of [deeper calls]
   my $frame = $function ? $file->{function}{$function} : ($file->{deeper} //= function_number($t, $DEEPER, '', '', 0, 0));
   fail_line($file->{in}, "there is no function $function before this line") if !defined $frame;
   $costs = in_order($t, $file, $costs) if $costs ne '';
   push @$node, $above < 0 ? -1 : node_at($t, $above, $frame, $costs);
   $t->{recursions}{ $node->[-1] } += $recursions if $recursions && $above >= 0;
   return;
}

sub read_table_line {
   my ($t, $file, $line) = @_;
   if ($line =~ /^fn (\d+) (\d+) (\d{1,10}) (0x[0-9a-f]{1,16}) (.*)\z/s) {
      my ($number, $of, $at, $address, $name) = ($1, $2, $3, $4, $5);
      my $source = $file->{source}{$of} // fail_line($file->{in}, "there is no file $of before this line");
      no warnings 'portable';
      $file->{function}{$number} = function_number($t, unescaped($name), @$source, $at + 0, hex $address);
   } elsif ($line =~ /^file (\d+) (\d+) (.*)\z/s) {
      $file->{source}{$1} = [ unescaped($3), $file->{module}{$2} // fail_line($file->{in}, "there is no object $2 before this line") ];
   } elsif ($line =~ /^object (\d+) (.*)\z/s) {
      $file->{module}{$1} = unescaped($2);
   } else {
      fail_line($file->{in}, 'this line does not belong in a calling-context tree');
   }
   return;
}

sub add_command {
   my ($t, $command) = @_;
   push @{ $t->{commands} }, $command if !grep { $_ eq $command } @{ $t->{commands} };
   return;
}

sub depth_in {
   my ($file, $value) = @_;
   fail_line($file->{in}, 'the depth ' . quoted($value) . " is no number from 1 to $DEPTH_MAX") if $value !~ /^[1-9]\d{0,3}\z/ || $value > $DEPTH_MAX;
   fail_line($file->{in}, 'the depth must come before the nodes') if @{ $file->{node} };
   return $value;
}

sub read_header_line {
   my ($t, $file, $key, $value) = @_;
   if    ($key eq 'version') { fail_line($file->{in}, 'this is version ' . quoted($value) . ' of the format, only 1 is known') if $value ne '1'; $file->{version} = 1; }
   elsif ($key eq 'depth')   { $file->{depth} = depth_in($file, $value); }
   elsif ($key eq 'cmd')     { add_command($t, unescaped($value)); }
   elsif ($key eq 'event')   { push @{ $file->{titles} }, [ $1, $2 ] if $value =~ /^(\S+) : (.*)/; }
   elsif ($key eq 'events')  { note_events($t, $file, split ' ', $value); }
   elsif ($key eq 'time')    { push @{ $t->{times} }, [ $1, $1 + $2 ] if $value =~ /^(\d{1,18}) (\d{1,18})\z/; }
   elsif ($key eq 'totals') {
      my @sum = map { $_ // 0 } @{ $file->{sum} };
      pop @sum while @sum > 1 && !$sum[-1];
      fail_line($file->{in}, "the totals are not the sum of the nodes, '@{[@sum ? @sum : 0]}'") if "@sum" ne ($value eq '0' && !@sum ? '' : $value);
      $file->{complete} = 1;
   }
   return;
}

sub read_lines {
   my ($t, $file) = @_;
   my $line = next_line($file->{in});
   fail_line($file->{in}, 'this is not a calling-context tree of xgrind --context-tree=yes') if $line ne '# xgrind context tree';
   while (1) {
      # Most lines are nodes.
      while (!$file->{complete} && $file->{in}{buffer} =~ /\G$NODE\n/gc) {
         read_node($t, $file, $1, $2, $3, $4, $5 // '');
      }
      $line = next_line($file->{in}) // last;
      fail_line($file->{in}, 'something follows the totals') if $file->{complete};
      if    ($line =~ /^$NODE\z/)                  { read_node($t, $file, $1, $2, $3, $4, $5 // ''); }
      elsif ($line =~ /^root (\d+) (\d{1,9}) (\d{1,9})\z/) { read_root($t, $file, $1, $2, $3); }
      elsif ($line =~ /^([a-z]+):(?: (.*))?\z/s)   { read_header_line($t, $file, $1, $2 // ''); }
      elsif ($line ne '')                          { read_table_line($t, $file, $line); }
   }
   fail_line($file->{in}, 'the file is truncated: it has no totals: line') if !$file->{complete};
   return;
}

# --- all files -------------------------------------------------------------------------------

# The totals, from the nodes: the files may have threads that are left out.
sub add_totals {
   my ($t) = @_;
   for my $costs (@{ $t->{costs} }) {
      my $i = 0;
      $t->{totals}[ $i++ ] += $_ for split / /, $costs;
   }
   $_ //= 0 for @{ $t->{totals} }[ 0 .. $#{ $t->{events} } ];
   for my $e (grep { $t->{totals}[$_] > $COST_MAX } 0 .. $#{ $t->{events} }) {
      fail('the sum of ' . quoted($t->{events}[$e]) . ' is too large: 2^63 or more');
   }
   return;
}

sub read_trees {
   my ($files, %how) = @_;
   my $t = start_tree();
   for my $name (@$files) {
      delete $t->{columns};
      my $file = { in => open_input($name), node => [], levels => '', threads => $how{threads}, plain => $name eq $files->[0] };
      read_lines($t, $file);
      $t->{bytes} += $file->{in}{read_B};
      close_input($file->{in});
   }
   add_totals($t);
   my @start = sort { $a <=> $b } map { $_->[0] } @{ $t->{times} // [] };
   my @end   = sort { $a <=> $b } map { $_->[1] } @{ $t->{times} // [] };
   ($t->{time_ns}, $t->{duration_ns}) = @start ? ($start[0], $end[-1] - $start[0]) : (0, 0);
   return grown($t);
}

# A new tree with the tables of an old one, without nodes.
sub start_anew {
   my ($old, @also) = @_;
   my $t = start_tree(@{ $old->{events} });
   $t->{$_} = $old->{$_} for qw(units titles functions commands time_ns duration_ns totals bytes), @also;
   return $t;
}

# The recursions of an old tree, in the nodes that took the places of its own.
sub keep_recursions {
   my ($t, $old, $new) = @_;
   $t->{recursions}{ $new->[$_] } += $old->{recursions}{$_} for keys %{ $old->{recursions} };
   return;
}

sub without_activities {
   my ($old) = @_;
   my $t = start_anew($old);
   my @new = (0);
   for my $n (1 .. $#{ $old->{parent} }) {
      my $frame = $old->{frame}[$n];
      push @new, $frame < 0 ? 0 : node_at($t, $new[ $old->{parent}[$n] ], $frame, $old->{costs}[$n]);
   }
   keep_recursions($t, $old, \@new);
   return grown($t);
}

sub rooted_at {
   my ($old, $name) = @_;
   my $wanted = ref $name ? $name : qr/\A\Q$name\E\z/;
   my @is_root = map { $_->{name} =~ $wanted ? 1 : 0 } @{ $old->{functions} };
   my $t = start_anew($old, 'activities');
   my (@new, @activity) = (0);
   for my $n (1 .. $#{ $old->{parent} }) {
      my ($frame, $parent) = ($old->{frame}[$n], $old->{parent}[$n]);
      $activity[$n] = $frame < 0 ? scalar @{ $t->{parent} } : $activity[$parent];
      push @new, node_at($t, $frame >= 0 && $is_root[$frame] ? $activity[$n] : $new[$parent], $frame, $old->{costs}[$n]);
   }
   keep_recursions($t, $old, \@new);
   return grown($t);
}

1;
