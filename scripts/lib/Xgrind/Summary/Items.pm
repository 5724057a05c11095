# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Items: a run in a few sentences, each with where to look at it.
#
# Usage:
#   my $items = summary_items($run);     # of Xgrind::Run::Contents: { section, label, text, view, selection, command }
#   my $model = summary_model($run);     # the same as part of the report's model
#
# Sections, in this order: figures, findings, remedy, functions, inclusive, objects, phases, next.  A selection is what the
# page selects: { function name, file, object id, from, to }.  Xgrind::Report::SummaryText prints the items.

package Xgrind::Summary::Items;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::CodeLines;
use Xgrind::Objects::Labels;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::Model;
use Xgrind::Summary::CauseRemedy;
use Xgrind::Summary::Headline;
use Xgrind::Summary::Next;
use Xgrind::Summary::Phases;
use Xgrind::Summary::Tops;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(summary_items summary_model);

my $FINDINGS  = 3;
my $FUNCTIONS = 5;
my $OBJECTS   = 4;

# --- Findings --------------------------------------------------------------

my %TYPE = (conflict => 'Conflict misses', capacity => 'Capacity misses', 'true-sharing' => 'True sharing', 'false-sharing' => 'False sharing');

# The findings that the summary has.
sub first_findings {
   my ($run) = @_;
   my @findings = $run->{report} ? @{ $run->{report}{findings} } : ();
   splice @findings, $FINDINGS if @findings > $FINDINGS;
   return @findings;
}

# The labels, by id, of all objects that the summary names: the same one everywhere, no two alike.
sub labels_of {
   my ($run, $top) = @_;
   my @named = map { $_->{objects}[0] ? $_->{objects}[0]{object} : () } first_findings($run);
   my %object = map { $_->{id} => $_ } @named, $top ? map { $_->[0] } @{ $top->{list} } : ();
   my @ids    = sort { $a <=> $b } keys %object;
   my %label;
   @label{@ids} = object_labels(@object{@ids});
   return \%label;
}

sub finding_items {
   my ($run, $label) = @_;
   my $report   = $run->{report} // return;
   my @findings = first_findings($run);
   return { section => 'findings', text => $report->{is_short} ? 'the run is too short to say' : 'none that is serious', view => 'findings' } if !@findings;
   my @items = map {
      my $what = $TYPE{ $_->{type} } . (is_sharing($_->{type}) ? '' : " in $_->{level}");
      my ($code, $object) = ($_->{code}[0], $_->{objects}[0]);
      my $called = $_->{caller} ? called_words($_->{caller}) : '';
      my ($where, $where_short) = map { $code ? ", $called" . code_words($code, $_) : '' } 0, 1;
      my $on    = $object ? ', on ' . $label->{ $object->{object}{id} } : '';
      { section => 'findings', label => sprintf('%d.', $_->{rank}), text => "$what$where$on", shorter => [ "$what$where", "$what$where_short", "$what$on", $what ],
         rest => $_->{is_modelled} ? ($_->{is_bound} ? 'up to ' : 'about ') . rate_text($_->{saving_percent}, 100) . ' of the cycles'
            : is_sharing($_->{type}) ? commas(int($_->{misses} + 0.5)) . ' misses' : rate_text($_->{share}, 100) . " of the misses of $_->{level}", view => 'findings' }
   } @findings;
   my $more = @{ $report->{findings} } - @items;
   $items[-1]{more} = "and $more more" if $more;
   return @items;
}

# The program's line that calls code which is not its own.
sub called_words {
   my ($caller) = @_;
   return code_words({ function => { name => $caller->{function}, file => $caller->{file} // '' }, line => $caller->{line} // 0 }, 0) . ', in ';
}

# The function and the line; a short text lacks the trait and the paths of "<app::Square as app::Shape>::area" in Rust.
sub code_words {
   my ($code, $is_short) = @_;
   my $name  = $code->{function}{name} eq '' ? '???' : code_name($code->{function}{name});
   $name =~ s/^<(?:\w+::)*(\w+)(?:<.*?>)? as .*?>::/$1::/ if $is_short;
   my $place = place_of(base_name($code->{function}{file}), $code->{line});
   return $name . ($place eq '' ? '' : " ($place)");
}

sub remedy_items {
   my ($run) = @_;
   my $remedy = cause_remedy($run) // return;
   return { section => 'remedy', text => remedy_sentence($remedy), view => 'cycles' };
}

# --- Functions and objects -------------------------------------------------

sub function_items {
   my ($run) = @_;
   return if !$run->{profile};
   my $by = ranking_event($run);
   my @items;
   for my $kind (qw(self inclusive)) {
      push @items, map {
         my ($f, $cost) = @$_;
         my (undef, $file, $name) = function_names($run->{profile}, $f);
         { section => $kind eq 'self' ? 'functions' : 'inclusive', label => rate_text($cost, $by->{total}), text => function_words($run, $f),
            words => $by->{words}, view => 'functions', selection => { function => $name, file => $file }, profile_function => $f }
      } top_functions($run, $kind, $FUNCTIONS);
   }
   return @items;
}

sub object_items {
   my ($top, $label) = @_;
   return if !$top;
   my $unused = $top->{columns}{Unused1};
   return map {
      my ($object, $cost, $share) = @$_;
      my $rest = "$object->{kind}, " . bytes_text($object->{size_B}) . ($object->{count} > 1 && $object->{kind} ne 'static' ? ' in ' . commas($object->{count}) . ' allocations' : '');
      my $never = $unused ? $unused->{value}->($object, $object) : undef;
      my $unused_text = defined $never ? ', ' . rate_text($never, 100) : '';
      $rest .= "$unused_text of its bytes unused in L1" if defined $never;
      my @shorter = defined $never ? map { "$_$unused_text unused in L1" } "$object->{kind}, " . bytes_text($object->{size_B}), $object->{kind} : ();
      { section => 'objects', label => rate_text($share, 100), text => $label->{ $object->{id} }, rest => $rest, words => $top->{words}, shorter_rest => \@shorter,
         view => 'objects', selection => { object => $object->{id} } }
   } @{ $top->{list} };
}

# --- Phases ----------------------------------------------------------------

sub phase_items {
   my ($run) = @_;
   my $t = $run->{timeline} // return;
   my @names  = map { code_name($_->{name}) } @{ $run->{objects}{functions} };
   my @phases = phases_of($t, \@names);
   my $length = $t->{end} - $t->{start};
   return map {
      my $phase = $_;
      my ($from, $to) = map { $length ? 100 * ($_ - $t->{start}) / $length : 0 } @$phase{qw(from to)};
      my @main = grep { $_->[1] >= 0.1 } @{ $phase->{functions} };
      splice @main, 3 if @main > 3;
      @main = ($phase->{functions}[0] // ()) if !@main;
      my $cost = $phase->{events};
      my $accesses = ($cost->{Dr} // 0) + ($cost->{Dw} // 0);
      my @rates = map { rate_text($cost->{"$_->[0]mr"} + $cost->{"$_->[0]mw"}, $accesses) . " miss $_->[1]" }
         grep { $accesses && defined $cost->{"$_->[0]mr"} && defined $cost->{"$_->[0]mw"} } [qw(D1 D1)], [qw(DL LL)];
      # where the line is short, fewer functions, with their whole names
      my @functions = map { sprintf '%s %.0f%%', $_->[0], 100 * $_->[1] } @main;
      my ($text, @shorter) = map { join ', ', @functions[ 0 .. $_ ] } reverse 0 .. $#functions;
      { section => 'phases', label => sprintf($to - $from < 1.5 ? '%.1f-%.1f%%' : '%.0f-%.0f%%', $from, $to), text => $text // '', shorter => \@shorter,
         rest => join(', ', @rates), cost => $cost, view => 'timeline', selection => { from => $phase->{from}, to => $phase->{to} } }
   } @phases;
}

# --- All of it -------------------------------------------------------------

# That there are no source lines is said behind the instructions: the last figures have to go if there are many.
sub figures_and_source {
   my ($run) = @_;
   my @figures = figures_of($run);
   my $words   = source_words($run);
   splice @figures, @figures ? 1 : 0, 0, { label => 'Source', text => $words, view => 'functions' } if defined $words;
   return @figures;
}

sub summary_items {
   my ($run) = @_;
   my $top   = top_objects($run, $OBJECTS);
   my $label = labels_of($run, $top);
   return [
      (map { +{ section => 'figures', %$_ } } figures_and_source($run)),
      finding_items($run, $label), remedy_items($run), function_items($run), object_items($top, $label), phase_items($run),
      map { +{ section => 'next', %$_ } } next_steps($run),
   ];
}

sub selection_model {
   my ($selection) = @_;
   return undef if !$selection;
   my %model = %$selection;
   $model{function} = \readable_name($selection->{function}) if defined $selection->{function};
   $model{file}     = \$selection->{file} if defined $selection->{file};
   return \%model;
}

# An item as one sentence.
sub sentence {
   my ($item) = @_;
   return "$item->{label}: $item->{text}" if $item->{section} eq 'figures';
   my $text = join ' ', grep { defined && $_ ne '' } @$item{qw(label text)};
   $text .= " ($item->{rest})" if defined $item->{rest} && $item->{rest} ne '';
   return $text;
}

# A page need not say how it is made.
sub summary_model {
   my ($run) = @_;
   my $text = sub { return defined $_[0] ? \$_[0] : undef };
   return [
      map {
         +{ section => \$_->{section}, text => \sentence($_), words => $text->($_->{words}), view => $text->($_->{view}),
            selection => selection_model($_->{selection}), command => $text->($_->{command}) }
      } grep { ($_->{command} // '') !~ /^xgrind_report --html / } @{ summary_items($run) }
   ];
}

1;
