# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Markup: texts in XML and HTML.
#
# Usage:
#   print '<title>', markup_text('a < b'), '</title>';    # a &lt; b; in attributes, too

package Xgrind::Text::Markup;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(markup_text);

my %ENTITY = ('&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '"' => '&quot;', "'" => '&#39;');

sub markup_text {
   my ($text) = @_;
   return $text =~ s/([&<>"'])/$ENTITY{$1}/gr;
}

1;
