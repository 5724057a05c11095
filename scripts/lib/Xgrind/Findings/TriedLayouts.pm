# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::TriedLayouts: what other layouts of a finding's data save, as xgrind --advise-layout has simulated them.
#
# Usage:
#   add_layouts($report, $layouts);    # of Xgrind::Findings::Ranked, and of Xgrind::Data::Layouts or undef
#   $finding->{layout}    # of Xgrind::Data::Layouts, with is_modelled: the best one of the object that its remedy is of, or with most misses; {}: none
#                         # of those tried saves 1 % of the estimated cycles; where the remedy is no layout, the best one of any of its
#                         # objects, or undef; undef, too: nothing is known, or the remedy is to pad what was not padded
#   my $layout = layout_of($layouts, 3, 4);         # the same of the objects with these numbers
#   my $words = layout_text($finding->{layout});    # "each element divided into two arrays: mass | x, y; simulated, this leaves 1,204 of 9,310 misses of D1"
#
# What it saves is told in misses, and in cycles only if a model of the processor has them: a sum of latencies counts misses in full that a
# finding's saving does not, as prefetchers foresee them (docs/report.md, "Estimated cycles").

package Xgrind::Findings::TriedLayouts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::Remedies;
use Xgrind::Text::Lists;
use Xgrind::Text::Numbers;

our @EXPORT = qw(add_layouts layout_of layout_text);

my $FEW = 8;    # members that are named

# A layout with these objects.
sub layout_of {
   my ($layouts, @ids) = @_;
   my %is_asked = map { $_ => 1 } @ids;
   my ($best) = grep { grep { $is_asked{$_} } map { @{ $_->{ids} } } @{ $_->{objects} } } @{ $layouts->{layouts} };
   return { %$best, is_modelled => $layouts->{cycles_are_modelled} } if $best;
   return (grep { $is_asked{$_} } @{ $layouts->{tried_objects} }) ? {} : undef;
}

# Was it tried what the remedy says?
sub is_tried {
   my ($layouts, $finding, @ids) = @_;
   my %is_padded = map { $_ => 1 } @{ $layouts->{padded_objects} // [] };
   return $finding->{remedy_name} ne 'pad-threads' || grep { $is_padded{$_} } @ids;
}

# What has been found for the objects of a finding whose remedy is no layout: the finding must not say that there is none.
sub found_for {
   my ($layouts, $finding) = @_;
   my ($found) = grep { defined && %$_ } map { layout_of($layouts, @{ $_->{object}{ids} // [ $_->{object}{id} ] }) } @{ $finding->{objects} };
   return $found;
}

sub add_layouts {
   my ($report, $layouts) = @_;
   return if !$layouts;
   for my $finding (@{ $report->{findings} }) {
      if (!is_layout($finding->{remedy_name})) {
         $finding->{layout} = found_for($layouts, $finding) if $finding->{type} !~ /-sharing\z/;
         next;
      }
      my $of     = $finding->{remedy_object} // $finding->{objects}[0] // next;
      my @ids    = @{ $of->{object}{ids} // [ $of->{object}{id} ] };
      my $layout = layout_of($layouts, @ids) // next;
      $finding->{layout} = $layout if %$layout || is_tried($layouts, $finding, @ids);
   }
   return;
}

# Misses that are left, of the program.
sub left_text {
   my ($layout) = @_;
   my ($shared, $left) = @$layout{qw(sharing_misses sharing_misses_with)};
   my @texts = $shared == $left ? () : commas($left) . ' of ' . commas($shared) . ' misses that cores could cause each other';
   push @texts, map { commas($_->{misses_with}) . ' of ' . commas($_->{misses}) . " misses of $_->{level}" } grep { $_->{misses} != $_->{misses_with} } @{ $layout->{levels} };
   return join ', ', @texts;
}

sub layout_text {
   my ($layout) = @_;
   return 'none that was simulated for these data makes the program faster by 1 %' if !%$layout;
   my @arrays  = @{ $layout->{arrays} };
   my $members = @arrays ? ': ' . join ' | ', map { some_of($FEW, map { $_->{name} } @{ $_->{members} }) } @arrays : '';
   my $cycles  = $layout->{is_modelled} ? sprintf(' saves %.1f %% of the estimated cycles of the program, and', $layout->{saved_percent}) : '';
   return "$layout->{layout}$members; simulated, this$cycles leaves " . left_text($layout);
}

1;
