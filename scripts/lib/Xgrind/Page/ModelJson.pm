# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::ModelJson: the report's model as JSON, fast enough for columns of a million figures.
#
# Usage:
#   print model_json({ pid => 7, command => \$bytes, name => texts(@bytes), self => { Ir => [ 1, 2 ] } });
#   lists_json([ 1, 2 ], [ 3 ])        # of lists alone: '[1,2]', '[3]'
#   raw_json('{"a":1}')                # JSON that is ready; bytes of UTF-8
#   flag(1)                            # true
#
# In the data, a plain scalar is a number, a reference to a scalar is a text, undef is null.  Texts are
# bytes; what is not UTF-8 in them is replaced by U+FFFD, so the result is always UTF-8.  A scalar that is
# no number is a fault of the caller's: model_json() dies.
#
# Lists of figures are joined here: they are texts, exact beyond 64 bits, which the JSON modules would write in quotes
# or round; and JSON::PP takes seven times as long.

package Xgrind::Page::ModelJson;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Json;

our @EXPORT = qw(model_json lists_json texts raw_json flag);

sub texts    { return bless [@_], 'Xgrind::Page::ModelJson::Texts'; }
sub raw_json { return bless [@_], 'Xgrind::Page::ModelJson::Raw'; }
sub flag     { return raw_json($_[0] ? 'true' : 'false'); }

sub string_or_null { return defined $_[0] ? json_string($_[0]) : 'null'; }

my $NUMBER = qr/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/a;

# A list; most are of figures alone, which are joined at once.
sub list_json {
   my ($list) = @_;
   my $json = counts_json($list);
   return $json if defined $json;
   no warnings 'uninitialized';
   my $joined = join ',', '', @$list, '';
   return '[' . substr($joined, 1, -1) . ']' if $joined !~ tr/0-9,//c && index($joined, ',,') < 0 && $joined !~ /,0[0-9]/;
   return '[' . join(',', map { value_json($_) } @$list) . ']';
}

# Several lists of equal length.
sub lists_json {
   my (@lists) = @_;
   my $json = @lists && @{ $lists[0] } ? counts_json(\@lists) : undef;
   return defined $json ? map { "[$_]" } split /\],\[/, substr $json, 2, -2 : map { list_json($_) } @lists;
}

sub value_json {
   my ($value) = @_;
   return 'null' if !defined $value;
   my $kind = ref $value;
   if ($kind eq '') {
      die "not a number: $value" if $value !~ /\A$NUMBER\z/;
      return $value;
   }
   return list_json($value)  if $kind eq 'ARRAY';
   return string_or_null($$value) if $kind eq 'SCALAR';
   return '{' . join(',', map { string_or_null($_) . ':' . value_json($value->{$_}) } sort keys %$value) . '}' if $kind eq 'HASH';
   return '[' . join(',', map { string_or_null($_) } @$value) . ']' if $kind eq 'Xgrind::Page::ModelJson::Texts';
   return $value->[0] if $kind eq 'Xgrind::Page::ModelJson::Raw';
   die "no JSON for $kind";
}

sub model_json {
   my ($model) = @_;
   return value_json($model);
}

1;
