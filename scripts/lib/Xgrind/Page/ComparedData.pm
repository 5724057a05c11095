# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::ComparedData: memory objects, findings and timelines of two runs beside each other.
#
# Usage:
#   my $objects   = compared_objects(\@runs, \@models, $not);    # of Xgrind::Run::Contents, Xgrind::Page::PageModel; not_compared()
#   my $findings  = compared_findings($version, @runs);
#   my $timelines = compared_timelines(@runs);             # each is undef if not both runs have such data
#
# Nothing has a name of its own in both runs: objects match by kind, label and the calls that allocated them,
# findings by type, code and objects; first by all of it, then by less.  Lines are not compared: a change moves them.

package Xgrind::Page::ComparedData;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::FindingsJson;
use Xgrind::Page::ModelJson;
use Xgrind::Page::TimelineModel qw();
use Xgrind::Objects::Labels;
use Xgrind::Objects::Variables;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(compared_objects compared_findings compared_timelines);

sub last_part { return ($_[0] // '') =~ s{.*/}{}sr; }

# Pairs of entries of two lists, [before, after], either of which may be undef.  Keys are from the strictest on; entries with
# equal keys are taken in their order, if there are as many on both sides, else with "any" only.
sub paired {
   my ($before, $after, $any, @keys) = @_;
   my @left = ([@$before], [@$after]);
   my @pairs;
   for my $key (@keys) {
      my @by = ({}, {});
      for my $n (0, 1) {
         push @{ $by[$n]{ $key->($_) } }, $_ for @{ $left[$n] };
      }
      my %taken;
      for my $same (sort grep { $by[1]{$_} } keys %{ $by[0] }) {
         my ($x, $y) = map { $_->{$same} } @by;
         next if @$x != @$y && !$any;
         while (@$x && @$y) {
            push @pairs, [ shift @$x, shift @$y ];
            $taken{$_} = 1 for @{ $pairs[-1] };
         }
      }
      @$_ = grep { !$taken{$_} } @$_ for @left;
   }
   return (@pairs, (map { [ $_, undef ] } @{ $left[0] }), map { [ undef, $_ ] } @{ $left[1] });
}

# What both sides of a pair say of something: [before, after].
sub both {
   my ($pair, $what) = @_;
   return [ map { defined ? $what->($_) : undef } @$pair ];
}

# --- Memory objects --------------------------------------------------------

# What a programmer calls an object, without the number of those that are made at one place, which differs from run to run.
sub label_of { return object_label($_[0]) =~ s/ #\d+(?=\z| \()//r; }

sub calls_of {
   my ($object, $n) = @_;
   my @calls = @{ $object->{stack} // [] };
   $#calls = $n - 1 if $n && @calls > $n;
   return map { $_->{name} } @calls;
}

# Keys of groups of objects (grouped()), by the first of each.
sub object_keys {
   return map { my $of = $_; sub { my ($group) = @_; return join "\0", $group->[0]{kind}, $of->($group->[0]) } }
      sub { my ($o) = @_; return (last_part($o->{module}), label_of($o), calls_of($o)) },
      sub { my ($o) = @_; return (label_of($o), calls_of($o, 3)) },
      sub { my ($o) = @_; return @{ $o->{stack} // [] } ? calls_of($o) : label_of($o) },
      sub { my ($o) = @_; return label_of($o) };
}

# Objects that nothing tells apart but their number are one: lists of them.
sub grouped {
   my (@objects) = @_;
   my ($key) = object_keys();
   my (%group, @groups);
   for my $object (@objects) {
      my $same = $key->([$object]) . "\0" . last_part($object->{place}) =~ s/:\d+\z//r;
      $group{$same} //= do { push @groups, []; $groups[-1] };
      push @{ $group{$same} }, $object;
   }
   return \@groups;
}

# The sum of what is known; undef: nothing is.
sub sum_of {
   my @known = grep { defined } @_;
   return @known ? sum0(@known) : undef;
}

# Groups of both runs as the model has them; $model_of->($object) is an object of a run's own model.
sub object_pair_model {
   my ($pair, $model_of, $at, @events) = @_;
   my $now  = ($pair->[1] // $pair->[0])->[0];
   my $sums = sub { my ($what) = @_; return both($pair, sub { return sum_of(map { $what->($model_of->($_)) } @{ $_[0] }) }) };
   my $side = 0;
   return {
      kind => \$now->{kind}, label => \label_of($now), source => $model_of->($now)->{source},
      n    => [ map { $_ ? scalar @$_ : 0 } @$pair ],
      id   => both($pair, sub { $_[0][0]{id} }),
      (map { my $key = $_; $key => $sums->(sub { $_[0]{$key} }) } qw(size_B count)),
      cost => [
         map {
            my ($group, $index) = ($_, $at->[ $side++ ]);
            $group ? [ map { my $e = $index->{$_}; sum_of(map { $model_of->($_)->{cost}[$e] } @$group) } @events ] : undef
         } @$pair
      ],
   };
}

sub compared_objects {
   my ($runs, $models, $not_compared) = @_;
   return undef if grep { !$_->{objects} } @$models;
   my (@groups, %of, @at);
   for my $n (0, 1) {
      my $model = $models->[$n]{objects};
      my %by_id = map { $_->{id} => $_ } @{ $model->{list} };
      my @known = grep { $by_id{ $_->{id} } } @{ $runs->[$n]{objects}{objects} };
      $of{$_} = $by_id{ $_->{id} } for @known;
      $groups[$n] = grouped(@known);
      $at[$n] = { map { $model->{events}[$_] => $_ } 0 .. $#{ $model->{events} } };
   }
   my @events = grep { defined $at[0]{$_} } @{ $models->[1]{objects}{events} };
   return {
      events => texts(@events),
      cycles => $not_compared->{CEst} || grep({ !%{ $_->{objects}{cycles} // {} } } @$models) ? undef : [ map { $_->{objects}{cycles} } @$models ],
      list   => [ map { object_pair_model($_, sub { $of{ $_[0] } }, \@at, @events) } paired(@groups, 0, object_keys()) ],
   };
}

# --- Findings --------------------------------------------------------------

# What an object is called without lines of code, which a change moves: its variable, or else the calls that allocated it.
sub without_line {
   my ($object) = @_;
   my @calls = map { $_->{name} } @{ $object->{stack} // [] };
   return @calls ? variable_of($object) // join "\0", @calls : object_label($object);
}

sub finding_keys {
   my $code    = sub { my ($f) = @_; return map { $_->{function} // '' } @{ $f->{code} }; };
   my $objects = sub { my ($f) = @_; return map { without_line($_->{object}) } @{ $f->{raw}{objects} }; };
   return (
      sub { my ($f) = @_; join "\0", @$f{qw(type level)}, $code->($f), '', sort $objects->($f) },
      sub { my ($f) = @_; join "\0", @$f{qw(type level)}, ($code->($f))[0] // '', ($objects->($f))[0] // '' },
      sub { my ($f) = @_; join "\0", $f->{type}, ($code->($f))[0] // '', ($objects->($f))[0] // '' },
   );
}

sub finding_model {
   my (@pair) = @_;
   my $now  = $pair[1] // $pair[0];
   my $both = sub { my ($key) = @_; return both(\@pair, sub { $_[0]{$key} }) };
   return {
      (map { my $text = $now->{$_}; $_ => \$text } qw(type level remedy)),
      (map { $_ => $both->($_) } qw(misses saving_cycles saving_percent saving_of_cycles)),
      is_modelled     => both(\@pair, sub { $_[0]{raw}{is_modelled} ? 1 : 0 }),
      saving_is_bound => both(\@pair, sub { $_[0]{saving_is_bound} ? 1 : 0 }),
      code    => [ map { [ \readable_name($_->{function}), \($_->{file} // ''), $_->{line} ] } @{ $now->{code} } ],
      objects => texts(map { object_label($_->{object}) } @{ $now->{raw}{objects} }),
   };
}

# Findings with bytes in place of characters, as all other texts of a model.
sub findings_of {
   my ($version, $run) = @_;
   my $json = report_for_programs($version, $run->{data}, $run->{report}, {});
   my @findings = @{ $json->{findings} };
   $findings[$_]{raw} = $run->{report}{findings}[$_] for 0 .. $#findings;
   for my $place (map { @{ $_->{code} } } @findings) {
      utf8::encode($place->{$_}) for grep { defined $place->{$_} } qw(function file);
   }
   return \@findings;
}

sub compared_findings {
   my ($version, @runs) = @_;
   return undef if grep { !$_->{report} } @runs;
   my @pairs = paired((map { findings_of($version, $_) } @runs), 1, finding_keys());
   my $saving = sub { my ($pair) = @_; return ($pair->[1] // $pair->[0])->{saving_cycles}; };
   return [ map { finding_model(@$_) } sort { $saving->($b) <=> $saving->($a) } @pairs ];
}

# --- Timelines -------------------------------------------------------------

sub compared_timelines {
   my (@runs) = @_;
   return undef if grep { !$_->{timeline} } @runs;
   return [
      map {
         my $t = $_->{timeline};
         +{ (map { $_ => $t->{$_} + 0 } qw(start end bin_instructions)), bins => $t->{bins},
            events => texts(map { Xgrind::Page::TimelineModel::bytes_of($_) } @{ $t->{events} }) }
      } @runs
   ];
}

1;
