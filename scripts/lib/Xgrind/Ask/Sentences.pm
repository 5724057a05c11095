# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::Sentences: an answer in a few sentences, on standard error, where Valgrind's own text goes: what the program prints stays as it is.
#
# Usage:
#   begin_answer();                                  # what is printed from here on goes there, as wide as that terminal
#   print_answer({ cause => '...', place => '...', why => '...', remedy => '...', gain => '...', command => 'xgrind_report ...' });
#                                                    # or that of Xgrind::Summary::Answers
#   print_sentence('The program has run 4 threads.');
#   print_command('The run', 'xgrind --machine=native ./app');     # in one line, to paste
#
# What an answer does not know it lacks.

package Xgrind::Ask::Sentences;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(begin_answer print_answer print_sentence print_command);

my $LABEL     = 17;    # columns
my $WIDTH_MAX = 100;
my @LINES     = ([ faster => 'Faster is' ], [ check => 'It is' ], [ cause => 'What costs most' ], [ place => 'Where' ], [ why => 'Why' ], [ remedy => 'What to do' ], [ gain => 'Gain' ], [ left => 'What is left' ],
   [ then => 'Then' ], [ notes => 'Note' ]);

sub begin_answer {
   STDOUT->flush;
   my $width = Xgrind::Text::Screen::terminal_width(\*STDERR);
   set_screen_width(!defined $width || $width > $WIDTH_MAX ? $WIDTH_MAX : $width);
   select STDERR;
   print "\n";
   return;
}

sub print_answer {
   my ($answer) = @_;
   for my $line (@LINES) {
      my ($key, $label) = @$line;
      for my $text (ref $answer->{$key} ? @{ $answer->{$key} } : $answer->{$key} // ()) {
         print_wrapped($text, padded($label, $LABEL));
         $label = '' if $key eq 'then';
      }
   }
   print_command('More', $answer->{command}) if defined $answer->{command};
   return;
}

sub print_sentence {
   my ($text) = @_;
   print_wrapped($text);
   return;
}

sub print_command {
   my ($label, $command) = @_;
   print padded($label, $LABEL), visible($command), "\n";
   return;
}

1;
