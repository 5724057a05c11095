# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::CallTreeJson: a call tree for programs.
#
# Usage:
#   print_json_tree($paths, { kind => 'top-down', event => 'Ir', percent => 0, depth => undef, inclusive => 0, version => '0.1' });
#
# Nodes are a list, each with the index of its parent: readers of JSON refuse what is nested as deeply as calls are.
# They are printed as they are found, and thus need no memory.

package Xgrind::Annotate::CallTreeJson;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Text::Json;
use Xgrind::Tree::Walk;

our @EXPORT = qw(print_json_tree);

my $JSON = JSON::PP->new->utf8->canonical->allow_nonref;

# A cost: whole, or an estimate with three decimals at most.
sub number {
   my ($cost) = @_;
   return $cost if $cost =~ /^\d+\z/;
   return sprintf('%.3f', $cost) =~ s/\.?0+\z//r;
}

sub function_json {
   my ($paths, $f) = @_;
   my ($module, $file, $name) = map { json_text($_) } $paths->{names}->($f);
   my $cycle = ($paths->{cycle_of} // [])->[$f];
   return json_escaped($JSON->encode({ object => $module, file => $file, name => $name, cycle => defined $cycle ? $cycle + 1 : undef }));
}

sub left_out_json {
   my ($n, $cost) = @_;
   return sprintf '{"nodes": %d, "cost": %s}', $n, number($cost);
}

# A node, after the index of its parent.
sub node_json {
   my ($node, $at, $function) = @_;
   my ($cost, undef, $self, $recursions) = @$node;
   my $own = defined $self ? sprintf('"self": %s', number($self)) : sprintf('"begins": %s', number($at->{begins}));
   return sprintf '"function": %d, "cost": %s, %s, "recursions": %d, "left_out": %s}', $function, number($cost), $own, $recursions,
      left_out_json($at->{n_left}, $at->{left});
}

sub print_json_tree {
   my ($paths, $how) = @_;
   my %head = (format => 'xgrind.calltree', version => 1, tree => $how->{kind}, event => json_text($how->{event}), creator => "xgrind_annotate-$how->{version}",
      inclusive => $how->{kind} eq 'top-down' || $how->{inclusive} ? JSON::PP::true : JSON::PP::false,
      estimated => defined $paths->{least_share} ? JSON::PP::true : JSON::PP::false);
   print '{', map { $JSON->encode($_) . ': ' . json_escaped($JSON->encode($head{$_})) . ",\n " } sort keys %head;
   print '"total": ', number($paths->{total}), ",\n \"nodes\": [";
   my (%index, @functions, @open);
   my $n = 0;
   my @left = walk($paths, $how, sub {
      my ($node, $at) = @_;
      my $f = $node->[1];
      $index{$f} //= push(@functions, $f) - 1;
      my $parent = $at->{depth} > 1 ? $open[ $at->{depth} - 1 ] : 'null';
      print $n ? ',' : '', "\n  {\"parent\": $parent, ", node_json($node, $at, $index{$f});
      $open[ $at->{depth} ] = $n++;
   });
   print "\n ],\n \"left_out\": ", left_out_json(@left), ",\n \"functions\": [";
   print $_ ? ',' : '', "\n  ", function_json($paths, $functions[$_]) for 0 .. $#functions;
   print "\n ]\n}\n";
   return;
}

1;
