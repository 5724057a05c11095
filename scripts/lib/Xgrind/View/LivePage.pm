# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::View::LivePage: the page of a run as a server gives it out while the run goes on.
#
# Usage:
#   my $html = live_page($file, $command, $version, $name, $is_over);
#      # $file: a page of xgrind_report, or undef: there is none so far
#      # $name: where the page is when the run has ended
#
# A page that will change has a script that asks the server for its state each second, and a line below that says of
# when it is.  It is not loaded anew while somebody uses it; where one is and what is chosen is in the address, and stays.

package Xgrind::View::LivePage;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);
use Xgrind::Text::Markup;

our @EXPORT = qw(live_page);

my $IDLE_MS = 3000;

my $SCRIPT = <<'JS';
<style>#xgrind-live { position: fixed; right: 0; bottom: 0; padding: .2em .8em; background: #333; color: #fff; font: 13px sans-serif; z-index: 9999 }
@media print { #xgrind-live { display: none } }</style>
<div id="xgrind-live" role="status"></div>
<script>(() => {
  const box = document.getElementById('xgrind-live'), loaded = new Date().toLocaleTimeString();
  let used = 0;
  for (const e of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(e, () => { used = Date.now(); }, { capture: true, passive: true });
  const say = (text) => { if (box.textContent !== text) box.textContent = text; };
  const isUsed = () => document.hidden || Date.now() - used < IDLE_MS;
  async function ask() {
    try {
      const [state, version] = (await (await fetch('state')).text()).trim().split(' ');
      if (state === 'ended' || version !== 'VERSION' && !isUsed()) return location.reload();
      say('The run goes on; the page is of ' + loaded + (version !== 'VERSION' ? ', and newer when nobody uses it' : ''));
      setTimeout(ask, 1000);
    } catch { say(NAME); }
  }
  ask();
})();</script>
JS

my $FIRST = <<'HTML';
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Xgrind: the run has begun</title></head>
<body style="font: 16px sans-serif; margin: 2em"><h1>The run has begun</h1><p>COMMAND</p><p>Its first results come here in some seconds.</p></body></html>
HTML

# A text as JavaScript has it, which nothing in a page can be taken for HTML.
sub js_string {
   my ($bytes) = @_;
   my $units = Encode::encode('UTF-16BE', Encode::decode('UTF-8', $bytes));
   return "'" . join('', map { my $c = chr; $c =~ /[A-Za-z0-9 .,;:\/_-]/a ? $c : sprintf '\\u%04x', $_ } unpack 'n*', $units) . "'";
}

sub bytes_of {
   my ($file) = @_;
   open my $in, '<:raw', $file or return;
   local $/;
   return scalar <$in>;
}

sub live_page {
   my ($file, $command, $version, $name, $is_over) = @_;
   my $html = defined $file ? bytes_of($file) : undef;
   $html //= $FIRST =~ s/COMMAND/markup_text($command)/er;
   return $html if $is_over;
   my $ended = js_string("The run has ended; its page is $name");
   my $script = $SCRIPT =~ s/IDLE_MS/$IDLE_MS/gr =~ s/VERSION/$version/gr =~ s/NAME/$ended/r;
   # what the page may do: nothing but ask this server
   $html =~ s/(http-equiv="Content-Security-Policy" content="default-src 'none';)/$1 connect-src 'self';/;
   return $html . $script;
}

1;
