# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Places: where in the code most of some events is.
#
# Usage:
#   my $place = costliest_place($run, $cycles, 'CyBr');    # of Xgrind::Run::Contents; the program has so much of these events; undef: no
#                                                   # place has a twentieth of it
#   $place->{f}, $place->{function}                 # the function, of the profile; its name, or "malloc and free" (then f is undef)
#   $place->{is_allocator}, $place->{is_own}        # the code is the allocator's, or of the program's own module
#   $place->{percent}                               # of these events, that the function has
#   $place->{file}, $place->{line}, $place->{line_percent}    # the line with most of it there, and its part of them; undef: not known
#   $place->{inlined}                               # undef, or { file, line } of the header that the code is inlined from, if that is not the line above
#   $place->{files}                                 # what the function has in each file: name -> cost
#   my $place = allocator_place($run, $cycles, $least, 'CyBase');    # malloc and free, if they have so much; undef: they have less
#   my @places = costly_loops($run, $cycles, $least, 'CyBr');    # loops of the program's own module with so much or more, most first: places as above
#   $place->{for}                                   # undef, or the function of the program that this works for: { function, file, line }; of an
#                                                   # allocator also copied, the structure whose copies allocate, or undef
#
# Calls of allocators count as one place, if instructions are among the events.  Code that starts the program or a thread is none.

package Xgrind::Summary::Places;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Profile::StartUp;
use Xgrind::Profile::WorksFor;
use Xgrind::Source::SourceLines;
use Xgrind::Text::AllocatorNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(costliest_place allocator_place costly_loops);

my $PLACE_MIN = 0.05;    # of the event: less is no place to begin at

# The sum of events in costs.
sub sum_of { my ($cost, $at, $offset) = @_; return sum0(map { $cost->[ $_ + ($offset // 0) ] // 0 } @$at); }

# The module that main is in, an index of the profile's names; undef: none, or several.
sub program_module {
   my ($p) = @_;
   my %module = map { $_->[0] => 1 } grep { $p->{names}[ $_->[2] ] =~ /^main(?: \[|\z)/ } @{ $p->{functions} };
   return keys %module == 1 ? (keys %module)[0] : undef;
}

# The profile with the lines of a file, and the function there, if the run was read without lines.
sub with_lines {
   my ($run, $f, $file) = @_;
   return ($run->{profile}, $f) if @{ $run->{profile}{lines} };
   my $p = profile_with_lines($run->{files}{profiles}, $file, $run->{lines_of} //= {});
   return ($p, same_function($p, function_names($run->{profile}, $f)));
}

my $HEADERS = qr{^/usr/(?:local/)?(?:include|lib)/|^/rustc/};

# What a function has in each file, of which some may be headers that are inlined: name -> cost.
sub costs_by_file {
   my ($p, $f, $at) = @_;
   my $lines = defined $f ? $p->{lines}[$f] : undef;
   return map { my $file = $_; $p->{names}[$file] => sum0(map { sum_of($_, $at) } values %{ $lines->{$file} }) } keys %{ $lines // {} };
}

# The one with most that is wanted; undef: there is none.
sub costliest_file {
   my ($is_wanted, %cost) = @_;
   my ($most) = sort { $cost{$b} <=> $cost{$a} || $a cmp $b } grep { $is_wanted->($_) } keys %cost;
   return $most;
}

# The program's file that a function, and the loop's that it is, is written in, as far as it is known: the profile has that of its first instruction, which may
# be inlined from a header.
sub own_file {
   my ($run, $function, $at) = @_;
   my $file = (function_names($run->{profile}, $function))[1];
   return $file if $file !~ $HEADERS;
   for my $of (grep { defined } $function, outer_loop($run, $function)) {
      my ($p, $f) = with_lines($run, $of, $file);
      my $own = costliest_file(sub { $_[0] !~ $HEADERS && $_[0] ne '???' }, costs_by_file($p, $f, $at));
      return $own if defined $own;
   }
   return $file;
}

# The line of a file with most of a function: the line, and how much it has there, or nothing.
sub costliest_of_file {
   my ($p, $f, $name, $at) = @_;
   my ($most, @line) = (0);
   for my $file (grep { $p->{names}[$_] eq $name } defined $f ? keys %{ $p->{lines}[$f] // {} } : ()) {
      my $lines = $p->{lines}[$f]{$file};
      for my $line (sort { $a <=> $b } grep { $_ } keys %$lines) {
         my $cost = sum_of($lines->{$line}, $at);
         ($most, @line) = ($cost, $line, $cost) if $cost > $most;
      }
   }
   return @line;
}

# The line of a function that findings name, of the program itself: the data file has the calls of what is inlined.
sub line_of_finding {
   my ($run, $f) = @_;
   my $name   = without_loop(named($run, $f));
   my $report = $run->{report} // return;
   for my $code (map { $_->{code}[0] // () } @{ $report->{findings} }, @{ $report->{minor} }) {
      return ($code->{function}{file}, $code->{line}) if $code->{line} && $code->{function}{name} eq $name && $code->{function}{file} !~ $HEADERS;
   }
   return;
}

# The line of a loop with most accesses to memory: the data file has the calls of what is inlined.  Undef: the loop's lines are not known, or have none.
sub line_accessing {
   my ($run, $loop, $file) = @_;
   my ($first, $last) = named($run, $loop) =~ /\[loop (\d+)(?:-(\d+))?(?: \(\d+\))?\]/ or return undef;
   my $profile = $run->{objects} // return undef;
   my @at = map { $profile->{at}{$_} // return undef } qw(Dr Dw);
   my %is_of_file = map { $_ => 1 } grep { $profile->{functions}[$_]{file} eq $file } 0 .. $#{ $profile->{functions} };
   my %accesses;
   for my $line (map { grep { $is_of_file{ $_->{function} } && $_->{line} >= $first && $_->{line} <= ($last // $first) } @{ $_->{lines} } } @{ $profile->{objects} }) {
      $accesses{ $line->{line} } += sum0(map { $line->{cost}[$_] } @at);
   }
   my ($most) = sort { $accesses{$b} <=> $accesses{$a} || $a <=> $b } keys %accesses;
   return $most;
}

# The line of the program's file with most of the nearest loop around a loop, or of its function, that has one there.
sub line_around {
   my ($run, $function, $at) = @_;
   for (my $f = outer_loop($run, $function); defined $f; $f = outer_loop($run, $f)) {
      my $file = own_file($run, $f, $at);
      next if $file =~ $HEADERS;
      my $accessing = line_accessing($run, $f, $file);
      return ($file, $accessing) if defined $accessing;
      my ($p, $own_f) = with_lines($run, $f, $file);
      my ($line) = costliest_of_file($p, $own_f, $file, $at);
      return ($file, $line) if defined $line;
   }
   return;
}

# Where most of a function is: { file, line, cost, inlined, files }, without a line if its lines are not known.  Of what is inlined from a header, the
# line of the function that calls it, as far as it is known.
sub costliest_line {
   my ($run, $function, $at) = @_;
   my $own = own_file($run, $function, $at);
   my ($p, $f) = with_lines($run, $function, $own);
   my %cost = costs_by_file($p, $f, $at);
   my $name = costliest_file(sub { 1 }, %cost) // return {};
   ($p, $f) = with_lines($run, $function, $name) if $name ne $own;
   my ($line, $cost) = costliest_of_file($p, $f, $name, $at);
   my %place = (files => \%cost, file => defined $line ? $name : undef, line => $line, cost => $cost);
   return \%place if !defined $line || $own !~ $HEADERS && $name eq $own;
   my ($own_p, $own_f) = with_lines($run, $function, $own);
   my ($own_line, $own_cost) = costliest_of_file($own_p, $own_f, $own, $at);
   my $outer = outer_loop($run, $function);
   $own_line = line_of_call($run, $outer, $function, $at, $own) if !defined $own_line && defined $outer;
   ($own, $own_line) = line_of_finding($run, $function) if !defined $own_line || $own =~ $HEADERS;
   # a jump into the loop may be inlined, too: then the line around it with most
   ($own, $own_line) = line_around($run, $function, $at) if !defined $own_line;
   return \%place if !defined $own_line;
   return { %place, file => $own, line => $own_line, inlined => { file => $name, line => $line } };
}

# The function or loop that a loop is directly in; undef: it is none.
sub outer_loop {
   my ($run, $f) = @_;
   my ($module, undef, $name) = @{ $run->{profile}{functions}[$f] };
   my $of = without_loop($run->{profile}{names}[$name]);
   return undef if $of eq $run->{profile}{names}[$name];
   my ($callers) = neighbours($run->{graph}, $f);
   my ($outer) = grep { $run->{profile}{functions}[$_][0] == $module && without_loop(named($run, $_)) eq $of } sort { $a <=> $b } keys %$callers;
   return $outer;
}

# The line of a file from which a function calls another one at most cost; undef: it is not known.
sub line_of_call {
   my ($run, $caller, $called, $at, $file) = @_;
   my ($p, $f) = with_lines($run, $caller, $file);
   return calling_line($p, $f, [ function_names($run->{profile}, $called) ], $file, sub { return sum_of($_[0], $at, $_[1]) });
}

sub named {
   my ($run, $f) = @_;
   return (function_names($run->{profile}, $f))[2];
}

# Whom a place works for, which is not in the program's module.
sub customer {
   my ($run, $module, $at, $costs) = @_;
   return undef if !defined $module;
   my $callers = callers_with_costs($run->{graph}{arcs}, sub { return sum_of($_[0], $at, $_[1]) });
   my ($f, undef, $called) = works_for($callers, sub { return $run->{profile}{functions}[ $_[0] ][0] == $module }, $costs);
   return undef if !defined $f;
   my $file = own_file($run, $f, $at);
   my $line = line_of_call($run, $f, $called, $at, $file);
   return { function => without_loop(named($run, $f)), file => defined $line || $file !~ $HEADERS && $file ne '???' && $file ne '' ? $file : undef, line => $line };
}

# The call that allocates, past constructors that the compiler has made, which have the line of their structure: the copy is made where these are
# called.  The frame, and the structure's name if there are such.
sub behind_copies {
   my ($object) = @_;
   my @stack = @{ $object->{stack} // [] };
   my $frame = $object->{frame};
   shift @stack while @stack && ($stack[0]{name} ne $frame->{name} || $stack[0]{line} != $frame->{line});
   my $copied;
   while (@stack > 1) {
      my ($name) = $stack[0]{name} =~ /(\w+)(?:\(.*)?\z/s or last;
      my $source = source_lines($stack[0]{file}) // last;
      last if ($source->{text}[ $stack[0]{line} ] // '') !~ /^\s*(?:struct|class)\s+\Q$name\E\b/;
      $copied = $name;
      shift @stack;
   }
   # the trees of libstdc++ copy their nodes themselves
   $copied //= 'std::map or std::set' if grep { $_->{name} =~ /\b_Rb_tree<.*>::_M_copy\b/s } @{ $object->{stack} // [] };
   return (defined $copied && @stack ? $stack[0] : $frame, $copied);
}

# Whom allocators work for: the call that allocates most often, past those that hand on what they allocate, by its name as a memory
# object; undef: that is not known.
sub allocating_call {
   my ($run) = @_;
   my @heap = grep { $_->{kind} eq 'heap' && $_->{frame} && $_->{count} } @{ ($run->{objects} // {})->{objects} // [] };
   my ($most) = sort { $b->{count} <=> $a->{count} || $a->{id} <=> $b->{id} } @heap or return undef;
   my ($frame, $copied) = behind_copies($most);
   return undef if $frame->{file} eq '' || $frame->{file} eq '???' || !$frame->{line};
   return { function => $frame->{name}, file => $frame->{file}, line => $frame->{line}, copied => $copied };
}

my $ALLOCATOR_DEPTH = 4;    # calls within an allocator

# The functions of allocators: function -> true.  Those inside of a C library without its symbols have no names: they are the allocator's if only
# the allocator calls them.
sub allocator_functions {
   my ($run) = @_;
   return $run->{allocator_functions} if $run->{allocator_functions};
   my %is = map { $_ => 1 } grep { is_allocator_name(named($run, $_)) } 0 .. $#{ $run->{self} };
   my @nameless = grep { !$is{$_} && named($run, $_) =~ /^0x/ } 0 .. $#{ $run->{self} };
   my %callers  = map { $_ => [ keys %{ (neighbours($run->{graph}, $_))[0] } ] } @nameless;
   for (1 .. $ALLOCATOR_DEPTH) {
      my @more = grep { my $f = $_; !$is{$f} && @{ $callers{$f} } && !grep { $_ != $f && !$is{$_} } @{ $callers{$f} } } @nameless or last;
      @is{@more} = (1) x @more;
   }
   return $run->{allocator_functions} = \%is;
}

# What all allocators of the program cost, as a place; undef: less than the least.
sub allocator_place {
   my ($run, $cycles, $least, @events) = @_;
   my $at = [ map { $run->{profile}{event_index}{$_} } @events ];
   my $sum = sum0(map { sum_of($run->{self}[$_], $at) } keys %{ allocator_functions($run) });
   return undef if $sum < $least;
   return { function => 'malloc and free', percent => share($sum, $cycles), is_allocator => 1, is_own => '', for => scalar allocating_call($run) };
}

sub costliest_place {
   my ($run, $cycles, @events) = @_;
   my $p  = $run->{profile};
   my $at = [ map { $p->{event_index}{$_} } @events ];
   my $has_issue = grep { $_ eq 'CyBase' } @events;
   my $is_start_up = start_up_functions($p, $run->{graph});
   my $is_of_allocator = allocator_functions($run);
   my (%cost, %allocator);
   for my $f (grep { !$is_start_up->[$_] } 0 .. $#{ $run->{self} }) {
      my $n = sum_of($run->{self}[$f], $at) or next;
      ($has_issue && $is_of_allocator->{$f} ? \%allocator : \%cost)->{$f} = $n;
   }
   my ($most) = sort { $cost{$b} <=> $cost{$a} || $a <=> $b } keys %cost;
   my $allocating = sum0(values %allocator);
   my $is_allocator = $allocating > (defined $most ? $cost{$most} : 0);
   my $costs = $is_allocator ? \%allocator : { defined $most ? ($most => $cost{$most}) : () };
   my $sum   = sum0(values %$costs);
   return undef if $sum < $PLACE_MIN * $cycles;
   my $module = program_module($p);
   my $is_own = !$is_allocator && defined $module && $p->{functions}[$most][0] == $module;
   my %place  = (percent => share($sum, $cycles), is_allocator => $is_allocator, is_own => $is_own, for => $is_own ? undef : $is_allocator && allocating_call($run) || customer($run, $module, $at, $costs));
   return { %place, function => 'malloc and free' } if $is_allocator;
   return { %place, lined($run, $most, $at, $cycles) };
}

# A function with its costliest line.
sub lined {
   my ($run, $f, $at, $cycles) = @_;
   my $line = costliest_line($run, $f, $at);
   return (f => $f, function => named($run, $f), (map { $_ => $line->{$_} } qw(file line inlined files)), line_percent => defined $line->{cost} ? share($line->{cost}, $cycles) : undef);
}

# Loops of the program's own module with so many of these events or more, those with most first.
sub costly_loops {
   my ($run, $cycles, $least, @events) = @_;
   my $p  = $run->{profile};
   my $at = [ map { $p->{event_index}{$_} } @events ];
   my $module = program_module($p) // return;
   my %cost = map { $_ => sum_of($run->{self}[$_], $at) } grep { $p->{functions}[$_][0] == $module && named($run, $_) =~ / \[loop / } 0 .. $#{ $run->{self} };
   return map { { percent => share($cost{$_}, $cycles), is_allocator => 0, is_own => 1, for => undef, lined($run, $_, $at, $cycles) } }
      sort { $cost{$b} <=> $cost{$a} || $a <=> $b } grep { $cost{$_} >= $least } keys %cost;
}

1;
