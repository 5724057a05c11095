# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Objects: memory objects as the report's model has them (docs/report-model.md).
#
# Usage:
#   my $objects = objects_model($profile, $layouts);    # of Xgrind::Data::DataFile, named, and of Xgrind::Data::Layouts or undef; undef: it has none
#   my $n_cut   = $objects->{n_cut};          # objects that are left out (to be deleted from the model)

package Xgrind::Page::Objects;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::LineWalks;
use Xgrind::Findings::TriedLayouts;
use Xgrind::Page::Functions;
use Xgrind::Page::ModelJson;
use Xgrind::Page::TimelineModel qw();
use Xgrind::Objects::ObjectColumns;
use Xgrind::Objects::Labels;
use Xgrind::Objects::Members;
use Xgrind::Objects::MissCycles;
use Xgrind::Objects::Variables;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Levels;

our @EXPORT = qw(objects_model);

my $OBJECTS_FEW = 5000;     # so many are kept in any case; of more, those with
my $LEAST_SHARE = 1e-6;     # so much of some event
my $LINES_MAX   = 40;       # lines of code of an object, those with the largest shares

# A cost as the program has it: with sampling the estimate; undef: not known.
sub program_costs {
   my ($costs, $object) = @_;
   return $costs if !$object->{weight};
   return [ map { my $value = estimated($costs->[$_], $object, $_); defined $value ? int($value + 0.5) : undef } 0 .. $#$costs ];
}

# The lines of code of an object with the largest shares.
sub main_lines {
   my ($object) = @_;
   my @lines = @{ $object->{lines} };
   return @lines if @lines < 2;
   my $share = cost_shares([ map { $_->{cost} } @lines ], $object->{cost}, 0);
   my @order = sort { $share->[$b] <=> $share->[$a] || $a <=> $b } 0 .. $#lines;
   splice @order, $LINES_MAX if @order > $LINES_MAX;
   return @lines[@order];
}

# The name and file of a function, as JSON; most are asked for many times.
my %places;

sub place_json {
   my ($f) = @_;
   return $places{ $f->{file} }{ $f->{name} } //= join ',', map { model_json(\$_) } readable_name($f->{name}), $f->{file};
}

# The lines of code of an object, as JSON: they are most of a page, and many are of one function.
sub lines_json {
   my ($profile, $object) = @_;
   my @lines = main_lines($object);
   my @costs = lists_json(map { program_costs($_->{cost}, $object) } @lines);
   my @rows  = map { '[' . place_json($profile->{functions}[ $_->{function} ]) . ",$_->{line}," . shift(@costs) . ']' } @lines;
   return raw_json('[' . join(',', @rows) . ']');
}

# The calls that allocated an object, as JSON.
sub stack_json {
   my ($object) = @_;
   return raw_json('[' . join(',', map { '[' . place_json($_) . ",$_->{line}]" } @{ $object->{stack} // [] }) . ']');
}

# What the best other layout of an object is, with the arrays that there are then; undef: none is known.
sub layout_model {
   my ($profile, $layout) = @_;
   return undef if !$layout || !%$layout;
   my @arrays = map { { element_B => $_->{element_B} + 0, members => [ map { [ \$_->{name}, map { $_ + 0 } @$_{qw(offset size_B at)} ] } @{ $_->{members} } ] } } @{ $layout->{arrays} };
   my ($of) = @{ $layout->{objects} };
   return {
      text      => \layout_text($layout),
      try       => \$layout->{try},
      line_B    => ($profile->{line_B}{D1} // 64) + 0,
      element_B => defined $of->{element_B} ? $of->{element_B} + 0 : undef,
      arrays    => \@arrays,
   };
}

sub object_model {
   my ($profile, $layouts, $object, $label) = @_;
   my $text = sub { my ($key) = @_; return defined $object->{$key} && $object->{$key} ne '' ? \$object->{$key} : undef };
   my $variable = variable_of($object);
   my %model = (
      (map { $_ => $object->{$_} } qw(id thread count size_B total_B born died)),
      (map { $_ => $text->($_) } qw(kind name module)),
      label    => \$label,
      variable => defined $variable ? \$variable : undef,
      source   => $text->('place'),
      stack    => stack_json($object),
      cost     => program_costs($object->{cost}, $object),
      lines    => lines_json($profile, $object),
   );
   my $members = members_of($object, (stat $profile->{file})[9]);
   $model{members} = { type => \$members->{type}, element_B => $members->{element_B} + 0, list => [ map { [ @$_[0, 1], \$_->[2] ] } @{ $members->{list} } ] } if $members;
   my $layout = $layouts && layout_model($profile, layout_of($layouts, $object->{id}));
   $model{layout} = $layout if $layout;
   $model{error} = [ map { defined ? $_ + 0 : undef } @{ $object->{error} } ] if $object->{error};
   $model{bytes} = Xgrind::Page::TimelineModel::figures($object->{bytes}) if defined $object->{bytes};
   return \%model;
}

# How lines of code walk: file, line, text.
sub walks_json {
   my ($profile) = @_;
   my $walks = line_walks($profile);
   my @rows;
   for my $file (sort keys %$walks) {
      push @rows, map { '[' . model_json(\$file) . ",$_," . model_json(\$walks->{$file}{$_}) . ']' } sort { $a <=> $b } keys %{ $walks->{$file} };
   }
   return raw_json('[' . join(',', @rows) . ']');
}

# The part of the bytes loaded that is never used, of each level, as quotients of events.  Code has I1's lines: they must be as long.
sub unused_rates {
   my ($profile) = @_;
   my ($line_B, $at) = @$profile{qw(line_B at)};
   my @rates;
   for my $name (@LEVELS) {
      my ($B, $level) = ($line_B->{ $name eq 'L1' ? 'D1' : $name }, use_name($name));
      next if !$B || grep { !exists $at->{"$_$level"} } qw(SpLoss Lines);
      next if $name eq 'L1' && ($line_B->{I1} // 0) != $B;
      push @rates, { key => \"Unused$level", title => \"Unused $name", kind => \'unused', long => \"Part of the bytes loaded into $name that was never used",
         of => { "SpLoss$level" => 1 }, by => { "Lines$level" => $B + 0 } };
   }
   return \@rates;
}

sub objects_model {
   my ($profile, $layouts) = @_;
   my @objects = @{ $profile->{objects} };
   return undef if !@objects;
   my @kept = 0 .. $#objects;
   if (@objects > $OBJECTS_FEW) {
      my $share = cost_shares([ map { $_->{cost} } @objects ], $profile->{totals}, 0);
      @kept = grep { $share->[$_] >= $LEAST_SHARE } @kept;
   }
   my @labels = object_labels(@objects[@kept]);
   my @list = map { object_model($profile, $layouts, $objects[$_], shift @labels) } @kept;
   return {
      events => texts(@{ $profile->{events} }),
      cycles => has_model($profile) ? event_cycles($profile) : {},
      list   => \@list,
      rates  => unused_rates($profile),
      walks  => walks_json($profile),
      n_cut  => @objects - @kept,
   };
}

1;
