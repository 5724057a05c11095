# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::Handover: a file that leads the user's browser to an address which nobody else may see.
#
# Usage:
#   my $handover = Xgrind::View::Handover->new('http://127.0.0.1:1234/0123.../', $folder);
#   open_in_browser(url_of_file($handover->file));
#   $handover->remove;                   # or when the object goes
# new() ends the script with one sentence if the file cannot be written.
#
# What a browser is told to open stands in its command line, which all users of the computer can see.  There is the name of this file, of
# mode 0600 in a folder of mode 0700, which the user alone can read.  The folder is made where pages are: not in /tmp, which
# browsers in a sandbox have for themselves.

package Xgrind::View::Handover;
use strict;
use warnings;
use Fcntl;
use Xgrind::Files::Random;
use Xgrind::Text::Markup;
use Xgrind::Text::Messages;

sub new {
   my ($class, $url, $in) = @_;
   my $folder = "$in/xgrind-live-" . random_hex(8);
   my $self = bless { process => $$, folder => $folder, file => "$folder/open.html" }, $class;
   my $address = markup_text($url);
   my $html = <<"HTML";
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url=$address"><title>Xgrind</title></head>
<body><p><a href="$address">The page of the run</a></p></body></html>
HTML
   my $out;
   mkdir($folder, 0700) && sysopen($out, $self->{file}, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600) && syswrite $out, $html
      or fail(printable($self->{file}) . ", which leads the browser to the page, cannot be written: $!; open the address itself");
   return $self;
}

sub file { return $_[0]{file}; }

sub remove {
   my ($self) = @_;
   return if $self->{process} != $$;
   unlink $self->{file};
   rmdir $self->{folder};
   return;
}

sub DESTROY { local ($?, $!); $_[0]->remove; return; }

1;
