# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::LivePage: the page of a run as a server gives it out while the run goes on.
#
# Usage:
#   my $html = live_page($file, $command, $version, $name, $is_over);
#      # $file: a page of xgrind_report, or undef: there is none so far
#      # $name: where the page is when the run has ended
#   my $in = open_page($file) // ...;    # for reading; undef: there is none, or it is not ours
#
# A page that will change has a script that asks the server for its state each second, and a line below that says of
# when it is.  It is not loaded anew while somebody uses it; where one is and what is chosen is in the address, and stays.

package Xgrind::View::LivePage;
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use Exporter qw(import);
use Fcntl qw(:mode O_RDONLY O_NONBLOCK O_NOFOLLOW);
use Xgrind::Text::Markup;
use Xgrind::Text::Screen;

our @EXPORT = qw(live_page open_page);

# What is the same in each page: the policy names these by their hashes.  What differs is in attributes.
my $STYLE = <<'CSS';
#xgrind-live { position: fixed; right: 0; bottom: 0; padding: .2em .8em; background: #333; color: #fff; font: 13px sans-serif; z-index: 9999 }
.xgrind-first { font: 16px sans-serif; margin: 2em }
@media print { #xgrind-live { display: none } }
CSS

my $SCRIPT = <<'JS';
(() => {
  const box = document.getElementById('xgrind-live'), loaded = new Date().toLocaleTimeString();
  const { version: own, ended } = box.dataset, IDLE_MS = 3000;
  let used = 0;
  for (const e of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(e, () => { used = Date.now(); }, { capture: true, passive: true });
  const say = (text) => { if (box.textContent !== text) box.textContent = text; };
  const isUsed = () => document.hidden || Date.now() - used < IDLE_MS;
  async function ask() {
    try {
      const [state, version] = (await (await fetch('state')).text()).trim().split(' ');
      if (state === 'ended' || version !== own && !isUsed()) return location.reload();
      say('The run goes on; the page is of ' + loaded + (version !== own ? ', and newer when nobody uses it' : ''));
      setTimeout(ask, 1000);
    } catch { say(ended); }
  }
  ask();
})();
JS

my $FIRST = <<'HTML';
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'none'; style-src 'none'; img-src data:; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,"><title>Xgrind: the run has begun</title></head>
<body class="xgrind-first"><h1>The run has begun</h1><p>COMMAND</p><p>Its first results come here in some seconds.</p></body></html>
HTML

sub hash_of { return "'sha256-" . sha256_base64($_[0]) . "='"; }

# The page's own policy, which allows these, too, and to ask this server.
sub live_policy {
   my ($policy) = @_;
   my %more = ('script-src' => hash_of($SCRIPT), 'style-src' => hash_of($STYLE));
   $policy =~ s/\b$_ ('none')?/"$_ $more{$_}" . ($1 ? '' : ' ')/e for keys %more;
   return "$policy; connect-src 'self'";
}

# The page for reading, if it is one that this user has written: where others may write, they can put a pipe or a link in its place.
sub open_page {
   my ($file) = @_;
   my @link = lstat $file or return undef;
   my $is_own_link = S_ISLNK($link[2]) && ($link[4] == $> || $link[4] == 0);
   sysopen my $in, $file, O_RDONLY | O_NONBLOCK | ($is_own_link ? 0 : O_NOFOLLOW) or return undef;
   binmode $in;
   my @is = stat $in;
   return S_ISREG($is[2]) && $is[4] == $> ? $in : undef;
}

sub bytes_of {
   my ($file) = @_;
   my $in = open_page($file) // return;
   local $/;
   return scalar <$in>;
}

sub live_page {
   my ($file, $command, $version, $name, $is_over) = @_;
   my $html = defined $file ? bytes_of($file) : undef;
   $html //= $FIRST =~ s/COMMAND/markup_text(visible($command))/er;
   return $html if $is_over;
   $html =~ s/(http-equiv="Content-Security-Policy" content=")([^"]*)/$1 . live_policy($2)/e;
   my $ended = markup_text("The run has ended; its page is $name");
   return "$html<style>$STYLE</style>\n<div id=\"xgrind-live\" role=\"status\" data-version=\"$version\" data-ended=\"$ended\"></div>\n<script>$SCRIPT</script>\n";
}

1;
