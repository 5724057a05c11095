# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::ThreadsAnswer: whether threads get into each other's way.
#
# Usage:
#   my ($answer, @sentences) = threads_answer($run);     # of Xgrind::Run::Contents, and Xgrind::Ask::Sentences; undef: they do not, which the sentences say

package Xgrind::Ask::ThreadsAnswer;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Data::ThreadNames;
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Waiting;
use Xgrind::Objects::Labels;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(threads_answer);

my $NAMED   = 4;      # threads that a sentence names
my $THREAD_MIN = 0.01;    # of the accesses to a line of memory: a thread with fewer is not named
my $OBJECTS = 2;      # objects that it does
my %TYPE    = ('true-sharing' => 'True sharing', 'false-sharing' => 'False sharing');

sub where {
   my ($finding) = @_;
   my @code = @{ $finding->{code} };
   my $all  = sum0(map { $_->{accesses} } @code);
   my @labels = object_labels(map { $_->{object} } @{ $finding->{objects} });
   my $caller = $finding->{caller};
   my $text = $caller ? code_place(@$caller{qw(function file line)}) . ', in ' . code_place(@{ $code[0]{function} }{qw(name file)}, $code[0]{line})
      : @code ? code_place(@{ $code[0]{function} }{qw(name file)}, $code[0]{line}) . ', with ' . rate_text($code[0]{accesses}, $all) . ' of these accesses' : '';
   return join ', ', grep { $_ ne '' } $text, @labels ? 'on ' . some_of($OBJECTS, @labels) : '';
}

# Those that use a line of memory more than in passing, such as by the first look at a result.
sub main_threads {
   my ($finding) = @_;
   my $of  = $finding->{heaviest} ? $finding->{heaviest}{threads} : [];
   my $all = sum0(map { $_->{reads} + $_->{writes} } @$of);
   my @main = map { $_->{thread} } grep { $_->{reads} + $_->{writes} >= $THREAD_MIN * $all } @$of;
   return @main > 1 && $finding->{n_lines} == 1 ? @main : @{ $finding->{threads} // [] };
}

sub why {
   my ($profile, $finding) = @_;
   my @threads = map { thread_words($profile, $_) } main_threads($finding);
   my ($true, $false) = map { $finding->{$_} // 0 } qw(exposed_true exposed_false);
   my $n = $finding->{n_lines} // 0;
   my $lines = $n == 1 ? 'one line of memory' : commas($n) . ' lines of memory';
   my $text  = 'threads ' . all_of(@threads > $NAMED ? (@threads[ 0 .. $NAMED - 2 ], @threads - $NAMED + 1 . ' more') : @threads) . " use $lines";
   return $text . ', and a write of one takes the line from the others' if !$true && !$false;
   return "$text: " . commas($true + $false) . ' accesses while others write there, ' . commas($true) . ' of them to bytes that others write, ' . commas($false) . ' to bytes beside these';
}

sub gain {
   my ($finding) = @_;
   return undef if !$finding->{is_modelled};
   return ($finding->{is_bound} ? 'up to ' : 'about ') . rate_text($finding->{saving_percent}, 100) . ' of the estimated cycles'
      . ($finding->{saving} > $finding->{simulated} ? ' that the program would take if the threads ran at once' : '');
}

sub waiting_sentence {
   my ($report) = @_;
   my $note = waiting_note($report->{waiting});
   return defined $note ? ucfirst $note : ();
}

sub threads_answer {
   my ($run) = @_;
   my $report = $run->{report};
   my $n = $run->{data} ? $run->{data}{n_threads} : 1;
   return (undef, 'The program has run one thread, which nobody gets into the way of.') if $n < 2;
   return (undef, 'The run is too short to say: it has fewer than 1,000,000 estimated cycles.') if !$report || $report->{is_short};
   my ($finding, @more) = grep { is_sharing($_->{type}) } @{ $report->{findings} };
   my @waiting = waiting_sentence($report);
   return (undef, "The program has run $n threads, and they do not get into each other's way: no data that they share, or that lies beside each other, could cost 1 % of the estimated cycles.", @waiting) if !$finding;
   my $answer = {
      cause => "$TYPE{ $finding->{type} }: " . commas(int(($finding->{weight} // $finding->{misses}) + 0.5)) . ' misses if the threads run at once',
      place => where($finding), why => why($run->{data}{profile}, $finding), remedy => $finding->{remedy}, gain => gain($finding),
      command => 'xgrind_report --findings ' . shell_word($run->{files}{data}),
   };
   return ($answer, (@more ? 'There ' . (@more == 1 ? 'is 1 more finding' : 'are ' . @more . ' more findings') . ' of sharing.' : ()), @waiting);
}

1;
