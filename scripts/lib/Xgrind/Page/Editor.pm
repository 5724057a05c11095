# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Editor: addresses that open a line of a source in an editor, by the scheme that it has registered.
#
# Usage:
#   my $template = editor_template('vscode');    # 'vscode://file%f:%l'; ends with one sentence if it is none
#
# %f is the file, %l the line, %% a percent sign; the page fills them in (page/lib/editor.js).

package Xgrind::Page::Editor;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;

our @EXPORT = qw(editor_template);

my %KNOWN = (
   vscode => 'vscode://file%f:%l',
   idea   => 'idea://open?file=%f&line=%l',
   emacs  => 'emacs://open?url=file://%f&line=%l',
);

# What would run a program in the page, or show one, in place of opening an editor.
my $REFUSED = qr/^(?:javascript|data|vbscript|blob|about):/i;

sub editor_template {
   my ($value) = @_;
   return $KNOWN{$value} if exists $KNOWN{$value};
   my $given = printable("--editor=$value");
   fail("$given: this is no scheme of an editor; give vscode, idea, emacs, or an address such as $KNOWN{vscode}") if $value !~ /^[a-z][a-z0-9+.-]*:/i || $value =~ $REFUSED;
   fail("$given: %f, the place of the file, is missing; %l is that of the line, as in $KNOWN{vscode}") if $value !~ /^(?:[^%]|%%|%l)*%f/;
   fail("$given: of % there are %f, the file, %l, the line, and %%, a percent sign, as in $KNOWN{vscode}") if $value !~ /^(?:[^%]|%[fl%])*\z/;
   return $value;
}

1;
