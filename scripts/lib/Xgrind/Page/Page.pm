# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Page: the browser report as a file: the template with a model in it.
#
# Usage:
#   my $template = find_template($given, @folders);    # undef: not given; ends with one sentence if there is none
#   keep_other_files('xgrind.html');         # ends with one sentence if it is a file, but no page of ours
#   write_page('xgrind.html', $template, model_json($model));
#
# The model is deflated and in base64, so no name in it can be taken for HTML.  The file is written whole or not
# at all (Xgrind::Files::Output).

package Xgrind::Page::Page;
use strict;
use warnings;
use Compress::Zlib ();
use Exporter qw(import);
use MIME::Base64 ();
use Xgrind::Files::Input;
use Xgrind::Files::Output;
use Xgrind::Text::Messages;

our @EXPORT = qw(find_template keep_other_files write_page);

my $BEFORE_MODEL_B = 1 << 24;    # far more than a template has before the model
my $TEMPLATE_MAX_B = 1 << 26;    # far more than any template has
my $PLACE = '<!-- XGRIND MODEL -->';
my $MODEL = '<script id="xgrind-model" type="text/plain">';

sub find_template {
   my ($given, @folders) = @_;
   return $given if defined $given;
   my ($found) = grep { -f } map { "$_/report.html" } @folders;
   return $found // fail("the page's template, report.html, is not in " . printable($folders[0])
         . '; build it where node and npm are (configure --with-report=yes, then make install), or name it with --template=FILE');
}

# The template before and after the model's place.
sub halves {
   my ($template) = @_;
   my $text = file_bytes($template, sub { }, $TEMPLATE_MAX_B);
   my $at   = index $text, $PLACE;
   fail(printable($template) . ": this is not the report's template: it has no line $PLACE") if $at < 0;
   return (substr($text, 0, $at), substr $text, $at + length $PLACE);
}

# A page is written again and again under one name; what somebody else has under this name is kept.
sub keep_other_files {
   my ($name) = @_;
   return if $name eq '-' || !-f $name || -z _;
   open my $in, '<:raw', $name or fail_to_open($name);
   read $in, my ($start), $BEFORE_MODEL_B;
   return if index($start, $MODEL) >= 0;
   return fail(printable($name) . ' is no page of xgrind_report and is not overwritten; move it away, or give another name with --html=FILE');
}

sub write_page {
   my ($name, $template, $json) = @_;
   my ($before, $after) = halves($template);
   my $deflated = Compress::Zlib::compress($json) // fail('the model of the report cannot be compressed');
   my $out = output_open($name);
   output_write($out, $_) for $before, $MODEL, "\n", MIME::Base64::encode_base64($deflated), '</script>', $after;
   output_close($out);
   return;
}

1;
