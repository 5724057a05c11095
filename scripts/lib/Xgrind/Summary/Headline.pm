# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Headline: the headline figures of a run, as far as it has them.
#
# Usage:
#   for my $figure (figures_of($run)) {      # of Xgrind::Run::Contents
#      print "$figure->{label}: $figure->{text}\n";    # view: where the report shows more
#   }

package Xgrind::Summary::Headline;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::Cycles qw();
use Xgrind::Objects::ObjectColumns qw();
use Xgrind::Profile::LineUse;
use Xgrind::Profile::SampledSets;
use Xgrind::Run::Contents;
use Xgrind::Text::Levels;
use Xgrind::Text::Numbers;

our @EXPORT = qw(figures_of);

# Estimated cycles, and whether they are those of a model of the processor; nothing: no caches were simulated.
sub cycles_of_run {
   my ($run) = @_;
   my ($formula) = grep { $_->[0] eq 'CEst' } @{ $run->{formulas} };
   return (formula_cost($formula, $run->{cost}), $run->{cost}{CyBase}) if $formula;
   my $objects = $run->{objects} // return;
   return if grep { !exists $objects->{at}{$_} } qw(Dr Dw D1mr D1mw DLmr DLmw);
   my @levels = data_levels(@$objects{qw(at line_B)});
   my $cycles = Xgrind::Findings::Cycles::cycles_of($run->{data} // { profile => $objects, levels => \@levels, classes => [] });
   return @$cycles{qw(program is_modelled)};
}

# --- Lines -----------------------------------------------------------------

sub instructions {
   my ($run) = @_;
   my $n = $run->{cost}{Ir} // return;
   my ($cycles, $is_modelled) = cycles_of_run($run);
   my $text   = commas($n);
   $text .= '; ' . commas($cycles) . ' cycles estimated' . ($n ? sprintf ', %.2f per instruction', $cycles / $n : '') if $is_modelled;
   return { label => 'Instructions', text => $text, view => 'functions' };
}

# With sampled sets, the standard error of an event's total: ' (±1.2%)', or ''.
sub error_of {
   my ($run, $event) = @_;
   my $p = $run->{profile} // return '';
   my $e = $p->{event_index}{$event} // return '';
   my $error = error_text($p, [ [ $e, 1 ] ], $run->{totals}[$e]);
   return defined $error ? " ($error)" : '';
}

# Accesses of a kind and what misses: "1,000: 5.0% miss D1, 0.1% miss LL".  $misses: events by level.
sub accesses {
   my ($run, $label, $all, $l1, $misses, $tlb) = @_;
   my @misses = ((map { [ $misses->($_), $_ eq 'L1' ? $l1 : $_ ] } @LEVELS), [ $tlb, 'the TLB' ]);
   my $cost = $run->{cost};
   my $n    = $cost->{$all} // return;
   my @texts = map { my ($event, $level) = @$_; defined $cost->{$event} ? rate_text($cost->{$event}, $n) . " miss $level" . error_of($run, $event) : () } @misses;
   return if !@texts;
   return { label => $label, text => commas($n) . ($n ? ': ' . join ', ', @texts : ''), view => 'functions' };
}

# With --stores=yes, what of the bytes stored was in vain.
sub vain_stores {
   my ($run) = @_;
   my ($all, @vain) = map { $run->{cost}{$_} } qw(Sb SbOver SbDead);
   return if !$all || 100 * sum0(@vain) < $all;
   return { label => 'Vain stores', text => 'of ' . bytes_text($all) . ' stored, ' . rate_text($vain[0], $all) . ' overwritten unread, ' . rate_text($vain[1], $all) . ' never read', view => 'functions' };
}

sub branches {
   my ($run) = @_;
   my $cost = $run->{cost};
   my @texts = map {
      my ($all, $missed, $kind) = @$_;
      defined $cost->{$all} && defined $cost->{$missed} ? commas($cost->{$all}) . " $kind, " . rate_text($cost->{$missed}, $cost->{$all}) . ' mispredicted' : ()
   } [qw(Bc Bcm conditional)], [qw(Bi Bim indirect)];
   return if !@texts;
   return { label => 'Branches', text => join('; ', @texts), view => 'functions' };
}

sub line_use {
   my ($run) = @_;
   my %share;
   if ($run->{profile}) {
      for my $level (@LEVELS) {
         my @bytes = unused_bytes($run->{profile}, $level, $run->{totals});
         $share{$level} = rate_text(@bytes) if @bytes;
      }
   } elsif ($run->{objects}) {
      my $columns = Xgrind::Objects::ObjectColumns::columns_of($run->{objects});
      for my $level (@LEVELS) {
         my $column = $columns->{ 'Unused' . use_name($level) } // next;
         $share{$level} = rate_text($column->{total}, 100) if defined $column->{total};
      }
   }
   my @levels = grep { defined $share{$_} } @LEVELS or return;
   return { label => 'Line use', text => 'never used of the bytes loaded: ' . join(', ', map { "$share{$_} into $_" } @levels), view => 'objects' };
}

my %CLASS = (Cold => 'cold', Cap => 'capacity', Conf => 'conflict', True => 'true sharing', False => 'false sharing');

# "D1 conflict 66.0%, capacity 20.5%, cold 13.5%"
sub classes {
   my ($run) = @_;
   my $cost = $run->{cost};
   my @texts;
   for my $level (@DATA_LEVELS) {
      my %misses = map { $_ => $cost->{"$level$_"} } grep { $cost->{"$level$_"} } keys %CLASS;
      my $all = sum0(values %misses) or next;
      my @order = sort { $misses{$b} <=> $misses{$a} || $a cmp $b } keys %misses;
      push @texts, "$level " . join ', ', map { "$CLASS{$_} " . rate_text($misses{$_}, $all) } @order;
   }
   return if !@texts;
   return { label => 'Miss classes', text => join('; ', @texts), view => 'findings' };
}

sub figures_of {
   my ($run) = @_;
   return (
      instructions($run),
      accesses($run, 'Fetches', 'Ir', 'I1', \&fetch_misses, 'ITm'),
      accesses($run, 'Loads',   'Dr', 'D1', sub { (data_misses(@_))[0] }, 'DTmr'),
      accesses($run, 'Stores',  'Dw', 'D1', sub { (data_misses(@_))[1] }, 'DTmw'),
      vain_stores($run),
      branches($run),
      classes($run),
      line_use($run),
   );
}

1;
