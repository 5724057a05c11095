# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::PageServer: serves the page of a run that goes on, to this machine alone.
#
# Usage:
#   my $server = Xgrind::View::PageServer->new($command, $file);    # ends with one sentence if there is no port
#   $server->url                    # http://127.0.0.1:PORT/TOKEN/
#   $server->answer(0.2)            # answers whoever asks within so many seconds
#   $server->has_page               # $file was written, and may be another page than before
#   $server->finish                 # the page will not change any more
#   $server->is_done                # somebody has had the last page
#   $server->stop
#
# It listens on 127.0.0.1 only, at a port that the system chooses; an address without the token, 128 bits from
# the system's source of random numbers, is refused, and so is a request whose Host header names another computer: a page of the
# web can give its own name this computer's address.  /TOKEN/ is the page, with a script that asks /TOKEN/state for
# "running N" or "ended N" and loads page N.
#
# One process answers all, none of whom it waits for.  Connections are bounded: where there is no room for another one, the oldest
# goes that has not shown the token.

package Xgrind::View::PageServer;
use strict;
use warnings;
use Digest::MD5;
use IO::Select;
use IO::Socket::INET;
use Socket qw(SOMAXCONN);
use Time::HiRes qw(time);
use Xgrind::Files::Random;
use Xgrind::Text::Messages;
use Xgrind::View::LivePage;

my $REQUEST_MAX_B = 1 << 14;
my $BLOCK_B       = 1 << 16;
my $PATIENCE_S    = 5;         # in which a request must be complete, and then each block of its answer be taken
my $CONNECTIONS   = 32;        # at a time; a browser has 6

sub new {
   my ($class, $command, $file) = @_;
   my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Proto => 'tcp', Listen => SOMAXCONN, Blocking => 0)
      // fail("--live: nothing can listen on 127.0.0.1: $!; leave --live out, and the page is opened when the program ends");
   return bless {
      socket => $socket, token => random_hex(16), command => $command, file => $file,
      version => 0, is_over => 0, is_done => 0, connections => {},
   }, $class;
}

sub url {
   my ($self) = @_;
   return 'http://127.0.0.1:' . $self->{socket}->sockport . "/$self->{token}/";
}

# While the program waits, its page stays the same.
sub has_page {
   my ($self) = @_;
   my $in = open_page($self->{file}) // return;
   my $digest = Digest::MD5->new->addfile($in)->digest;
   $self->{version}++ if $digest ne ($self->{digest} // '');
   $self->{digest} = $digest;
   return;
}

sub finish   { $_[0]{is_over} = 1; return; }
sub is_done  { return $_[0]{is_done}; }

sub stop {
   my ($self) = @_;
   close $_ for $self->{socket}, map { $_->{socket} } values %{ $self->{connections} };
   $self->{connections} = {};
   return;
}

# --- Answers -----------------------------------------------------------------

# What a page cannot say itself: no other one may show it.
my $POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

sub response {
   my ($status, $type, $body) = @_;
   return join "\r\n", "HTTP/1.1 $status", "Content-Type: $type; charset=utf-8", 'Content-Length: ' . length $body,
      'Cache-Control: no-store', 'X-Content-Type-Options: nosniff', 'Referrer-Policy: no-referrer', "Content-Security-Policy: $POLICY",
      'Cross-Origin-Resource-Policy: same-origin', 'Connection: close', '', $body;
}

# Are two texts equal?  However much of them is, it takes the same time.
sub is_equal {
   my ($one, $other) = @_;
   return length $one == length $other && !(($one ^ $other) =~ tr/\0//c);
}

# Does the request name this computer, as whoever has the address from us does?  The port may be that of a tunnel.
sub is_for_us {
   my ($head) = @_;
   my @hosts = $head =~ /^Host:[ \t]*(.*?)[ \t]*\r?$/mig;
   return @hosts == 1 && $hosts[0] =~ /\A(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\z/i;
}

# The answer to a request, whether it has the token, and whether the answer is the last page.
sub answer_to {
   my ($self, $head) = @_;
   my ($method, $path) = $head =~ m{\A(\S+) (\S+) HTTP/1\.[01]\r?\n} or return response('400 Bad Request', 'text/plain', "no request\n");
   return response('403 Forbidden', 'text/plain', "This server is for this computer alone.\n") if !is_for_us($head);
   my ($token, $rest) = $path =~ m{\A/([^/]*)/?(.*)\z}s;
   return response('403 Forbidden', 'text/plain', "This address lacks the token that xgrind view has printed.\n")
      if !defined $token || !is_equal($token, $self->{token});
   return (response('405 Method Not Allowed', 'text/plain', "only GET\n"), 1) if $method ne 'GET';
   return (response('200 OK', 'text/plain', ($self->{is_over} ? 'ended' : 'running') . " $self->{version}\n"), 1) if $rest eq 'state';
   return (response('404 Not Found', 'text/plain', "no such page\n"), 1) if $rest ne '';
   my $html = live_page($self->{version} ? $self->{file} : undef, @$self{qw(command version file is_over)});
   return (response('200 OK', 'text/html', $html), 1, $self->{is_over});
}

# --- Connections -------------------------------------------------------------

# A connection first reads its request, then has an answer, and at the end waits for the client to close: it has all of it then.

sub drop {
   my ($self, $c) = @_;
   shutdown $c->{socket}, 2;    # a process that makes a page has the socket, too
   close $c->{socket};
   delete $self->{connections}{ $c->{number} };
   return;
}

# The connection that would go for another one; undef: there is room, or all have the token.
sub oldest {
   my ($self) = @_;
   my ($oldest) = sort { $a->{number} <=> $b->{number} } grep { !$_->{has_token} } values %{ $self->{connections} };
   return $self->is_full ? $oldest : undef;
}

sub is_full { return keys %{ $_[0]{connections} } >= $CONNECTIONS; }

sub take {
   my ($self) = @_;
   my $oldest = $self->oldest;
   my $socket = $self->{socket}->accept // return;
   $self->drop($oldest) if $oldest;
   $socket->blocking(0);
   my $c = { socket => $socket, number => ++$self->{n_taken}, request => '', due => time + $PATIENCE_S };
   $self->{connections}{ $c->{number} } = $c;
   return;
}

# Reads what has come; the connection ends with the client, and whoever says too much.
sub hear {
   my ($self, $c) = @_;
   my $n = sysread $c->{socket}, my ($block), $BLOCK_B;
   return if !defined $n && ($!{EAGAIN} || $!{EINTR});
   if (!$n) {
      $self->{is_done} = 1 if $c->{is_last} && $c->{is_said};
      return $self->drop($c);
   }
   return if defined $c->{answer};
   $c->{request} .= $block;
   if ($c->{request} =~ /\A(.*?\n)\r?\n/s) { @$c{qw(answer has_token is_last)} = $self->answer_to($1); }
   elsif (length $c->{request} >= $REQUEST_MAX_B) { $c->{answer} = response('431 Request Header Fields Too Large', 'text/plain', "too long\n"); }
   return;
}

sub say_more {
   my ($self, $c) = @_;
   my $n = syswrite $c->{socket}, $c->{answer}, $BLOCK_B, $c->{at} // 0;
   return $!{EAGAIN} || $!{EINTR} ? undef : $self->drop($c) if !defined $n;
   $c->{at} += $n;
   $c->{due} = time + $PATIENCE_S;
   return if $c->{at} < length $c->{answer};
   shutdown $c->{socket}, 1;
   $c->{is_said} = 1;
   $c->{answer} = '';
   return;
}

sub is_speaking { my ($c) = @_; return defined $c->{answer} && !$c->{is_said}; }

# Does what can be done at once, or waits so long for something.
sub turn {
   my ($self, $seconds) = @_;
   my @all = values %{ $self->{connections} };
   my @listening = $self->is_full && !$self->oldest ? () : $self->{socket};
   my $reading = IO::Select->new(@listening, map { $_->{socket} } grep { !is_speaking($_) } @all);
   my $writing = IO::Select->new(map { $_->{socket} } grep { is_speaking($_) } @all);
   my ($read, $write) = IO::Select->select($reading, $writing, undef, $seconds) or return;
   my %of = map { fileno $_->{socket} => $_ } @all;
   $self->say_more($of{ fileno $_ }) for @$write;
   $self->hear($of{ fileno $_ }) for grep { $_ != $self->{socket} } @$read;
   $self->take if grep { $_ == $self->{socket} } @$read;
   return;
}

sub answer {
   my ($self, $seconds) = @_;
   my $end = time + $seconds;
   local $SIG{PIPE} = 'IGNORE';    # of clients that have gone
   for (my $left = $seconds; $left > 0; $left = $end - time) {
      $self->turn($left);
      $self->drop($_) for grep { $_->{due} < time } values %{ $self->{connections} };
   }
   return;
}

1;
