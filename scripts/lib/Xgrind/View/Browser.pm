# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::Browser: opens an address in the user's browser.
#
# Usage:
#   my $why = open_in_browser('file:///home/me/xgrind.1234.html');    # undef: it was opened, or else why not
#   my $url = url_of_file('/home/me/a b.html');                       # file:///home/me/a%20b.html
#
# The browser is that of the variable BROWSER: commands with colons between them, of which the first one counts that
# works, with %s where the address belongs, or at the end.  Without it, xdg-open knows, if there is a display.

package Xgrind::View::Browser;
use strict;
use warnings;
use Exporter qw(import);
use POSIX ();
use Time::HiRes ();
use Xgrind::Files::Commands;
use Xgrind::Text::Messages;

our @EXPORT = qw(open_in_browser url_of_file);

my $PATIENCE_S = 3;    # what has not failed by then is a browser that goes on

sub url_of_file {
   my ($path) = @_;
   utf8::encode($path) if utf8::is_utf8($path);
   return 'file://' . $path =~ s{([^A-Za-z0-9/._~-])}{sprintf '%%%02X', ord $1}ger;
}

# The words of a command of BROWSER.
sub words_of {
   my ($command, $url) = @_;
   my @words = split ' ', $command;
   my $has_place = grep { /%s/ } @words;
   s/%([s%])/$1 eq 's' ? $url : '%'/ge for @words;
   return (@words, $has_place ? () : $url);
}

# Starts a command; true if it ends well or goes on.
sub works {
   my (@command) = @_;
   my $pid = fork // return 0;
   if (!$pid) {
      open STDIN,  '<', '/dev/null';
      open STDOUT, '>', '/dev/null';
      open STDERR, '>', '/dev/null';
      { no warnings 'exec'; exec { $command[0] } @command; }
      POSIX::_exit(127);
   }
   my $end = Time::HiRes::time() + $PATIENCE_S;
   while (Time::HiRes::time() < $end) {
      return $? == 0 if waitpid($pid, POSIX::WNOHANG()) == $pid;
      Time::HiRes::sleep(0.05);
   }
   return 1;
}

sub open_in_browser {
   my ($url) = @_;
   my $wanted = $ENV{BROWSER} // '';
   my @commands = map { [ words_of($_, $url) ] } grep { /\S/ } split /:/, $wanted;
   for (@commands) {
      return if works(@$_);
   }
   return '$BROWSER, which is ' . quoted($wanted) . ', cannot be started, or has failed' if @commands;
   return '$BROWSER is not set and there is no display' if ($ENV{DISPLAY} // '') eq '' && ($ENV{WAYLAND_DISPLAY} // '') eq '';
   return '$BROWSER is not set and xdg-open is not installed' if !defined command_file('xdg-open');
   return works('xdg-open', $url) ? undef : 'xdg-open has failed and $BROWSER is not set';
}

1;
