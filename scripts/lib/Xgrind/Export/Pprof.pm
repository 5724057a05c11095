# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Export::Pprof: a calling-context tree as a profile for pprof: profile.proto, gzipped.
#
# Usage:
#   export_pprof($tree, 'app.pb.gz', { creator => 'xgrind_export 0.1', event => 'Ir' });
#
# Each node with a cost is a sample, with a value for each event and its thread as a label.  Each
# function is one location, at its first line.

package Xgrind::Export::Pprof;
use strict;
use warnings;
use Exporter qw(import);
use Encode ();
use IO::Compress::Gzip qw($GzipError);
use Xgrind::Export::Protobuf;
use Xgrind::Files::Output;
use Xgrind::Tree::ContextTree;

our @EXPORT = qw(export_pprof);

# Numbers of the fields of profile.proto.
my %PROFILE  = (sample_type => 1, sample => 2, mapping => 3, location => 4, function => 5, string_table => 6,
   time_nanos => 9, duration_nanos => 10, comment => 13, default_sample_type => 14);
my %VALUE_TYPE = (type => 1, unit => 2);
my %SAMPLE     = (location_id => 1, value => 2, label => 3);
my %LABEL      = (key => 1, num => 3);
my %MAPPING    = (id => 1, filename => 5, has_functions => 7, has_filenames => 8, has_line_numbers => 9);
my %LOCATION   = (id => 1, mapping_id => 2, address => 3, line => 4);
my %LINE       = (function_id => 1, line => 2);
my %FUNCTION   = (id => 1, name => 2, system_name => 3, filename => 4, start_line => 5);

my $WRITE_B = 1 << 16;    # handed to the compressor at once

my (%string, @strings);

# The number of a text in the string table, whose first one is empty.  Strings of Protocol Buffers
# are UTF-8; strict readers refuse a file with others.
sub string_number {
   my ($text) = @_;
   return $string{$text} //= do {
      push @strings, $text =~ /[^\x00-\x7f]/ ? Encode::encode('UTF-8', Encode::decode('UTF-8', $text)) : $text;
      $#strings;
   };
}

sub sample_types {
   my ($tree) = @_;
   return join '', map {
      my $unit = $tree->{units}{$_} // 'count';
      pb_element($PROFILE{sample_type},
         pb_number($VALUE_TYPE{type}, string_number($_)) . pb_number($VALUE_TYPE{unit}, string_number($unit)))
   } @{ $tree->{events} };
}

# The program, for pprof the first mapping, by what was started.
sub program_of {
   my ($tree) = @_;
   my ($command) = map { m{([^/\s]+)(?:\s|\z)} } @{ $tree->{commands} };
   my ($module) = grep { defined $command && m{(?:^|/)\Q$command\E\z} } map { $_->{module} } @{ $tree->{functions} };
   return $module // '';
}

# Function and location have the same number, which starts from 1.
sub function_tables {
   my ($tree) = @_;
   my $bytes = '';
   my %mapping = map { $_ => 1 } grep { $_ ne '' } program_of($tree);
   my $id = 0;
   for my $f (@{ $tree->{functions} }) {
      $id++;
      my $name = string_number($f->{name});
      $mapping{ $f->{module} } //= 1 + keys %mapping if $f->{module} ne '';
      $bytes .= pb_element($PROFILE{function},
         pb_number($FUNCTION{id}, $id) . pb_number($FUNCTION{name}, $name) . pb_number($FUNCTION{system_name}, $name)
            . pb_number($FUNCTION{filename}, string_number($f->{file} eq '???' ? '' : $f->{file})) . pb_number($FUNCTION{start_line}, $f->{line}));
      $bytes .= pb_element($PROFILE{location},
         pb_number($LOCATION{id}, $id) . pb_number($LOCATION{mapping_id}, $mapping{ $f->{module} } // 0)
            . pb_number($LOCATION{address}, $f->{address})
            . pb_element($LOCATION{line}, pb_number($LINE{function_id}, $id) . pb_number($LINE{line}, $f->{line})));
   }
   for my $module (sort { $mapping{$a} <=> $mapping{$b} } keys %mapping) {
      $bytes .= pb_element($PROFILE{mapping},
         pb_number($MAPPING{id}, $mapping{$module}) . pb_number($MAPPING{filename}, string_number($module))
            . join '', map { pb_number($MAPPING{$_}, 1) } qw(has_functions has_filenames has_line_numbers));
   }
   return $bytes;
}

# "thread" and "signal" as labels of a sample.
sub labels {
   my ($activity) = @_;
   return join '', map {
      $activity->{$_}
         ? pb_element($SAMPLE{label}, pb_number($LABEL{key}, string_number($_)) . pb_number($LABEL{num}, $activity->{$_}))
         : ''
   } qw(thread signal);
}

sub write_samples {
   my ($tree, $write) = @_;
   my $n_events = @{ $tree->{events} };
   my @varint = map { varint($_ + 1) } 0 .. $#{ $tree->{functions} };
   my @labels = map { labels($_) } @{ $tree->{activities} };
   my @stack  = ('');    # location numbers of each depth's path, the innermost one first
   my $labels = '';
   each_path($tree, sub {
      my ($depth, $frame, $costs) = @_;
      if ($frame < 0) {
         $labels = $labels[ -1 - $frame ];
         $stack[$depth] = '';
         return;
      }
      $stack[$depth] = $varint[$frame] . $stack[ $depth - 1 ];
      return if $costs !~ /[1-9]/;
      my @values = split / /, $costs;
      my $values = join '', (map { varint($_) } @values), "\0" x ($n_events - @values);
      $write->(pb_element($PROFILE{sample},
         pb_packed_bytes($SAMPLE{location_id}, $stack[$depth]) . pb_packed_bytes($SAMPLE{value}, $values) . $labels));
      return;
   });
   return;
}

sub export_pprof {
   my ($tree, $name, $about) = @_;
   %string = ('' => 0);
   @strings = ('');
   my $out = output_open($name);
   my ($pending, $zipped) = ('', '');
   my $gzip = IO::Compress::Gzip->new(\$zipped, -Minimal => 1) or die "$GzipError\n";
   my $write = sub {
      $pending .= $_[0];
      return if length $pending < $WRITE_B;
      $gzip->print($pending);
      output_write($out, $zipped);
      $pending = $zipped = '';
      return;
   };
   $write->(sample_types($tree));
   write_samples($tree, $write);
   $write->(function_tables($tree));
   $write->(pb_number($PROFILE{time_nanos}, $tree->{time_ns}) . pb_number($PROFILE{duration_nanos}, $tree->{duration_ns}));
   $write->(pb_packed($PROFILE{comment}, map { string_number($_) } $about->{creator}, @{ $tree->{commands} }));
   $write->(pb_number($PROFILE{default_sample_type}, string_number($about->{event})));
   $write->(pb_element($PROFILE{string_table}, $_)) for @strings;
   $gzip->print($pending) if $pending ne '';
   $gzip->close;
   output_write($out, $zipped);
   output_close($out);
   return;
}

1;
