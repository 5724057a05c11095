# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::Live: the page of a run while it goes on, and when it has ended.
#
# Usage:
#   follow($run, $server, {
#      seconds  => 5,                    # between pages, if they are made in time
#      snapshot => [ command... ],       # has the run write its results so far; ends with 0 if it has
#      make     => sub { ... },          # makes the page of what is written; true if it could
#      report   => sub { ... },          # the same at the end, when $run->exit_status is known
#   });
#
# Snapshot and page are made in a process of their own, so that the server answers meanwhile.  It is served until the last
# page was taken, or some seconds longer than the run: nothing listens after that.

package Xgrind::View::Live;
use strict;
use warnings;
use Exporter qw(import);
use POSIX ();
use Time::HiRes qw(time);
use Xgrind::Text::Messages;

our @EXPORT = qw(follow);

my $TURN_S     = 0.2;    # how long to wait for a request before looking at processes
my $FIRST_S    = 1;      # from the start of the run to the first page
my $PATIENCE   = 10;     # first pages that may fail before the user is told
my $LAST_S     = 5;      # how long the last page is there for whoever follows the run
my $SHARE      = 4;      # a page is begun when so many times have passed as the one before took

# Starts a process that has the run write its results and makes a page.  What it says waits in a pipe.
sub begin_page {
   my ($pages, $how) = @_;
   pipe $pages->{said}, my $says or return;
   $pages->{begun} = time;
   $pages->{pid} = fork // return;
   return if $pages->{pid};
   $SIG{$_} = 'DEFAULT' for qw(TERM HUP);
   open STDOUT, '>', '/dev/null';
   open STDERR, '>&', $says;
   POSIX::_exit(system(@{ $how->{snapshot} }) == 0 && $how->{make}->() ? 0 : 1);
}

# What is known of pages: when the next one is due, and how many have failed in a row.
sub note_page {
   my ($pages, $how, $server, $status) = @_;
   my $now = time;
   $pages->{failed} = $status == 0 ? 0 : $pages->{failed} + 1;
   $server->has_page if $status == 0;
   # at the start the run may not answer yet
   print STDERR readline $pages->{said} if $pages->{failed} == ($pages->{any} ? 1 : $PATIENCE);
   my $wait = $SHARE * ($now - $pages->{begun});
   $wait = $how->{seconds} if $wait < $how->{seconds};
   $pages->{any} ||= $status == 0;
   $pages->{due} = $now + ($pages->{any} ? $wait : $FIRST_S);
   delete $pages->{pid};
   return;
}

# Looks at the processes that have ended.
sub reap {
   my ($run, $server, $pages, $how) = @_;
   while ((my $pid = waitpid -1, POSIX::WNOHANG()) > 0) {
      my $status = $?;
      next if $run->ended($pid, $status);
      note_page($pages, $how, $server, $status) if $pid == ($pages->{pid} // 0);
   }
   return;
}

sub follow {
   my ($run, $server, $how) = @_;
   my %pages = (due => time + $FIRST_S, failed => 0);
   while (!defined $run->{status} || $pages{pid}) {
      $server->answer($TURN_S);
      reap($run, $server, \%pages, $how);
      begin_page(\%pages, $how) if !$pages{pid} && time >= $pages{due} && !defined $run->{status};
   }
   my $good = $how->{report}->();
   $server->has_page if $good;
   $server->finish;
   my $end = time + $LAST_S;
   while ($good && !$server->is_done && time < $end) {
      $server->answer($TURN_S);
      reap($run, $server, \%pages, $how);
   }
   $server->stop;
   return $good;
}

1;
