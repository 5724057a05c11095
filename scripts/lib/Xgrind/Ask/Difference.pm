# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::Difference: what xgrind_diff says of a baseline and a run.
#
# Usage:
#   my $difference = difference_of($folder_of_the_commands, 'baseline', 'callgrind.out.7', '1%');
#   $difference->{is_slower}      # is a limit exceeded?
#   $difference->{exceeded}       # the sentence that says which, or ''
#   $difference->{event}, $difference->{total}, $difference->{functions}    # the first event; [before, after]; { words, change }, the largest first
#   my ($answer, @sentences) = difference_answer($difference, 'baseline', 'callgrind.out.7');    # of Xgrind::Ask::Sentences
#
# Ends with one sentence if they cannot be compared.

package Xgrind::Ask::Difference;
use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Xgrind::Objects::ObjectNames;
use Xgrind::Run::RunProgram;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(difference_of difference_answer);

my $NAMED     = 3;         # functions
my $NAMED_MIN = 0.0005;    # of the cost before

sub function_words {
   my ($f) = @_;
   my ($object, $file, $name) = map { my $text = $_ // ''; utf8::encode($text) if utf8::is_utf8($text); $text } @$f{qw(object file name)};
   my $place = $file eq '???' || $file eq '' ? $object : $file;
   return code_name($name) . ($place eq '???' || $place eq '' ? '' : ' (' . base_name($place) . ')');
}

sub difference_of {
   my ($folder, $before, $after, $limit) = @_;
   my $said = File::Temp->new(TEMPLATE => 'xgrind-ask.XXXXXX', TMPDIR => 1);
   my $pid  = open(my $out, '-|') // fail("no process can be started: $!");
   if (!$pid) {
      open STDERR, '>&', $said or exit 2;
      my $diff = program_beside($folder, 'xgrind_diff');
      exec { $diff } $diff, '--json', "--fail-above=$limit", '--', $before, $after or exit 2;
   }
   my $json = do { local $/; <$out> };
   close $out;
   my $status = $? >> 8;
   seek $said, 0, 0;
   my @sentences = map { s/\Axgrind_diff: //r =~ s/\n\z//r } <$said>;
   fail(@sentences ? $sentences[-1] : 'xgrind_diff has not compared the run') if $status > 1 || $? & 127;
   my $data  = json_decode($json);
   my $event = $data->{events}[0];
   my @functions = map { +{ words => function_words($_), change => $_->{self}{$event}{after} - $_->{self}{$event}{before} } } @{ $data->{functions} };
   return { is_slower => $status == 1, exceeded => $status == 1 ? $sentences[-1] : '', event => $event,
      total => [ @{ $data->{totals}{$event} }{qw(before after)} ],
      functions => [ sort { abs $b->{change} <=> abs $a->{change} || $a->{words} cmp $b->{words} } @functions ] };
}

sub difference_answer {
   my ($difference, $baseline, $profile) = @_;
   my ($before, $after) = @{ $difference->{total} };
   my $what = $difference->{event} eq 'Ir' ? 'instructions' : $difference->{event};
   my @changed = grep { abs $_->{change} >= $NAMED_MIN * $before } @{ $difference->{functions} };
   splice @changed, $NAMED if @changed > $NAMED;
   my $numbers = commas($after) . " $what, " . commas($before) . ' in ' . printable($baseline) . ($before ? sprintf ' (%+.2f %%)', 100 * ($after - $before) / $before : '');
   my $answer = {
      check => $difference->{is_slower} ? "slower: $difference->{exceeded}" : "not slower: $numbers",
      place => @changed ? join ', ', map { $_->{words} . ' ' . ($_->{change} > 0 ? '+' : '') . commas($_->{change}) } @changed : undef,
      command => join ' ', 'xgrind_diff', map { shell_word($_) } $baseline, $profile,
   };
   return $answer;
}

1;
