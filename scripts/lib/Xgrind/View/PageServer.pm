# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::PageServer: serves the page of a run that goes on, to this machine alone.
#
# Usage:
#   my $server = Xgrind::View::PageServer->new($command, $file);    # ends with one sentence if there is no port
#   $server->url                    # http://127.0.0.1:PORT/TOKEN/
#   $server->answer(0.2)            # answers whoever asks within so many seconds, in processes of their own
#   $server->ended_one($pid, $?)    # one of these has ended
#   $server->has_page               # $file was written, and may be another page than before
#   $server->finish                 # the page will not change any more
#   $server->is_done                # somebody has had the last page
#   $server->stop
#
# It listens on 127.0.0.1 only, at a port that the system chooses; an address without the token, 128 bits from
# the system's source of random numbers, is refused.  /TOKEN/ is the page, with a script that asks /TOKEN/state for
# "running N" or "ended N" and loads page N.

package Xgrind::View::PageServer;
use strict;
use warnings;
use Digest::MD5;
use IO::Select;
use IO::Socket::INET;
use POSIX ();
use Xgrind::Files::Random;
use Xgrind::Text::Messages;
use Xgrind::View::LivePage;

my $REQUEST_MAX_B = 1 << 14;
my $REQUEST_S     = 5;         # in which a request must be complete, and its answer be taken
my $LAST_PAGE     = 10;        # exit status of a process that has served it

sub new {
   my ($class, $command, $file) = @_;
   my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Proto => 'tcp', Listen => 16)
      // fail("--live: nothing can listen on 127.0.0.1: $!; leave --live out, and the page is opened when the program ends");
   return bless {
      socket => $socket, token => random_hex(16), command => $command, file => $file,
      version => 0, is_over => 0, is_done => 0, answering => {},
   }, $class;
}

sub url {
   my ($self) = @_;
   return 'http://127.0.0.1:' . $self->{socket}->sockport . "/$self->{token}/";
}

# While the program waits, its page stays the same.
sub has_page {
   my ($self) = @_;
   open my $in, '<:raw', $self->{file} or return;
   my $digest = Digest::MD5->new->addfile($in)->digest;
   $self->{version}++ if $digest ne ($self->{digest} // '');
   $self->{digest} = $digest;
   return;
}

sub finish   { $_[0]{is_over} = 1; return; }
sub is_done  { return $_[0]{is_done}; }

sub stop {
   my ($self) = @_;
   close $self->{socket};
   kill 'TERM', keys %{ $self->{answering} };
   return;
}

# --- Answers -----------------------------------------------------------------

sub response {
   my ($status, $type, $body) = @_;
   return join "\r\n", "HTTP/1.1 $status", "Content-Type: $type; charset=utf-8", 'Content-Length: ' . length $body,
      'Cache-Control: no-store', 'X-Content-Type-Options: nosniff', 'Referrer-Policy: no-referrer', 'Connection: close', '', $body;
}

# The answer to a request's first line, and whether it is the last page.
sub answer_to {
   my ($self, $line) = @_;
   my ($method, $path) = $line =~ m{\A(\S+) (\S+) HTTP/1\.[01]\r?\n} or return response('400 Bad Request', 'text/plain', "no request\n");
   return response('405 Method Not Allowed', 'text/plain', "only GET\n") if $method ne 'GET';
   my ($token, $rest) = $path =~ m{\A/([^/]*)/?(.*)\z}s;
   return response('403 Forbidden', 'text/plain', "This address lacks the token that xgrind view has printed.\n")
      if !defined $token || $token ne $self->{token};
   return response('200 OK', 'text/plain', ($self->{is_over} ? 'ended' : 'running') . " $self->{version}\n") if $rest eq 'state';
   return response('404 Not Found', 'text/plain', "no such page\n") if $rest ne '';
   my $html = live_page($self->{version} ? $self->{file} : undef, @$self{qw(command version file is_over)});
   return (response('200 OK', 'text/html', $html), $self->{is_over});
}

# In a process of its own: a client may be slow.
sub serve {
   my ($self, $client) = @_;
   local $SIG{ALRM} = sub { POSIX::_exit(1) };
   alarm $REQUEST_S;
   my $request = '';
   while ($request !~ /\n\r?\n/ && length $request < $REQUEST_MAX_B) {
      sysread $client, $request, 4096, length $request or last;
   }
   my ($answer, $is_last) = $self->answer_to($request);
   for (my $at = 0; $at < length $answer;) {
      $at += syswrite($client, $answer, length($answer) - $at, $at) // return 1;
   }
   shutdown $client, 1;
   sysread $client, $request, 1;    # until the client has all of it
   return $is_last ? $LAST_PAGE : 0;
}

sub answer {
   my ($self, $seconds) = @_;
   return if !IO::Select->new($self->{socket})->can_read($seconds);
   my $client = $self->{socket}->accept // return;
   my $pid = fork // return;
   if (!$pid) {
      $SIG{$_} = 'DEFAULT' for qw(TERM HUP);
      POSIX::_exit($self->serve($client));
   }
   $self->{answering}{$pid} = 1;
   close $client;
   return;
}

sub ended_one {
   my ($self, $pid, $status) = @_;
   return 0 if !delete $self->{answering}{$pid};
   $self->{is_done} = 1 if $status >> 8 == $LAST_PAGE;
   return 1;
}

1;
