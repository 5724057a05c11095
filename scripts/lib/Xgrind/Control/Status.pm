# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Control::Status: reads and prints the status of a run (monitor command
# `status internal`, docs/control.md).
#
# Usage:
#   use Xgrind::Control::Status;
#   my $status = parse_status($text);
#   print statistics_text($status), events_text($status, \@wanted), stacks_text($status, \@wanted);
# A wanted event that is not collected ends in a sentence, by die.

package Xgrind::Control::Status;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(parse_status brief_text statistics_text events_text stacks_text);

# { key => value, threads => [ n... ], events => [ name... ],
#   thread => { n => { cost => [...], outermost => [...],
#                      frame => [ { name, calls, signal, cost } ... outermost first ] } } }
# What a frame has besides its name is of the call that its function has made, or of the handler of
# the signal that came while it ran.
sub parse_status {
   my ($text) = @_;
   my %s = (threads => [], events => [], thread => {});
   for (split /\n/, $text) {
      if (/^function-(\d+)-(\d+): (.*)/) { $s{thread}{$1}{frame}[$2]{name} = $3; }
      elsif (/^calls-(\d+)-(\d+): (\d+)/) { $s{thread}{$1}{frame}[$2]{calls} = $3; }
      elsif (/^events-(\d+)-(\d+): *(.*)/) { $s{thread}{$1}{frame}[$2]{cost} = [ split ' ', $3 ]; }
      elsif (/^signal-(\d+)-(\d+): (\d+)/) { $s{thread}{$1}{frame}[$2]{signal} = $3; }
      elsif (/^outermost-(\d+): *(.*)/) { $s{thread}{$1}{outermost} = [ split ' ', $2 ]; }
      elsif (/^name-(\d+): (.*)/) { $s{name}{$1} = $2; }
      elsif (/^events-(\d+): *(.*)/) { $s{thread}{$1}{cost} = [ split ' ', $2 ]; }
      elsif (/^(threads|events): *(.*)/) { $s{$1} = [ split ' ', $2 ]; }
      elsif (/^([a-z-]+): *(.*)/) { $s{$1} = $2; }
   }
   die "the answer has an unknown format\n" if !defined $s{instrumentation};
   return \%s;
}

# "2 (worker)"
sub thread_text {
   my ($s, $thread) = @_;
   return $thread . (defined $s->{name}{$thread} ? " ($s->{name}{$thread})" : '');
}

# A few words for a list of runs.
sub brief_text {
   my ($s) = @_;
   my $threads = scalar @{ $s->{threads} };
   my @text = ("instrumentation $s->{instrumentation}");
   push @text, "$threads thread" . ($threads == 1 ? '' : 's') if $threads;
   push @text, "$s->{part} part" . ($s->{part} == 1 ? '' : 's') . ' written' if defined $s->{part};
   return join ', ', @text;
}

sub statistics_text {
   my ($s) = @_;
   my $text = '';
   $text .= "  threads:      " . join(' ', map { thread_text($s, $_) } @{ $s->{threads} }) . "\n" if @{ $s->{threads} };
   return "$text  nothing is counted, as instrumentation is off\n" if $s->{instrumentation} ne 'on';
   my @lines = wrapped("@{ $s->{events} }", screen_width() - 16);
   $text .= '  ' . padded($_ ? '' : 'events:', 14) . "$lines[$_]\n" for 0 .. $#lines;
   my $n = sub { return commas($s->{ $_[0] } // 0); };
   $text .= '  functions:    ' . $n->('distinct-functions') . ', with callers ' . $n->('distinct-contexts') . "\n";
   $text .= '  calls:        ' . $n->('executed-calls') . ' from ' . $n->('distinct-calls') . " call sites\n";
   $text .= '  basic blocks: ' . $n->('distinct-bbs') . ', executed ' . $n->('executed-bbs') . " times\n";
   return $text;
}

# The numbers of the columns to show: those wanted, or all.
sub columns {
   my ($s, $wanted) = @_;
   my @events = @{ $s->{events} };
   return 0 .. $#events if !@$wanted;
   my %at = map { $events[$_] => $_ } 0 .. $#events;
   for (@$wanted) { die "the event $_ is not collected, only @events\n" if !defined $at{$_}; }
   return map { $at{$_} } @$wanted;
}

# The columns of these events, with a row for each cost; undef is a row without.  Events that nobody asked for
# are left out where there is no room, the last ones first.
sub event_columns {
   my ($s, $wanted, $costs, @at) = @_;
   my $n = 0;
   return map {
      my $e = $_;
      { title => $s->{events}[$e], priority => @{ $wanted // [] } ? 0 : ++$n, values => [ map { $_ ? commas($_->[$e] // 0) : '' } @$costs ] }
   } @at;
}

sub columns_text {
   my (@columns) = @_;
   return table_text(new_table({ columns => \@columns, indent => 2 }), '-e');
}

# The cost of each thread since the last part.
sub events_text {
   my ($s, $wanted) = @_;
   return '' if $s->{instrumentation} ne 'on';
   my @c = columns($s, $wanted);
   my @threads = sort { $a <=> $b } keys %{ $s->{thread} };
   my @costs   = map { $s->{thread}{$_}{cost} // [] } @threads;
   return columns_text(event_columns($s, $wanted, \@costs, @c),
      { title => 'since the last part, by', align => 'left', values => [ map { 'thread ' . thread_text($s, $_) } @threads ] });
}

# How often the call was made, or which signal the handler is for.
sub how_called {
   my ($call) = @_;
   return "signal $call->{signal}" if defined $call->{signal};
   return defined $call->{calls} ? commas($call->{calls}) : '';
}

# The open calls, innermost first: the first row is where the thread is now.  A row's cost is that of
# the call that led to its function, inclusive, so far; none is less than one above it, but for the
# handlers of signals, which are no part of what they interrupt.
sub stacks_text {
   my ($s, $wanted) = @_;
   return '' if $s->{instrumentation} ne 'on';
   my @c = defined $wanted ? columns($s, $wanted) : ();
   my $text = '';
   for my $t (sort { $a <=> $b } keys %{ $s->{thread} }) {
      my $thread = $s->{thread}{$t};
      my @frame = grep { defined $_->{name} } @{ $thread->{frame} // [] };
      my @names = reverse map { $_->{name} } @frame;
      my @calls = map { $_ ? $frame[ $_ - 1 ] : {} } reverse 0 .. $#frame;    # that led to the functions
      my @costs = map { $_->{cost} // [] } @calls;
      $costs[-1] = $thread->{outermost} if @costs;
      $text .= columns_text(event_columns($s, $wanted, \@costs, @c), { title => 'calls', values => [ map { how_called($_) } @calls ] },
         { title => 'function (thread ' . thread_text($s, $t) . ')', fit => sub { short_names(\@names, $_[0]) } });
   }
   return $text;
}

1;
