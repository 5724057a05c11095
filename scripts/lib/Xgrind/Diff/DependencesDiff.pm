# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::DependencesDiff: how much more or less each code reads of what other code has stored than before.
#
# Usage:
#   my @rows = dependence_changes($before, $after);     # of Xgrind::Run::DependenceTable: largest change first
#   print_dependence_changes(@rows);
#   print_dependence_changes_json($version, @rows);

package Xgrind::Diff::DependencesDiff;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0 uniq);
use Xgrind::Run::DependenceTable;
use Xgrind::Text::Json;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Table;

my $PERCENT = 0.1;    # of all that has changed, that a pair has at least to be printed

our @EXPORT = qw(dependence_changes print_dependence_changes print_dependence_changes_json);

# Pairs of which one of the two has bytes, unless both have as many: { from, to, before, after } with names.
sub dependence_changes {
   my ($before, $after) = @_;
   my %unit = (%{ $before->{units} }, %{ $after->{units} });
   my @rows;
   for my $key (uniq(keys %{ $before->{pairs} }, keys %{ $after->{pairs} })) {
      my $pair  = $after->{pairs}{$key} // $before->{pairs}{$key};
      my @bytes = map { $_->{pairs}{$key} ? $_->{pairs}{$key}{bytes} : 0 } $before, $after;
      push @rows, { from => unit_name($unit{ $pair->{from} }), to => unit_name($unit{ $pair->{to} }), before => $bytes[0], after => $bytes[1] } if $bytes[0] != $bytes[1];
   }
   return sort { size_of($b) <=> size_of($a) || $a->{from} cmp $b->{from} || $a->{to} cmp $b->{to} } @rows;
}

sub signed { my ($n) = @_; return $n < 0 ? '-' . commas(-$n) : '+' . commas($n); }

sub size_of { my ($row) = @_; return abs($row->{after} - $row->{before}); }

sub print_dependence_changes {
   my (@all) = @_;
   my $least = sum0(map { size_of($_) } @all) * $PERCENT / 100;
   my @rows  = grep { size_of($_) >= $least } @all;
   my $rest  = @all - @rows;
   print_title('Bytes read of what other code, or itself, has stored');
   if (!@rows) {
      print "There are no differences.\n";
      return;
   }
   my @names = uniq map { @$_{qw(from to)} } @rows;
   my $short = short_functions([ map { [ '', '', $_ ] } @names ], 36);
   my %text  = map { $names[$_] => $short->[$_] } 0 .. $#names;
   print_table(new_table({ columns => [
      (map { my $side = $_; { title => $side, values => [ map { commas($_->{$side}) } @rows ] } } qw(before after)),
      { title => 'change', values => [ map { signed($_->{after} - $_->{before}) } @rows ] },
      { title => 'stored by', values => [ map { $text{ $_->{from} } } @rows ], align => 'left' },
      { title => 'read by', values => [ map { $text{ $_->{to} } } @rows ], align => 'left' },
   ] }));
   print "\n$rest smaller change", ($rest == 1 ? '' : 's'), ", of less than $PERCENT% of all, ", ($rest == 1 ? 'is' : 'are'), " left out; --json has them\n" if $rest;
   return;
}

sub print_dependence_changes_json {
   my ($version, @rows) = @_;
   print_json_data({ format => 'xgrind.dependences-diff', version => 1, creator => "xgrind_diff-$version",
      pairs => [ map { +{ from => json_text($_->{from}), to => json_text($_->{to}), before_B => $_->{before} + 0, after_B => $_->{after} + 0 } } @rows ] });
   return;
}

1;
