# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Layouts: what xgrind --advise-layout has found for a run, from the file that it leaves beside the run's data file
# (docs/layouts.md, "For programs").
#
# Usage:
#   my $name    = layouts_name('xgrind.data.7');            # 'xgrind.layouts.7'; of 'app.data': 'app.data.layouts'
#   my $layouts = read_layouts($file, { pid => 7, command => './app' });   # the JSON as data, with texts as bytes; undef: it is of another run, which a warning says
# Ends with one sentence if the file cannot be read.

package Xgrind::Data::Layouts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Input;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;

our @EXPORT = qw(layouts_name read_layouts);

sub layouts_name {
   my ($data) = @_;
   my ($folder, $base) = $data =~ m{\A(.*/)?([^/]*)\z}s;
   return ($folder // '') . ($base =~ /^xgrind\.data(\..+)\z/s ? "xgrind.layouts$1" : "$base.layouts");
}

# Does a layout have what is read of it?
sub is_layout {
   my ($one) = @_;
   return ref $one eq 'HASH' && !grep({ !defined $one->{$_} } qw(layout try saved_cycles saved_percent sharing_misses sharing_misses_with)) && !grep({ ref ne 'ARRAY' } @$one{qw(levels arrays)}) && ref $one->{objects} eq 'ARRAY' && ref $one->{what_if} eq 'ARRAY'
      && !grep { ref ne 'HASH' || ref $_->{ids} ne 'ARRAY' } @{ $one->{objects} };
}

sub is_layouts {
   my ($data) = @_;
   return ref $data eq 'HASH' && ($data->{format} // '') eq 'xgrind.layouts' && ($data->{version} // 0) == 1 && is_count($data->{pid}) && defined $data->{command}
      && ref $data->{layouts} eq 'ARRAY' && !grep({ ref ne 'ARRAY' } $data->{tried_objects}, $data->{padded_objects} // []) && !grep { !is_layout($_) } @{ $data->{layouts} };
}

# Texts as those of a profile: bytes.
sub with_bytes {
   my ($data) = @_;
   return { map { $_ => with_bytes($data->{$_}) } keys %$data } if ref $data eq 'HASH';
   return [ map { with_bytes($_) } @$data ] if ref $data eq 'ARRAY';
   utf8::encode($data) if defined $data && !ref $data && utf8::is_utf8($data);
   return $data;
}

# Characters that are not ASCII are written in different ways.
sub is_same_command {
   my ($command, $other) = @_;
   return $command eq $other || 0 < grep { /[^\x20-\x7e]/ } $command, $other;
}

sub read_layouts {
   my ($file, $run) = @_;
   my $text = file_bytes($file, sub { });
   my $data = eval { json_decode($text) };
   fail(printable($file) . ': these are no layouts of xgrind --advise-layout; remove the file, or advise again') if !is_layouts($data);
   $data = with_bytes($data);
   return $data if $data->{pid} == $run->{pid} && is_same_command($data->{command}, $run->{command} // '');
   warn_user(printable($file) . ' is of another run, and left out');
   return undef;
}

1;
