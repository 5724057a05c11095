# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Progress: how far a work of many runs is, on standard error: on a terminal a line that changes, else a line every half minute.
#
# Usage:
#   my $progress = Xgrind::Layout::Progress->new;
#   $progress->show('3 of 16 layouts simulated');
#   $progress->end;    # before anything else is printed

package Xgrind::Layout::Progress;
use strict;
use warnings;
use Xgrind::Text::Messages;

my $QUIET_s = 30;

sub new {
   my ($class) = @_;
   return bless { last => time, is_terminal => -t STDERR }, $class;
}

sub show {
   my ($self, $text) = @_;
   if ($self->{is_terminal}) {
      print STDERR "\r$text\e[K";
      $self->{is_shown} = 1;
   }
   elsif (time - $self->{last} >= $QUIET_s) {
      note($text);
      $self->{last} = time;
   }
   return;
}

sub end {
   my ($self) = @_;
   print STDERR "\r\e[K" if delete $self->{is_shown};
   return;
}

1;
