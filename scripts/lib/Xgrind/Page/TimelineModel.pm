# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::TimelineModel: the timeline of a data file, as the report's model has it.
#
# Usage:
#   my $timeline = timeline_model($timeline, \@functions, $row_for);    # checked by Xgrind::Data::Timeline;
#                  # functions of the data file; $row_for->($function) is its row in the model's functions, or -1
#
# It is as in the file, but that functions are indices of a list of its own, of those that samples name.

package Xgrind::Page::TimelineModel;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Timeline;
use Xgrind::Page::ModelJson;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(timeline_model);

my @FUNCTIONS = qw(function caller access_function);    # columns that are functions

# A text of JSON, which has characters, as bytes.
sub bytes_of {
   my ($text) = @_;
   utf8::encode($text);
   return $text;
}

# The columns of samples with functions renumbered.
sub samples_model {
   my ($samples, $number, @columns) = @_;
   my %model = map { $_ => $samples->{$_} } @columns;
   for my $column (@FUNCTIONS) {
      $model{$column} = [ map { defined ? $number->($_) : undef } @{ $samples->{$column} } ];
   }
   return \%model;
}

# Numbers of what JSON may hold: whole ones, others, null, lists and objects of them.
sub figures {
   my ($value) = @_;
   return undef if !defined $value;
   return [ map { figures($_) } @$value ] if ref $value eq 'ARRAY';
   return { map { bytes_of($_) => figures($value->{$_}) } keys %$value } if ref $value eq 'HASH';
   return "$value" =~ /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\z/a ? $value + 0 : \bytes_of("$value");
}

sub region_model {
   my ($region, $number) = @_;
   my $fold    = $region->{fold};
   my %samples = defined $fold->{samples}
      ? (samples => samples_model($fold->{samples}, $number, 'x', 'instance', grep { $_ ne 'at' } sample_columns())) : ();
   my %rest = map { $_ => $region->{$_} } grep { !/^(?:name|kind|fold|instances|borders)\z/ } keys %$region;
   if (my $borders = $region->{borders}) {
      $rest{borders} = [ map { { %$_, function => $number->($_->{function}) } } @$borders ];
   }
   return {
      %{ figures(\%rest) },
      name => \readable_name($region->{name}), kind => \bytes_of($region->{kind}), instances => $region->{instances} + 0,
      fold => { (map { $_ => figures($fold->{$_}) } grep { $_ ne 'samples' } keys %$fold), %samples },
   };
}

sub timeline_model {
   my ($timeline, $functions, $row_for) = @_;
   my (%new, @old);
   my $number = sub {
      my ($f) = @_;
      return $new{$f} //= do { push @old, $f; $#old };
   };
   my $samples = samples_model($timeline->{samples}, $number, sample_columns());
   my @regions = map { region_model($_, $number) } @{ $timeline->{regions} };
   return {
      (map { $_ => $timeline->{$_} + 0 } qw(start end bin_instructions period n_ticks)),
      events    => texts(map { bytes_of($_) } @{ $timeline->{events} }),
      served_by => texts(map { bytes_of($_) } @{ $timeline->{served_by} }),
      bins      => $timeline->{bins},
      samples   => $samples,
      ranges    => figures($timeline->{ranges}),
      regions   => \@regions,
      functions => [
         map {
            my $f = $functions->[$_];
            +{ name => \readable_name($f->{name}), file => \$f->{file}, module => \$f->{module}, row => $row_for->($f) }
         } @old
      ],
   };
}

1;
