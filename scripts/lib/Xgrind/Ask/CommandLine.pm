# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::CommandLine: the command line of a question: what of it is for whom, and the command that it stands for.
#
# Usage:
#   my ($own, $options, @program) = divided([qw(baseline help)], @ARGV);    # those of these names; the others before the program; it, with its arguments
#   my @all = with_options([ '--machine=native' ], '--machine=zen4');       # those of the question, and the user's, which come last
#   my ($before, $after) = two_programs(@program);       # lists, on both sides of "--"; (): there is no "--"
#   my $text = command_text(\@all, @program);            # "xgrind --machine=zen4 ./app", to paste
#   my $name = named_program(@program);                   # undef: none is named

package Xgrind::Ask::CommandLine;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Ask::Questions;
use Xgrind::Text::Messages;

our @EXPORT = qw(divided with_options two_programs command_text named_program);

sub divided {
   my ($names, @words) = @_;
   my $ours = join '|', map { quotemeta } @$names;
   my (@own, @options);
   while (@words && $words[0] =~ /^-/ && $words[0] ne '--') {
      my $word = shift @words;
      if ($word =~ /^(?:--(?:$ours)(?:=|\z)|-h\z)/s) { push @own, $word; }
      else                                           { push @options, $word; }
   }
   return (\@own, \@options, @words);
}

# "timeline" for "--timeline=no" and "--xgrind:timeline=no".
sub option_name { return $_[0] =~ /\A--(?:xgrind:)?([\w-]+)/a ? $1 : ''; }

# The last one of a name counts; an option that may be repeated is none of a question's.
sub with_options {
   my ($of_question, @given) = @_;
   my %is_given = map { option_name($_) => 1 } @given;
   return ((grep { !$is_given{ option_name($_) } } @$of_question), @given);
}

sub two_programs {
   my (@words) = @_;
   shift @words if @words && $words[0] eq '--';
   my ($at) = grep { $words[$_] eq '--' } 0 .. $#words;
   return if !defined $at;
   return ([ @words[ 0 .. $at - 1 ] ], [ @words[ $at + 1 .. $#words ] ]);
}

sub named_program {
   my (@program) = @_;
   my ($name) = grep { $_ ne '--' } @program;
   return $name;
}

# Without an option before it, a program may be called as a question.
sub command_text {
   my ($options, @program) = @_;
   unshift @program, '--' if !@$options && @program && question($program[0]);
   return join ' ', 'xgrind', map { shell_word($_) } @$options, @program;
}

1;
